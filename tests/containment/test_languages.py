"""Automata of patterns say the same as an engine that runs them, and find a shortest text."""

from functools import cache
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema_rs import Draft202012Validator, RegexOptions

from alvara.containment.budget import Budget
from alvara.containment.languages import UnansweredError, automaton, shortest_text

TEXTS = ["".join(letters) for length in range(5) for letters in product("ab0", repeat=length)]

ATOMS = st.sampled_from(["a", "b", "0", ".", "[ab]", "[^a]", r"\d", r"\w", r"\D", "^", "$", "(?:)"])
REPEATABLE = st.sampled_from(["a", "b", ".", "[ab]", "[^b]", r"\d"])
PATTERNS = st.recursive(
    ATOMS | st.tuples(REPEATABLE, st.sampled_from(["*", "+", "?", "{2}", "{1,2}", "{2,}", "{0}"])).map("".join),
    lambda inner: (
        st.lists(inner, min_size=2, max_size=3).map("".join)
        | st.lists(inner, min_size=2, max_size=2).map(lambda parts: f"(?:{'|'.join(parts)})")
        | st.tuples(st.tuples(inner).map(lambda parts: f"({parts[0]})"), st.sampled_from(["*", "+", "?"])).map("".join)
    ),
    max_leaves=6,
)


@cache
def _engine(pattern: str) -> Draft202012Validator:
    return Draft202012Validator({"pattern": pattern}, pattern_options=RegexOptions())


def _matches(pattern: str, text: str) -> bool:
    return _engine(pattern).is_valid(text)


@settings(max_examples=400, deadline=None)
@given(st.lists(PATTERNS, max_size=2), st.lists(PATTERNS, max_size=2), st.integers(0, 2), st.integers(0, 4) | st.none())
def test_text_is_found_where_there_is_one(
    matching: list[str], unmatched: list[str], least: int, most: int | None
) -> None:
    fitting = [
        text
        for text in TEXTS
        if len(text) >= least
        and (most is None or len(text) <= most)
        and all(_matches(pattern, text) for pattern in matching)
        and not any(_matches(pattern, text) for pattern in unmatched)
    ]
    try:
        found = shortest_text(matching, unmatched, Budget(), least, most)
    except UnansweredError:
        return

    if found is None:
        assert fitting == []
    else:
        assert least <= len(found) <= (len(found) if most is None else most)
        assert all(_matches(pattern, found) for pattern in matching)
        assert not any(_matches(pattern, found) for pattern in unmatched)
        assert all(len(found) <= len(text) for text in fitting)


@settings(max_examples=100, deadline=None)
@given(PATTERNS, st.integers(0, 6))
def test_text_that_is_taken_is_not_found_again(pattern: str, number: int) -> None:
    taken: set[str] = set()
    for _ in range(number):
        try:
            found = shortest_text([pattern], [], Budget(), most=3, excluded=frozenset(taken))
        except UnansweredError:
            return
        if found is None:
            break
        assert found not in taken
        assert _matches(pattern, found)
        taken.add(found)


@pytest.mark.parametrize("pattern", [r"^\p{L}+$", "(?=a)a", r"(a)\1", r"\bword\b", "a{1000}{1000}", "(", "a" * 2000])
def test_what_automata_cannot_say_is_left_to_others(pattern: str) -> None:
    assert automaton(pattern) is None


@pytest.mark.parametrize(
    ("narrow", "wide"),
    [
        ("^[a-z]{1,8}$", "^[a-z0-9]{1,8}$"),
        ("^WP-[0-9]{1,10}$", "^[A-Z0-9-]{1,20}$"),
        (r"^[^@\s]+@[^@\s]+\.[^@\s]+$", r"^.+@.+\..+$"),
        ("^(25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])$", "^[0-9]{1,3}$"),
        (r"^\S+$", r"^[^ \t\n\u2003]+$"),
    ],
)
def test_narrower_pattern_lies_within_the_wider(narrow: str, wide: str) -> None:
    assert shortest_text([narrow], [wide], Budget()) is None
    assert shortest_text([wide], [narrow], Budget()) is not None
