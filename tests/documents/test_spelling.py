"""JSON values in YAML: whatever is written is read as the same."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from alvara.documents.load import load
from alvara.documents.spelling import WIDTH, entry, flow, scalar

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20) | st.sampled_from(
    [
        "\u2028",
        "\ufeff",
        "yes",
        "null",
        "~",
        "1.0",
        "0x1",
        "2024-02-29",
        "a: b",
        "a #b",
        "- a",
        "{a}",
        "[a]",
        "a, b",
        "'",
        '"',
        "\\",
        "&a",
    ]
)
PLAIN = st.none() | st.booleans() | st.integers(1 - 2**53, 2**53 - 1) | TEXTS
VALUES = st.recursive(PLAIN, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4))


@given(VALUES)
def test_a_value_in_one_line_is_read_as_the_same(value: Any) -> None:
    assert load("a.yaml", f"held: {flow(value)}\n".encode()).value == {"held": value}


@given(TEXTS, VALUES)
def test_an_entry_in_lines_is_read_as_the_same(key: str, value: Any) -> None:
    text = "".join(f"{line}\n" for line in entry(key, value, 2))

    assert load("a.yaml", f"top:\n{text}".encode()).value == {"top": {key: value}}


@pytest.mark.parametrize(
    ("text", "written"),
    [("workPermit.read", "workPermit.read"), ("true", '"true"'), ("1.0", '"1.0"'), ("a: b", '"a: b"'), ("", '""')],
)
def test_quotes_are_where_they_are_needed(text: str, written: str) -> None:
    assert scalar(text) == written


def test_what_fits_stays_in_a_line_and_what_does_not_is_unfolded() -> None:
    short = {"id": "u1", "roles": []}

    assert list(entry("user", short, 2)) == ["  user: {id: u1, roles: []}"]
    assert list(entry("users", {"a": short, "b": {"id": "x" * WIDTH}}, 0)) == [
        "users:", "  a: {id: u1, roles: []}", "  b:", f"    id: {'x' * WIDTH}"
    ]  # fmt: skip
    assert list(entry("ids", ["x" * WIDTH], 0)) == ["ids:", f"  - {'x' * WIDTH}"]
