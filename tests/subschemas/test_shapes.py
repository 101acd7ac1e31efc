"""What a condition may rely on: never less than what the schema lets be, and as much as it says."""

from typing import Any

import jsonschema_rs
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from alvara.model.schemas import ANYTHING, Shape
from alvara.subschemas.shapes import shape_of
from tests.subschemas.files import references, schema

STRING, NULL, INTEGER = Shape(("string",)), Shape(("null",), (None,)), Shape(("integer",))
FILES: dict[str, Any] = {
    "schemas/permit.json": {
        "$defs": {
            "id": {"type": "string", "format": "uuid"},
            "tree": {"type": "object", "properties": {"next": {"$ref": "#/$defs/tree"}, "n": {"type": "integer"}}},
        }
    }
}


def shape(value: Any) -> Shape:
    return shape_of(schema(value), references(FILES))


def record(properties: dict[str, Any], *required: str, **more: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(required), **more}


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (True, ANYTHING),
        ({}, ANYTHING),
        ({"type": "string", "format": "date"}, Shape(("string",), format="date")),
        ({"type": ["string", "null"]}, Shape(("string", "null"))),
        ({"type": ["number", "integer"]}, Shape(("number",))),
        ({"enum": ["A", "B"]}, Shape(("string",), ("A", "B"))),
        ({"const": 1}, Shape(("integer",), (1,))),
        ({"enum": [True, None]}, Shape(("boolean", "null"), (True, None))),
        ({"type": "string", "enum": ["A", 1]}, Shape(("string",), ("A",))),
        ({"enum": [["A"]]}, ANYTHING),
        ({"type": "integer", "exclusiveMinimum": 0, "maximum": 9}, Shape(("integer",), least=1, greatest=9)),
        ({"type": "number", "exclusiveMinimum": 0.5}, Shape(("number",), least=0.5)),
        ({"type": "array", "items": {"type": "string"}, "maxItems": 3}, Shape(("array",), items=STRING, most=3)),
        ({"type": "array", "prefixItems": [{}], "items": {"type": "string"}}, Shape(("array",))),
        ({"type": "object"}, Shape(("object",), open=True)),
        (record({"a": {"type": "string"}}, "a"), Shape(("object",), properties=(("a", STRING, True),))),
        (record({"a": {"type": "string"}}), Shape(("object",), properties=(("a", STRING, False),))),
        (record({}, "a"), Shape(("object",), properties=(("a", ANYTHING, True),))),
        (record({"a": {}}, additionalProperties=True),
         Shape(("object",), properties=(("a", ANYTHING, False),), open=True)),
        (record({"a": {}}, additionalProperties=False), Shape(("object",), properties=(("a", ANYTHING, False),))),
        ({"properties": {"a": {}}}, Shape(("object",), properties=(("a", ANYTHING, False),))),
        ({"$ref": "../../schemas/permit.json#/$defs/id"}, Shape(("string",), format="uuid")),
        ({"$ref": "../../schemas/permit.json#/$defs/none"}, ANYTHING),
        ({"$ref": "../../schemas/permit.json#/$defs/tree"},
         Shape(("object",), properties=(("n", INTEGER, False), ("next", ANYTHING, False)))),
        ({"anyOf": [{"type": "string"}, {"type": "null"}]}, Shape(("string", "null"))),
        ({"anyOf": [{"enum": ["A"]}, {"type": "null"}]}, Shape(("string", "null"), ("A", None))),
        ({"anyOf": [{"type": "string"}, {}]}, ANYTHING),
        ({"oneOf": [record({"a": {"type": "string"}}, "a"), record({"b": {"type": "string"}}, "b")]},
         Shape(("object",), properties=(("a", ANYTHING, False), ("b", ANYTHING, False)))),
        ({"oneOf": [record({"a": {"type": "string"}}, additionalProperties=False),
                    record({"b": {"type": "string"}}, additionalProperties=False)]},
         Shape(("object",), properties=(("a", STRING, False), ("b", STRING, False)))),
        ({"unevaluatedProperties": False, "type": "object",
          "oneOf": [record({"a": {"type": "string"}}), record({"b": {"type": "string"}})]},
         Shape(("object",), properties=(("a", STRING, False), ("b", STRING, False)))),
        ({"oneOf": [record({"a": {"type": "string"}}, "a"), {"type": "null"}]},
         Shape(("object", "null"), properties=(("a", STRING, True),))),
        ({"type": "object", "properties": {"a": {}, "b": {}}, "anyOf": [{"required": ["a"]}, {"required": ["b"]}]},
         Shape(("object",), properties=(("a", ANYTHING, False), ("b", ANYTHING, False)))),
        ({"allOf": [record({"a": {"type": ["string", "null"]}}), record({"a": {"type": "string"}}, "a")]},
         Shape(("object",), properties=(("a", STRING, True),))),
        ({"allOf": [{"type": "string"}, {"type": "integer"}]}, ANYTHING),
        ({"type": "object", "properties": {"a": {}}, "then": record({"b": {"type": "string"}}, "b")},
         Shape(("object",), properties=(("a", ANYTHING, False), ("b", ANYTHING, False)))),
        ({"type": "object", "properties": {"a": {}}, "then": record({"b": {"type": "string"}}, "b"),
          "unevaluatedProperties": False},
         Shape(("object",), properties=(("a", ANYTHING, False), ("b", STRING, False)))),
    ],
    ids=str,
)  # fmt: skip
def test_what_is_known(value: Any, expected: Shape) -> None:
    assert shape(value) == expected


