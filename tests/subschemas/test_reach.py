"""One walk finds everything that a schema reaches, whatever the schema is."""

from time import process_time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from alvara.subschemas.inlining import inline
from alvara.subschemas.instances import Instances
from alvara.subschemas.keywords import KEYWORDS
from alvara.subschemas.merging import names_of, properties_of, required_of, standing
from alvara.subschemas.metaschema import misspelled
from alvara.subschemas.openness import open_schemas
from alvara.subschemas.reach import MOST, reach
from alvara.subschemas.references import Subschema
from tests.subschemas.files import references, schema

FILES: dict[str, Any] = {
    "schemas/permit.json": {
        "$defs": {
            "days": {"type": "integer"},
            "tree": {"type": "object", "properties": {"parts": {"items": {"$ref": "#/$defs/tree"}}}},
            "ring": {"allOf": [{"$ref": "more.json#/$defs/ring"}]},
            "unused": {"type": "strng"},
        }
    },
    "schemas/more.json": {"$defs": {"ring": {"$ref": "permit.json#/$defs/ring"}}},
}


def pointers(schemas: tuple[Subschema, ...]) -> set[tuple[str, str]]:
    return {(s.path.rpartition("/")[2], "/".join(map(str, s.pointer))) for s in schemas}


def test_schemas_are_reached_through_every_keyword_and_file_but_not_through_values() -> None:
    found = reach(
        schema(
            {
                "properties": {
                    "a": {"$ref": "../../schemas/permit.json#/$defs/days"},
                    "$ref": {"const": {"$ref": "x"}},
                },
                "allOf": [{"if": True, "then": {"not": False}}],
                "$defs": {"spare": {"enum": [{"properties": {"no": {}}}]}},
                "examples": [{"$ref": "http://example.com"}],
            }
        ),
        references(FILES),
    )

    assert pointers(found.reached) == {
        ("update-validity.yaml", "inputSchema"),
        ("update-validity.yaml", "inputSchema/properties/a"),
        ("update-validity.yaml", "inputSchema/properties/$ref"),
        ("update-validity.yaml", "inputSchema/allOf/0"),
        ("update-validity.yaml", "inputSchema/allOf/0/if"),
        ("update-validity.yaml", "inputSchema/allOf/0/then"),
        ("update-validity.yaml", "inputSchema/allOf/0/then/not"),
        ("permit.json", "$defs/days"),
    }
    assert pointers(found.spare) == {("update-validity.yaml", "inputSchema/$defs/spare")}
    assert found.sound


def test_recursion_through_a_property_is_sound() -> None:
    found = reach(schema({"$ref": "../../schemas/permit.json#/$defs/tree"}), references(FILES))

    assert found.sound
    assert len(found.reached) == 4


