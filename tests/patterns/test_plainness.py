"""What is let pass at a glance would be let pass by the full judgement too."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from alvara.patterns import plainness
from alvara.patterns.plainness import is_plain
from alvara.patterns.safety import objection
from alvara.subschemas.instances import compiles


@settings(max_examples=500, deadline=None)
@given(st.from_regex(re.compile(plainness._PLAIN, re.ASCII), fullmatch=True))
def test_nothing_speaks_against_a_plain_pattern(pattern: str) -> None:
    if is_plain(pattern):
        assert objection(pattern) is None
        assert compiles(pattern)


@settings(max_examples=500, deadline=None)
@given(st.text(alphabet=r"a0-^$.*+?()[]{}|\dbZ,1", max_size=12))
def test_nothing_speaks_against_any_text_that_passes_as_plain(pattern: str) -> None:
    if is_plain(pattern):
        assert objection(pattern) is None
        assert compiles(pattern)


@pytest.mark.parametrize("pattern", ["^EMP-[0-9]{1,8}$", "^[A-Z0-9-]{1,20}$", r"^\d{4}-\d{2}$", "^[a-z]+$", ""])
def test_everyday_patterns_are_plain(pattern: str) -> None:
    assert is_plain(pattern)


@pytest.mark.parametrize("pattern", ["(a+)+$", "a*a*", "[z-a]", "a{5,2}", "a**", r"\q", "a|b", ".*", "^a\n", "é+"])
def test_whatever_needs_thought_is_not(pattern: str) -> None:
    assert not is_plain(pattern)
