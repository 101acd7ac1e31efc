"""What gets into a condition is JSON with one canonical form, and small; the rest is refused without a word of it."""

import time
from collections.abc import Callable
from datetime import UTC, date, datetime
from decimal import Decimal
from json import loads
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from alvara.conditions.canonical import (
    MOST_BYTES,
    MOST_DEPTH,
    MOST_EXACT,
    longest_list,
    plain,
    plain_and_digest,
    refuse,
)
from alvara.conditions.engine import Program, Scope
from alvara.conditions.truth import TRUE
from alvara.identity.digests import canonical, digest


def nested(depth: int) -> Any:
    value: Any = 1
    for level in range(depth):
        value = {"a": value} if level % 2 else [value]
    return value


def ring() -> Any:
    value: list[Any] = []
    value.append(value)
    value.append(value)
    return value


class Text(str):
    """A text that is no plain text."""

    __slots__ = ()


class Record(dict[str, Any]):
    """An object that is no plain object."""


REFUSED: list[tuple[Any, str]] = [
    (float("nan"), "a number is not finite"),
    (float("inf"), "a number is not finite"),
    (-float("inf"), "a number is not finite"),
    (MOST_EXACT + 1, f"a whole number is beyond {MOST_EXACT}, where JSON is no longer exact"),
    (-MOST_EXACT - 1, f"a whole number is beyond {MOST_EXACT}, where JSON is no longer exact"),
    (2**63, f"a whole number is beyond {MOST_EXACT}, where JSON is no longer exact"),
    (float(2**53), f"a whole number is beyond {MOST_EXACT}, where JSON is no longer exact"),
    (1e20, f"a whole number is beyond {MOST_EXACT}, where JSON is no longer exact"),
    (10**5000, f"a whole number is beyond {MOST_EXACT}, where JSON is no longer exact"),
    ("\ud800", "a text has half a character (a lone surrogate)"),
    ("a\udfffb", "a text has half a character (a lone surrogate)"),
    ({"\ud800": 1}, "a key has half a character (a lone surrogate)"),
    ({1: 2}, "a key is no text"),
    ({None: 2}, "a key is no text"),
    ({True: 2}, "a key is no text"),
    ({"a": 1, 2: 3}, "a key is no text"),
    (Decimal("1.5"), "a Decimal is no JSON value"),
    ((1, 2), "a tuple is no JSON value"),
    ({"a": [(1,)]}, "a tuple is no JSON value"),
    ({1}, "a set is no JSON value"),
    (b"abc", "a bytes is no JSON value"),
    (datetime(2026, 5, 1, tzinfo=UTC), "a datetime is no JSON value"),
    (date(2026, 5, 1), "a date is no JSON value"),
    (object(), "a object is no JSON value"),
    (nested(MOST_DEPTH + 1), "it is nested deeper than 64 levels"),
    (nested(100_000), "it is nested deeper than 64 levels"),
    (ring(), "it is nested deeper than 64 levels"),
    ("x" * MOST_BYTES, "it is larger than 1024 KiB"),
    ("é" * (MOST_BYTES // 2), "it is larger than 1024 KiB"),
    (["x" * 1000] * 1100, "it is larger than 1024 KiB"),
    ({"k" * 100 + str(i): i for i in range(11_000)}, "it is larger than 1024 KiB"),
]


@pytest.mark.parametrize(("value", "why"), REFUSED, ids=[f"{i}-{why[:24]}" for i, (_, why) in enumerate(REFUSED)])
def test_what_is_refused_wherever_it_stands(value: Any, why: str) -> None:
    assert refuse(value) == why
    if "nested" not in why:
        for around in ([1, value], {"a": value}, {"a": [{"b": value}, "rest"]}):
            assert refuse(around) == why
    with pytest.raises(ValueError, match=r"^(a|an|it) "):
        Scope({"input": value})


TAKEN: list[tuple[Any, Any]] = [
    (None, None),
    (True, True),
    (0, 0),
    (5.0, 5),
    (-0.0, 0),
    (2.5, 2.5),
    (1e300, 1e300),
    (1e21, 1e21),
    (MOST_EXACT, MOST_EXACT),
    (-MOST_EXACT, -MOST_EXACT),
    ("", ""),
    ("1.0", "1.0"),
    ("a😀", "a😀"),
    ("\x00", "\x00"),
    ([], []),
    ({}, {}),
    ({"a": [1.0, {"b": 2.0}, "3.0"]}, {"a": [1, {"b": 2}, "3.0"]}),
    (Text("abc"), "abc"),
    (Record(a=1), {"a": 1}),
    (nested(MOST_DEPTH), nested(MOST_DEPTH)),
    ([[]] * 1000, [[]] * 1000),
    ("x" * (MOST_BYTES - 2), "x" * (MOST_BYTES - 2)),
]


@pytest.mark.parametrize(("value", "copy"), TAKEN, ids=[f"{i}" for i in range(len(TAKEN))])
def test_what_is_taken_is_copied_as_its_canonical_form_reads(value: Any, copy: Any) -> None:
    assert refuse(value) == ""
    found = plain(value)
    assert found == copy
    assert type(found) is type(copy)
    assert found is not value or not isinstance(value, (dict, list))


SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.sampled_from(["1.0", "\ud800", 5.0, 2**53, 1e16, 1e20, 1e21, 123456789012345680000.0])
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(max_size=4) | st.integers(), inner, max_size=4)
        | st.tuples(inner, inner)
    ),
    max_leaves=8,
)


@settings(max_examples=150, deadline=None)
@given(VALUES)
def test_what_is_taken_has_a_digest_and_what_has_one_digest_is_one_value(value: Any) -> None:
    if refuse(value):
        return
    copy = plain(value)
    assert canonical(copy) == canonical(value)
    assert plain_and_digest(value) == (copy, digest(value))
    for again in (plain(copy), plain(loads(canonical(value)))):
        assert again == copy
        assert _kinds(again) == _kinds(copy)


def _kinds(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _kinds(item) for key, item in value.items()}
    return [_kinds(item) for item in value] if isinstance(value, list) else type(value)


def test_a_whole_number_is_judged_in_one_way_however_it_was_written() -> None:
    for written in (30, 30.0):
        scope = Scope({"input": {"days": written}})
        assert Program("input.days + 1 == 31 && input.days % 7 == 2").judge(scope).truth is TRUE


TEN_MEGABYTES: dict[str, Callable[[], Any]] = {
    "a text": lambda: "x" * 10_000_000,
    "a list": lambda: [{"a": i} for i in range(700_000)],
    "a list that ends badly": lambda: [["x" * 1000] * 10_000, float("nan")],
}


@pytest.mark.parametrize("made", TEN_MEGABYTES.values(), ids=TEN_MEGABYTES)
def test_ten_megabytes_are_refused_at_once(made: Callable[[], Any]) -> None:
    value = made()
    begin = time.process_time()
    assert refuse(value) in ("it is larger than 1024 KiB", "a number is not finite")
    assert time.process_time() - begin < 3.0


def test_the_longest_list_is_found_anywhere() -> None:
    assert longest_list(1) == 0
    assert longest_list([[], {"a": [1, 2, 3]}]) == 3
    assert longest_list({str(i): i for i in range(9)}) == 9
