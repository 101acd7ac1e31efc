"""Why a schema does not contain another: in words, at places, each reason once, and the same in every run."""

import os
import subprocess
import sys
from typing import Any

import pytest

from alvara.containment.answers import MOST_DIFFERENCES
from tests.containment.pairs import PERMIT, compare


def _tagged(tag: str, kind: str) -> dict[str, Any]:
    return {"type": "object", "required": ["k"], "properties": {"k": {"const": tag}, "v": {"type": kind}}}


WORDS: list[tuple[Any, Any, str, str, str, str]] = [
    (
        {"type": "object", "properties": {"days": {"type": "integer", "minimum": 0}}},
        {"type": "object", "properties": {"days": {"type": "integer", "minimum": 1}}},
        "`days` may no longer be 0", "`days` may now be 0", "properties/days/minimum", "properties/days/minimum",
    ),
    (
        {"type": "object", "properties": {"note": {}}}, {"type": "object", "required": ["note"]},
        "`note` is now required", "`note` is no longer always there", "properties/note", "required/0",
    ),
    (
        {"enum": ["open", "queued"]}, {"enum": ["open"]},
        "`queued` is no longer allowed", "`queued` is now possible", "enum", "enum",
    ),
    (
        {"type": "object", "properties": {"a": {"type": "object", "properties": {"s": {"enum": ["x", "y"]}}}}},
        {"type": "object", "properties": {"a": {"type": "object", "properties": {"s": {"enum": ["x"]}}}}},
        "`y` is no longer allowed for `a.s`", "`y` is now possible for `a.s`",
        "properties/a/properties/s/enum", "properties/a/properties/s/enum",
    ),
    (
        {"type": "object", "properties": {"a": {}, "b": {}}, "additionalProperties": False},
        {"type": "object", "properties": {"a": {}}, "additionalProperties": False},
        "`b` is no longer allowed", "`b` may now be there", "properties/b", "additionalProperties",
    ),
    (
        {"type": "object"}, {"type": "object", "additionalProperties": False},
        "properties that are not declared are no longer allowed", "properties that are not declared may now be there",
        "", "additionalProperties",
    ),
    (
        {"type": ["string", "null"]}, {"type": "string"},
        "the value may no longer be null", "the value may now be null", "type", "type",
    ),
    (
        {}, {"type": "string"},
        "the value must now be a text", "the value may now be something else than a text", "", "type",
    ),
    (
        {"type": "object", "properties": {"tags": {"type": "array", "items": {"type": "string"}}}},
        {"type": "object", "properties": {"tags": {"type": "array", "items": {"type": "string", "minLength": 1}}}},
        "an item of `tags` may no longer be empty", "an item of `tags` may now be empty",
        "properties/tags/items", "properties/tags/items/minLength",
    ),
    (
        {"type": "string"}, {"type": "string", "enum": ["a", "b"]},
        "the value must now be one of `a`, `b`", "the value may now be something else than one of `a`, `b`", "", "enum",
    ),
    (
        {"type": "object"}, {"type": "object", "propertyNames": {"pattern": "^a"}},
        "a property may no longer be named an empty text", "a property may now be named an empty text",
        "", "propertyNames",
    ),
    (
        {"oneOf": [_tagged("a", "number"), _tagged("b", "number")]},
        {"oneOf": [_tagged("a", "number"), _tagged("b", "integer")]},
        "`v` may no longer be a number that is not whole", "`v` may now be a number that is not whole",
        "oneOf/1/properties/v/type", "oneOf/1/properties/v/type",
    ),
    (
        {"type": "array", "maxItems": 3}, {"type": "array", "maxItems": 1},
        "the value may no longer have more than 1 item", "the value may now have more than 1 item",
        "maxItems", "maxItems",
    ),
    (True, False, "no value is accepted for the value any more", "the value may now have a value", "", ""),
]  # fmt: skip


@pytest.mark.parametrize(("first", "second", "no_longer", "newly", "left", "right"), WORDS)
def test_difference_is_said_and_placed(
    first: Any, second: Any, no_longer: str, newly: str, left: str, right: str
) -> None:
    (difference,) = compare(first, second).differences

    assert (no_longer, newly) == (difference.no_longer, difference.newly)
    assert (left, right) == tuple(
        "/".join(map(str, site.pointer[1:])) for site in (difference.first, difference.second)
    )


def test_independent_reasons_are_each_listed_once() -> None:
    changed = {
        **PERMIT,
        "properties": {
            "id": {"type": "string", "pattern": "^WP-[0-9]{1,9}$"},
            "days": {"type": "integer", "minimum": 2, "maximum": 29},
            "note": {"type": "string"},
        },
        "required": ["id", "days", "note"],
    }

    assert [
        "`id` may no longer be `WP-0000000000`, which `^WP-[0-9]{1,9}$` does not match",
        "`days` may no longer be 1",
        "`days` may no longer be 30",
        "`note` is now required",
        "`tags` is no longer allowed",
    ] == [difference.no_longer for difference in compare(PERMIT, changed).differences]


def test_what_was_not_restricted_at_all_is_one_reason() -> None:
    answer = compare(
        {"properties": {"permit": {}}, "type": "object"}, {"properties": {"permit": PERMIT}, "type": "object"}
    )

    assert ["`permit` must now be a map"] == [difference.no_longer for difference in answer.differences]


def test_one_change_of_a_shared_definition_is_one_reason() -> None:
    def shared(kind: str) -> dict[str, Any]:
        names = [f"p{number}" for number in range(9)]
        held = {name: {"$ref": "#/$defs/d"} for name in names}
        return {"type": "object", "properties": held, "$defs": {"d": {"type": kind, "items": {"$ref": "#"}}}}

    assert ["`p0` may no longer be a number that is not whole"] == [
        difference.no_longer for difference in compare(shared("number"), shared("integer")).differences
    ]


def test_no_more_differences_than_a_person_reads() -> None:
    names = [f"p{number}" for number in range(3 * MOST_DIFFERENCES)]

    assert MOST_DIFFERENCES == len(compare({"type": "object"}, {"type": "object", "required": names}).differences)


def test_answers_do_not_depend_on_the_run() -> None:
    program = (
        "from tests.containment.pairs import compare\n"
        "from tests.containment.test_containment import NARROWER, OPEN\n"
        "from tests.containment.test_differences import WORDS\n"
        "pairs = [*NARROWER.values(), *OPEN.values(), *((w[0], w[1]) for w in WORDS)]\n"
        "print([compare(b, a) for a, b in pairs], [compare(a, b) for a, b in pairs])\n"
    )
    path = os.pathsep.join(filter(None, sys.path))
    runs = {
        subprocess.run(
            [sys.executable, "-c", f"x = [object() for _ in range({seed * 1000})]\n{program}"],
            env={**os.environ, "PYTHONHASHSEED": str(seed), "PYTHONPATH": path},
            capture_output=True, check=True,
        ).stdout
        for seed in (1, 2, 3)
    }  # fmt: skip

    assert 1 == len(runs)