NO_SCHEMAS = [
    {"type": 3}, {"enum": "A"}, {"properties": []}, {"required": "a"}, {"items": 1}, {"allOf": {}}, {"anyOf": [3]},
    {"unevaluatedProperties": False, "oneOf": [3]},
    {"unevaluatedProperties": False, "if": {"properties": 3}, "then": {"properties": {"a": {}}}},
    {"minimum": "1", "type": "number"}, 3, None,
]  # fmt: skip


@pytest.mark.parametrize("value", NO_SCHEMAS)
def test_a_schema_that_is_none_is_no_obstacle(value: Any) -> None:
    assert isinstance(shape(value), Shape)


def test_a_shape_is_kept_as_plain_tuples() -> None:
    found = shape(
        record({"a": {"type": "array", "items": {"enum": ["A"]}}, "n": {"type": "integer", "minimum": 1}}, "a")
    )
    assert Shape.of(found.packed()) == found
    hash(found.packed())


def test_what_multiplies_without_end_is_cut() -> None:
    body: dict[str, Any] = {"type": "string"}
    definitions = {
        f"d{i}": record({"l": {"$ref": f"#/$defs/d{i + 1}"}, "r": {"$ref": f"#/$defs/d{i + 1}"}}) for i in range(40)
    }
    found = shape({"$defs": {**definitions, "d40": body}, "$ref": "#/$defs/d0"})
    assert found.types == ("object",)


def fits(value: Any, known: Shape) -> bool:
    """Whether a value has a shape. A schema that names properties without a type is taken to mean a map."""
    if not known.types or (known.types == ("object",) and not isinstance(value, dict)):
        return True
    if known.enum is not None and not any(value == v and type(value) is type(v) for v in known.enum):
        return False
    if isinstance(value, dict):
        properties = [(value.get(name, ...), inner, always) for name, inner, always in known.properties]
        fitting = all(not always if held is ... else fits(held, inner) for held, inner, always in properties)
        return "object" in known.types and fitting
    if isinstance(value, list):
        few = known.most is None or len(value) <= known.most
        return "array" in known.types and few and all(fits(held, known.items or ANYTHING) for held in value)
    if value is None or isinstance(value, str | bool):
        return {type(None): "null", str: "string", bool: "boolean"}[type(value)] in known.types
    within = (known.least is None or value >= known.least) and (known.greatest is None or value <= known.greatest)
    return within and ("number" in known.types or ("integer" in known.types and value == int(value)))


