"""Whatever the engine refuses, the static check objects to: nothing passes `check` and then fails each time."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from alvara.conditions.decoding import parse
from alvara.conditions.engine import MOST_SOURCE, ROOTS, NotCompiled, Program
from alvara.conditions.inference import Surroundings, judge
from alvara.model.schemas import ANYTHING
from tests.conditions.test_complaints import NAMES, SLIPS, TYPES
from tests.conditions.test_limits import DEEP, THRICE

EVERYTHING = Surroundings(dict.fromkeys(ROOTS, ANYTHING))
REFUSED = [source for source, _, _ in SLIPS + NAMES + TYPES] + [*DEEP.values(), THRICE]
PIECES = [
    "input.a == 1", "principal.roles", "size(", "matches(", ".matches(", "now", "timestamp(", ".all(x, ", ".map(x, ",
    "x", "[1]", '{"a": 1}', "true", "false", ".getHours()", 'duration("1h")', "!", "-", "1.5", "input.l", "string(",
    "+", "int(", "has(input.a)", "?", " in ", "<", "==", "&&", "||", ".size()", ".contains(", '"a"', "null", ")", "]",
    ":", "[0]", ".b", " ", ",", "resource.x.y", "type(", "dyn(", "1u", "b'a'", "uint(", "bool", "double(", "*", "%",
    "/", ".startsWith(", ".exists_one(x, x)", ".filter(x, ", "2", "unknown", ".none()",
]  # fmt: skip


def is_refused(source: str) -> bool:
    try:
        Program(source)
    except NotCompiled:
        return True
    return False


def is_objected_to(source: str) -> bool:
    try:
        tree = parse(source)
    except NotCompiled:
        return True
    return bool(judge(tree, source, EVERYTHING))


@pytest.mark.parametrize("source", REFUSED, ids=range(len(REFUSED)))
def test_what_the_engine_refuses_is_objected_to(source: str) -> None:
    assert is_refused(source)
    assert is_objected_to(source)


@settings(max_examples=500, deadline=None)
@given(st.lists(st.sampled_from(PIECES), min_size=1, max_size=7).map("".join))
def test_whatever_the_engine_refuses_is_objected_to(source: str) -> None:
    if len(source) <= MOST_SOURCE and is_refused(source):
        assert is_objected_to(source)
