"""What a schema says of a map, read together over its references and branches."""

from typing import Any

import pytest

from alvara.subschemas.merging import names_of, properties_of, required_of, standing
from tests.subschemas.files import references, schema

FILES: dict[str, Any] = {
    "schemas/permit.json": {
        "$defs": {
            "addressed": {"required": ["permit"], "properties": {"permit": {"type": "string"}}},
            "component": {
                "type": "object",
                "required": ["name"],
                "properties": {"name": {}, "maker": {"type": "object", "required": ["id"], "properties": {"id": {}}}},
            },
        }
    }
}
ADDRESSED = {"$ref": "../../schemas/permit.json#/$defs/addressed"}
COMPONENT = {"$ref": "../../schemas/permit.json#/$defs/component"}


def required(value: Any) -> set[str]:
    return set(required_of(schema(value), references(FILES)))


def properties(value: Any) -> set[str]:
    return set(properties_of(schema(value), references(FILES)))


def one(name: str) -> dict[str, Any]:
    return {"required": [name], "properties": {name: {}}}


@pytest.mark.parametrize(
    ("value", "declared", "needed"),
    [
        (True, set(), set()),
        ({"properties": {"a": {}, "b": {}}, "required": ["a", "c"]}, {"a", "b"}, {"a", "c"}),
        (ADDRESSED, {"permit"}, {"permit"}),
        ({"allOf": [ADDRESSED, one("a")], **one("b")}, {"permit", "a", "b"}, {"permit", "a", "b"}),
        ({"anyOf": [one("a"), {"allOf": [one("a"), one("b")]}]}, {"a", "b"}, {"a"}),
        ({"oneOf": [one("a"), one("b")]}, {"a", "b"}, set()),
        ({"if": one("a"), "then": one("b"), "else": one("c")}, {"b", "c"}, set()),
        ({"dependentSchemas": {"a": one("b")}}, {"b"}, set()),
        ({"not": one("a"), "properties": 5, "required": "a", "anyOf": 3}, set(), set()),
        ({"$ref": "#"}, set(), set()),
        ({"anyOf": [{"$ref": "#"}, one("a")]}, {"a"}, set()),
        ({"$ref": "http://example.com"}, set(), set()),
    ],
)
def test_properties_are_gathered(value: Any, declared: set[str], needed: set[str]) -> None:
    assert declared == properties(value)
    assert needed == required(value)


def test_property_declared_twice_has_both_schemas() -> None:
    value = {"properties": {"a": {"type": "string"}}, "allOf": [{"properties": {"a": {"maxLength": 3}}}]}
    found = properties_of(schema(value), references())

    assert [part.value for part in found["a"]] == [{"type": "string"}, {"maxLength": 3}]


MAP = {
    "required": ["component", "list"],
    "properties": {
        "component": COMPONENT,
        "list": {"items": COMPONENT},
        "pair": {"prefixItems": [{"properties": {"a": {}}}]},
        "opaque": {"type": "object"},
        "map": {"properties": {"a": {}}, "additionalProperties": {"type": "string"}},
    },
}


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("component", "required"),
        ("component.name", "required"),
        ("component.maker", "optional"),
        ("component.maker.id", "optional"),
        ("component.colour", "unknown"),
        ("list.*.name", "optional"),
        ("list.0.name", "optional"),
        ("list.*.colour", "unknown"),
        ("pair.0.a", "optional"),
        ("opaque.anything", "open"),
        ("map.b", "open"),
        ("colour", "unknown"),
    ],
)
def test_path_of_names_has_a_standing(path: str, expected: str) -> None:
    assert expected == standing(schema(MAP), path.split("."), references(FILES))


def test_names_are_listed_with_dots() -> None:
    assert names_of(schema(MAP), references(FILES)) == (
        ("component", True), ("component.maker", False), ("component.maker.id", False), ("component.name", True),
        ("list", True), ("map", False), ("map.a", False), ("opaque", False), ("pair", False),
    )  # fmt: skip


def test_names_of_a_recursive_schema_end() -> None:
    value = {"required": ["part"], "properties": {"part": {"$ref": "#"}}}

    assert names_of(schema(value), references()) == (("part", True), ("part.part", True), ("part.part.part", True))