values = st.recursive(
    st.sampled_from([None, True, 1, 0, 2.5, "A", "B"]),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from("ab"), inner, max_size=2),
    max_leaves=5,
)
leaves = st.sampled_from([
    {}, {"type": "string"}, {"type": ["integer", "null"]}, {"enum": ["A", None]}, {"const": 1}, {"maximum": 1},
    {"type": "number", "minimum": 1}, {"type": "object"}, {"required": ["a"]}, {"maxItems": 1}, {"type": "null"},
])  # fmt: skip


def grown(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    several, named = st.lists(inner, min_size=1, max_size=3), st.dictionaries(st.sampled_from("ab"), inner, max_size=2)
    keywords = dict.fromkeys(("allOf", "anyOf", "oneOf"), several) | {"properties": named, "dependentSchemas": named}
    keywords |= dict.fromkeys(("items", "if", "then", "else", "not"), inner)
    types = st.sampled_from(["object", "array", ["object", "null"], ["string", "number"]])
    return st.fixed_dictionaries({}, optional={**keywords, "type": types, "required": st.just(["a"])})


schemas = st.recursive(leaves, grown, max_leaves=5)


@settings(max_examples=120, deadline=None)
@given(schemas, st.lists(values, min_size=4, max_size=8))
def test_no_value_that_is_accepted_is_left_out(value: Any, instances: list[Any]) -> None:
    known, accepts = shape(value), jsonschema_rs.Draft202012Validator(value).is_valid
    for instance in instances:
        if accepts(instance):
            assert fits(instance, known), (instance, known)


inner = record({"b": {"type": "string"}})
plain = st.sampled_from(
    [
        {},
        {"type": "string"},
        {"type": "integer"},
        {"const": 1},
        {"enum": ["A", "B"]},
        inner,
        {"type": "object"},
        {"type": "array", "items": inner},
        {"type": "array", "items": {"type": "object"}},
    ]
)
maps = st.fixed_dictionaries({"type": st.just("object")}, optional={
    "properties": st.dictionaries(st.sampled_from("ab"), plain, max_size=2), "required": st.just(["a"]),
    "additionalProperties": st.booleans(), "unevaluatedProperties": st.just(False),
    "patternProperties": st.just({"a": {"type": "integer"}}),
})  # fmt: skip
together = st.dictionaries(st.sampled_from(["then", "else", "if"]), maps, max_size=3) | st.dictionaries(
    st.sampled_from(["anyOf", "oneOf", "allOf"]), st.lists(maps, min_size=1, max_size=3), max_size=2
)
RECORDS = [{}] + [
    {**one, **other}
    for one in [{}, {"a": "A"}, {"a": 1}, {"a": {"b": 1}}, {"a": [{"b": 1}]}]
    for other in [{}, {"b": "B"}, {"b": 1}]
]


@settings(max_examples=300, deadline=None)
@example(
    {"type": "object", "unevaluatedProperties": False},
    {"anyOf": [{"patternProperties": {"a": {"type": "integer"}}}],
     "oneOf": [{"type": "object"}, {"properties": {"a": {"type": "string"}}}]},
    False,
)  # fmt: skip
@example(
    {"type": "object", "unevaluatedProperties": False},
    {"if": {"required": ["b"]}, "then": {"properties": {"a": {"type": "string"}}},
     "else": {"patternProperties": {"a": {"type": "integer"}}}},
    False,
)  # fmt: skip
@given(maps, together, st.booleans())
def test_no_map_that_a_branch_accepts_is_left_out(own: Any, parts: Any, referred: bool) -> None:
    """A property that one branch declares may be anything where another, that is open, is met."""
    value = {**own, **parts}
    if referred:
        value = {"$ref": "#/$defs/one", "$defs": {"one": value}}
    known, accepts = shape(value), jsonschema_rs.Draft202012Validator(value).is_valid
    for instance in RECORDS:
        assert not accepts(instance) or fits(instance, known), (instance, known)
