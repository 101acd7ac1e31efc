"""A schema that stands by itself means what it meant among its files."""

from json import dumps
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from alvara.subschemas.inlining import inline
from alvara.subschemas.instances import Instances, compiles
from alvara.subschemas.reach import reach
from tests.subschemas.files import references, schema

FILES: dict[str, Any] = {
    "schemas/permit.json": {
        "$id": "https://example.com/permit.json",
        "type": "object",
        "required": ["id"],
        "properties": {"id": {"$ref": "#/$defs/id"}, "parts": {"items": {"$ref": "#"}}},
        "$defs": {"id": {"type": "string", "pattern": "^WP-"}, "day": {"$anchor": "day", "format": "date"}},
    }
}
PERMIT = "../../schemas/permit.json"


@pytest.mark.parametrize(
    ("value", "good", "bad"),
    [
        ({"$ref": PERMIT}, {"id": "WP-1"}, {"id": "PT-1"}),
        ({"$ref": PERMIT}, {"id": "WP-1", "parts": [{"id": "WP-2"}]}, {"id": "WP-1", "parts": [{"id": "PT-2"}]}),
        ({"$ref": f"{PERMIT}#/$defs/id", "maxLength": 4}, "WP-1", "WP-11"),
        ({"$ref": f"{PERMIT}#day"}, "2026-02-28", "31/02/2026"),
        ({"properties": {"a": {"$ref": "#"}, "b": {"$ref": "#/properties/c"}, "c": {"type": "null"}}},
         {"a": {"b": None}}, {"a": {"a": {"b": 1}}}),
        ({"properties": {"$ref": {"type": "string"}}, "const": {"$ref": "http://example.com"}},
         {"$ref": "http://example.com"}, {"$ref": 1}),
        ({"$id": "https://example.com/x", "$defs": {"a": {"const": 1}}, "$ref": "#/$defs/a"}, 1, 2),
    ],
)  # fmt: skip
def test_inlined_schema_judges_as_before(value: Any, good: Any, bad: Any) -> None:
    instances = Instances(inline(schema(value), references(FILES)))

    assert instances.objection(good) is None
    assert instances.objection(bad) is not None


@pytest.mark.parametrize(
    "value", [{"$ref": "http://127.0.0.1:9/x"}, {"$ref": "#/nowhere"}, {"$ref": "../../../x"}, {"$dynamicRef": "#"}]
)
def test_what_leads_nowhere_lets_nothing_pass(value: Any) -> None:
    inlined = inline(schema({"properties": {"a": value}}), references(FILES))

    assert inlined == {"properties": {"a": False}}


def test_authored_schema_is_left_as_it_was() -> None:
    value = {"properties": {"a": {"$ref": PERMIT}}, "oneOf": [{"$ref": f"{PERMIT}#day"}]}
    before = dumps(value)

    inline(schema(value), references(FILES))

    assert before == dumps(value)


def test_size_grows_with_the_files_and_not_with_the_ways_through_them() -> None:
    links = {f"d{i}": {"anyOf": [{"$ref": f"#/$defs/d{i + 1}"}] * 2} for i in range(60)}
    value = {"$defs": {**links, "d60": {"type": "null"}}, "$ref": "#/$defs/d0"}

    assert len(dumps(inline(schema(value), references()))) < 2 * len(dumps(value))


def test_pattern_is_compiled_for_an_engine_that_cannot_backtrack() -> None:
    assert compiles("^a+$")
    assert not compiles("(?=a)")
    assert not compiles("(")


@pytest.mark.parametrize(
    ("limits", "value", "words"),
    [
        ({"format": "date"}, "31/02/2026", "it is no `date`"),
        ({"type": "string"}, 5, "it is not of the type `string`"),
        ({"enum": ["A"]}, "B", "it is none of `A`"),
        ({"required": ["a"]}, {}, "it lacks `a`"),
        ({"properties": {"a": {"maxLength": 2}}}, {"a": "abc"}, "`/a` breaks `maxLength`"),
        ({"properties": {}, "additionalProperties": False}, {"b": 1}, "it has `b`, which is not declared"),
        (False, 1, "it satisfies nothing"),
    ],
)
def test_objection_says_what_is_wrong(limits: Any, value: Any, words: str) -> None:
    assert words == Instances(limits).objection(value)


def test_value_that_would_keep_the_validator_for_ever_is_not_judged() -> None:
    twice = {"anyOf": [{"properties": {"a": {"$ref": "#"}}, "required": ["b"]}] * 2}
    value: Any = {}
    for _ in range(60):
        value = {"a": value}

    assert Instances(inline(schema(twice), references())).objection(value) == "it takes too many steps to judge"


_SCHEMAS = st.recursive(
    st.sampled_from([True, {"type": "string"}, {"type": "integer"}])
    | st.sampled_from([{"$ref": "#/$defs/a"}, {"$ref": "#/$defs/b"}, {"$ref": "#"}]),
    lambda inner: st.fixed_dictionaries(
        {},
        optional={
            "properties": st.dictionaries(st.sampled_from("ab"), inner, max_size=2),
            "anyOf": st.lists(inner, min_size=1, max_size=2),
            "required": st.lists(st.sampled_from("ab"), max_size=2, unique=True),
            "additionalProperties": inner,
            "items": inner,
        },
    ),
    max_leaves=8,
)  # fmt: skip
_VALUES = st.recursive(
    st.sampled_from(["x", 1, None]),
    lambda inner: st.dictionaries(st.sampled_from("abc"), inner, max_size=2) | st.lists(inner, max_size=2),
    max_leaves=6,
)


@given(_SCHEMAS, _SCHEMAS, _SCHEMAS, _VALUES)
@settings(max_examples=200, deadline=None)
def test_inlining_changes_no_verdict(root: Any, a: Any, b: Any, value: Any) -> None:
    whole = {"allOf": [root], "$defs": {"a": a, "b": b}}
    if reach(schema(whole), references()).rings:
        return

    assert (Instances(whole).objection(value) is None) == (
        Instances(inline(schema(whole), references())).objection(value) is None
    )