@pytest.mark.parametrize(
    ("value", "texts"),
    [
        ({"$ref": "#"}, [["#"]]),
        ({"allOf": [{"$ref": "#"}]}, [["#"]]),
        ({"not": {"$ref": "#"}}, [["#"]]),
        ({"dependentSchemas": {"a": {"$ref": "#"}}}, [["#"]]),
        ({"items": {"$ref": "#/$defs/a"}, "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}},
         [["#/$defs/b", "#/$defs/a"]]),
        ({"$ref": "../../schemas/permit.json#/$defs/ring"}, [["permit.json#/$defs/ring", "more.json#/$defs/ring"]]),
        ({"properties": {"a": {"$ref": "#/properties/a"}, "b": {"$ref": "#/properties/b"}}},
         [["#/properties/a"], ["#/properties/b"]]),
        ({"properties": {"a": {"$ref": "#"}}, "items": {"$ref": "#"}}, []),
    ],
)  # fmt: skip
def test_ring_is_told_once_from_recursion(value: Any, texts: list[list[str]]) -> None:
    found = reach(schema(value), references(FILES))

    assert texts == sorted([link.text for link in ring] for ring in found.rings)


def test_ring_is_the_same_wherever_it_is_entered() -> None:
    rings = {
        tuple((link.origin.key, link.text) for link in ring)
        for entrance in ("permit.json", "more.json")
        for ring in reach(schema({"$ref": f"../../schemas/{entrance}#/$defs/ring"}), references(FILES)).rings
    }

    assert len(rings) == 1


def test_only_what_is_referred_to_in_another_file_is_judged() -> None:
    days = reach(schema({"$ref": "../../schemas/permit.json#/$defs/days"}), references(FILES))
    whole = reach(schema({"$ref": "../../schemas/permit.json"}), references(FILES))

    assert not days.mistakes
    assert [mistake.pointer for mistake in whole.mistakes] == [("$defs", "unused", "type")]


def test_mistake_is_told_once_at_its_place() -> None:
    found = reach(schema({"properties": {"a": {"type": "strng", "minLength": -1}}, "required": "a"}), references())

    assert [(mistake.pointer, mistake.words) for mistake in found.mistakes] == [
        (("inputSchema", "properties", "a", "minLength"), "`-1` is less than 0"),
        (("inputSchema", "properties", "a", "type"), "`strng` is not a type"),
        (("inputSchema", "required"), "`a` stands where a list is wanted"),
    ]


def test_wrong_type_in_a_list_is_told_at_the_entry() -> None:
    found = reach(schema({"type": ["string", "strng", 5]}), references())

    assert [mistake.pointer for mistake in found.mistakes] == [("inputSchema", "type", 1), ("inputSchema", "type", 2)]


def test_walk_stops_at_a_limit() -> None:
    found = reach(schema({"allOf": [{"title": "x"}] * (MOST + 10)}), references())

    assert found.cut
    assert not found.sound
    assert len(found.reached) == MOST


def test_branches_that_multiply_are_cut() -> None:
    links = {f"d{i}": {"anyOf": [{"$ref": f"#/$defs/d{i + 1}"}] * 2} for i in range(60)}
    found = reach(schema({"$defs": {**links, "d60": {"type": "null"}}, "$ref": "#/$defs/d0"}), references())

    assert found.cut
    assert not found.rings


def nested(depth: int) -> Any:
    value: Any = {"type": "string"}
    for _ in range(depth):
        value = {"properties": {"a": value}}
    return value


def chain(length: int) -> Any:
    links = {f"d{i}": {"$ref": f"#/$defs/d{i + 1}"} for i in range(length)}
    return {"$ref": "#/$defs/d0", "$defs": {**links, f"d{length}": {"type": "object"}}}


@pytest.mark.parametrize(
    "value",
    [
        nested(500),
        {"allOf": [{"allOf": [{"anyOf": [nested(40)] * 40}] * 40}] * 6},
        chain(5000),
        {"$defs": {f"d{i}": {"anyOf": [{"$ref": f"#/$defs/d{i + 1}"}] * 2} for i in range(60)}, "$ref": "#/$defs/d0"},
        {"$defs": {f"d{i}": {"$anchor": f"a{i}", "$ref": f"#a{i + 1}"} for i in range(3000)}, "$ref": "#a0"},
    ],
    ids=["deep", "wide", "long chain", "branching chain", "many anchors"],
)
def test_monstrous_schema_is_walked_in_time(value: Any) -> None:
    started = process_time()

    ask_everything(value)

    assert process_time() - started < 10


def ask_everything(value: Any) -> None:
    """Put every question there is to a value."""
    root, followed = schema(value), references(FILES)
    found = reach(root, followed)
    if found.cut:
        assert not found.sound
        return
    list(open_schemas(root, followed, found.reached))
    list(open_schemas(root, followed))
    properties_of(root, followed)
    required_of(root, followed)
    names_of(root, followed)
    standing(root, ["a", "b", "0", "*"], followed)
    misspelled(value)
    inlined = inline(root, followed)
    if found.sound:
        Instances(inlined).objection({"a": {"a": 1, "b": [1]}})


_REFERENCES = st.sampled_from([
    "#", "#/properties/a", "#/$defs/a", "#/allOf/0", "#here", "../../schemas/permit.json", "http://x", "../../../x",
    "../../schemas/permit.json#/$defs/ring", "../../schemas/permit.json#/$defs/tree", "x.json", "",
])  # fmt: skip
_KEYS = st.one_of(st.sampled_from(sorted(KEYWORDS)), st.sampled_from(["a", "b", "0", "additionalProprties"]))
_ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 3) | st.floats() | st.text(max_size=3) | _REFERENCES
    | st.sampled_from(["string", "object", "here", "(a+)+"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_KEYS, inner, max_size=4),
    max_leaves=20,
)  # fmt: skip
_SCHEMAS = st.recursive(
    st.booleans() | st.builds(lambda text: {"$ref": text}, _REFERENCES),
    lambda inner: st.fixed_dictionaries(
        {},
        optional={
            "properties": st.dictionaries(st.sampled_from("ab"), inner, max_size=2),
            "allOf": st.lists(inner, min_size=1, max_size=2),
            "oneOf": st.lists(inner, min_size=1, max_size=2),
            "if": inner, "then": inner, "else": inner, "items": inner, "additionalProperties": inner,
            "$defs": st.dictionaries(st.sampled_from("ab"), inner, max_size=2),
            "required": st.lists(st.sampled_from("ab"), max_size=2, unique=True),
            "$ref": _REFERENCES, "$anchor": st.just("here"),
        },
    ),
    max_leaves=12,
)  # fmt: skip


@given(_ANYTHING)
@settings(max_examples=200, deadline=None)
def test_any_value_can_be_asked_as_a_schema(value: Any) -> None:
    ask_everything(value)


@given(_SCHEMAS)
@settings(max_examples=200, deadline=None)
def test_any_schema_can_be_asked(value: Any) -> None:
    ask_everything(value)
