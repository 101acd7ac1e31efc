"""A schema that is called closed lets no property in that it does not name."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from alvara.subschemas.instances import Instances
from alvara.subschemas.openness import open_schemas
from alvara.subschemas.reach import reach
from tests.subschemas.files import references, schema

CLOSED = {"type": "object", "additionalProperties": False, "properties": {"a": {"type": "string"}}}
OPEN = {"type": "object", "properties": {"a": {"type": "string"}}}


def opened(value: Any) -> list[str]:
    root, followed = schema(value), references()
    found = [s.pointer for s, _ in open_schemas(root, followed)]
    assert found == [s.pointer for s, _ in open_schemas(root, followed, reach(root, followed).reached)]
    return ["/".join(map(str, pointer[1:])) for pointer in found]


@pytest.mark.parametrize(
    "value",
    [
        CLOSED,
        False,
        {"type": "string"},
        {"const": {"a": 1}},
        {"enum": [{"a": 1}]},
        {"allOf": [{"properties": {"a": {"type": "string"}}}, {"type": "object"}], "unevaluatedProperties": False},
        {"anyOf": [CLOSED, {"type": "null"}]},
        {"type": "object", "oneOf": [CLOSED, CLOSED]},
        {"if": {"required": ["a"]}, "then": CLOSED, "else": CLOSED},
        {**CLOSED, "if": {"properties": {"a": {"const": "x"}}}, "then": {"properties": {"a": {"minLength": 2}}}},
        {**CLOSED, "properties": {"b": CLOSED}, "then": {"properties": {"b": {"required": ["a"]}}}},
        {**CLOSED, "properties": {"b": {"type": "array", "items": CLOSED}}},
        {**CLOSED, "properties": {"b": {"maxLength": 3}}},
        {**CLOSED, "patternProperties": {"^x-": {"type": "string"}}},
        {"$ref": "#/$defs/a", "$defs": {"a": CLOSED, "unused": OPEN}},
        {"$ref": "#/$defs/t", "$defs": {"t": {**CLOSED, "properties": {"t": {"$ref": "#/$defs/t"}}}}},
        {"$ref": "http://example.com/x.json"},
        {"type": "object", "additionalProprties": False},
    ],
)
def test_closed_schema_is_let_pass(value: Any) -> None:
    assert opened(value) == []


@pytest.mark.parametrize(
    ("value", "places"),
    [
        (True, [""]),
        ({}, [""]),
        ({"description": "Free."}, [""]),
        (OPEN, [""]),
        ({"properties": {"a": {"type": "string"}}}, [""]),
        ({"type": ["object", "null"]}, [""]),
        ({"type": "object", "additionalProperties": True}, [""]),
        ({"type": "object", "additionalProperties": {"type": "string"}}, [""]),
        ({"type": "object", "additionalProperties": OPEN}, ["", "additionalProperties"]),
        ({**CLOSED, "properties": {"b": OPEN, "c": True, "d": {}}}, ["properties/b", "properties/c", "properties/d"]),
        ({**CLOSED, "properties": {"b": {"items": OPEN}}}, ["properties/b/items"]),
        ({**CLOSED, "properties": {"b": {"prefixItems": [OPEN]}}}, ["properties/b/prefixItems/0"]),
        ({"anyOf": [CLOSED, OPEN]}, ["anyOf/1"]),
        ({**OPEN, "anyOf": [CLOSED, OPEN]}, [""]),
        ({"if": {"required": ["a"]}, "then": CLOSED}, [""]),
        ({"allOf": [OPEN, OPEN]}, ["allOf/0"]),
        ({"type": "object", "then": {"type": "string"}, "else": {"type": "string"}}, [""]),
        ({"anyOf": [{"if": {"type": "string"}}]}, ["anyOf/0"]),
        ({"anyOf": [CLOSED, {"not": {"type": "string"}}]}, ["anyOf/1"]),
        ({"$ref": "#/$defs/a", "$defs": {"a": OPEN}}, ["$defs/a"]),
        ({"oneOf": [{"$ref": "#/$defs/a"}, {"$ref": "#/$defs/a"}], "$defs": {"a": OPEN}}, ["$defs/a"]),
    ],
)
def test_open_schema_is_told_at_its_place(value: Any, places: list[str]) -> None:
    assert places == opened(value)


_LEAVES = st.sampled_from([{"type": "string"}, {"type": "null"}, {"$ref": "#/$defs/d"}, {"type": "object"}])
_SCHEMAS = st.recursive(
    _LEAVES,
    lambda inner: st.fixed_dictionaries(
        {},
        optional={
            "type": st.sampled_from(["object", ["object", "null"], "array", "string"]),
            "properties": st.dictionaries(st.sampled_from("ab"), inner, max_size=2),
            "additionalProperties": st.just(False) | st.just(False) | inner,
            "unevaluatedProperties": st.just(False),
            "allOf": st.lists(inner, min_size=1, max_size=2),
            "anyOf": st.lists(inner, min_size=1, max_size=2),
            "oneOf": st.lists(inner, min_size=1, max_size=2),
            "if": inner, "then": inner, "else": inner,
        },
    ),
    max_leaves=8,
)  # fmt: skip
_MAPS = st.recursive(
    st.fixed_dictionaries({}, optional={"a": st.sampled_from(["x", None]), "b": st.sampled_from(["x", None])}),
    lambda inner: st.dictionaries(st.sampled_from("ab"), inner | st.sampled_from(["x", None]), max_size=2),
    max_leaves=4,
)


def with_unknown_property(value: Any) -> list[Any]:
    """Give a map with a property more, at the top and at each place inside."""
    if not isinstance(value, dict):
        return []
    inside = [{**value, key: changed} for key, item in value.items() for changed in with_unknown_property(item)]
    return [{**value, "zzz": "x"}, *inside]


@given(_SCHEMAS, _SCHEMAS, _MAPS)
@settings(max_examples=300, deadline=None)
def test_closed_schema_refuses_unknown_properties_at_every_depth(root: Any, definition: Any, value: Any) -> None:
    whole = {"allOf": [root], "$defs": {"d": definition}}
    found = reach(schema(whole), references())
    if found.rings or list(open_schemas(found.root, references(), found.reached)):
        return
    instances = Instances(whole)

    assert [changed for changed in with_unknown_property(value) if instances.objection(changed) is None] == []
