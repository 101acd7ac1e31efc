"""Schemas in which every reference is written out."""

from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from alvara.documents.document import Document
from alvara.documents.load import load_text
from alvara.identity.digests import canonical
from alvara.subschemas.references import References, embedded
from alvara.subschemas.whole import LARGEST, Unresolved, write_out

FILES = {
    "schemas/ids.yaml": """\
$id: https://example.com/ids
$defs:
  order: {type: string, description: The number of an order.}
  list: {type: array, items: {$ref: "#/$defs/order"}}
  tree: {type: object, properties: {children: {type: array, items: {$ref: "#/$defs/tree"}}}}
  named: {$anchor: price, type: number}
  not-a-schema: [1]
""",
    "schemas/whole.yaml": "{type: object, properties: {id: {$ref: 'ids.yaml#/$defs/order'}}, $defs: {spare: {}}}",
}


def read(path: str) -> Document | None:
    return load_text(path, FILES[path]) if path in FILES else None


def whole(schema: Any) -> Any:
    return write_out(embedded("capabilities/order/read.yaml", ("inputSchema",), schema), References(read))


def ref(target: str, **beside: Any) -> dict[str, Any]:
    return {"$ref": f"../../schemas/{target}", **beside}


WRITTEN: dict[str, tuple[Any, Any]] = {
    "a schema in another file": (
        ref("ids.yaml#/$defs/order"),
        {"type": "string", "description": "The number of an order."},
    ),
    "a reference that leads to another": (
        ref("ids.yaml#/$defs/list"),
        {"type": "array", "items": {"type": "string", "description": "The number of an order."}},
    ),
    "a whole file, without the definitions that it keeps for others": (
        ref("whole.yaml"),
        {"type": "object", "properties": {"id": {"type": "string", "description": "The number of an order."}}},
    ),
    "a definition in the schema itself": (
        {"$defs": {"a": {"type": "null"}}, "items": {"$ref": "#/$defs/a"}},
        {"items": {"type": "null"}},
    ),
    "an anchor": (ref("ids.yaml#price"), {"type": "number"}),
    "a remark beside a reference": (
        ref("ids.yaml#/$defs/order", description="Mine."),
        {"type": "string", "description": "Mine."},
    ),
    "a demand beside a reference": (
        ref("ids.yaml#/$defs/named", maximum=9),
        {"allOf": [{"type": "number"}], "maximum": 9},
    ),
    "a property that is called like a reference": (
        {"properties": {"$ref": {"type": "string"}}},
        {"properties": {"$ref": {"type": "string"}}},
    ),
    "data that looks like a reference": (
        {"const": {"$ref": "#/x"}, "enum": [{"$ref": "#/x"}], "default": {"$ref": "#/x"}},
        {"const": {"$ref": "#/x"}, "enum": [{"$ref": "#/x"}], "default": {"$ref": "#/x"}},
    ),
    "a schema that is true or false": ({"items": True, "not": False}, {"items": True, "not": False}),
    "a schema that contains itself": (
        {"properties": {"next": {"$ref": "#"}}},
        {"properties": {"next": {"$ref": "#"}}},
    ),
    "a definition that contains itself": (
        {"items": ref("ids.yaml#/$defs/tree")},
        {
            "items": {"$ref": "#/$defs/tree"},
            "$defs": {
                "tree": {
                    "type": "object",
                    "properties": {"children": {"type": "array", "items": {"$ref": "#/$defs/tree"}}},
                }
            },
        },
    ),
}


@pytest.mark.parametrize("case", WRITTEN)
def test_is_written_out(case: str) -> None:
    schema, expected = WRITTEN[case]

    assert whole(schema) == expected


REFUSED: dict[str, tuple[Any, str]] = {
    "a missing file": (ref("no.yaml"), "names no readable file"),
    "a missing definition": (ref("ids.yaml#/$defs/no"), "leads to nothing"),
    "an address": ({"$ref": "https://example.com/x.json"}, "out of the registry"),
    "a file on the disk": ({"$ref": "file:///etc/hostname"}, "out of the registry"),
    "an absolute path": ({"$ref": "/etc/hostname"}, "absolute"),
    "a path that leaves the registry": ({"$ref": "../../../x.json"}, "out of the registry"),
    "what is no schema": (ref("ids.yaml#/$defs/not-a-schema"), "not a schema"),
    "a reference to itself": ({"$defs": {"a": {"$ref": "#/$defs/a"}}, "$ref": "#/$defs/a"}, "back to itself"),
    "a dynamic reference": ({"$dynamicRef": "#x"}, "cannot be written out"),
    "a schema that is too deep": (
        {"$defs": {f"d{n}": {"items": {"$ref": f"#/$defs/d{n + 1}"}} for n in range(500)}, "$ref": "#/$defs/d0"},
        "levels",
    ),
    "a schema that multiplies": (
        {
            "$defs": {
                **{f"d{n}": {"anyOf": [{"$ref": f"#/$defs/d{n + 1}"}] * 9} for n in range(20)},
                "d20": {"const": 1},
            },
            "$ref": "#/$defs/d0",
        },
        "characters",
    ),
    "data that multiplies": (
        {"$defs": {"big": {"enum": ["x" * 100_000]}}, "anyOf": [{"$ref": "#/$defs/big"}] * 1000},
        f"{LARGEST:,}",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_is_refused(case: str) -> None:
    schema, message = REFUSED[case]

    with pytest.raises(Unresolved, match=message):
        whole(schema)


leaves = st.sampled_from([True, {}, {"type": "integer"}, {"type": "string", "minLength": 2}, {"enum": [1, "a", None]}])
names = st.sampled_from(["a", "b", "c"])


def schemas(children: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    below = st.one_of(children, st.builds(lambda name: {"$ref": f"#/$defs/{name}"}, names))
    return st.one_of(
        st.builds(lambda items: {"items": items}, below),
        st.builds(lambda held: {"properties": held}, st.dictionaries(names, below, max_size=2)),
        st.builds(lambda parts: {"allOf": parts}, st.lists(children, min_size=1, max_size=2)),
        st.builds(lambda name, limit: {"properties": {"a": {"$ref": f"#/$defs/{name}", **limit}}}, names, leaves.filter(
            lambda leaf: isinstance(leaf, dict)
        )),
    )  # fmt: skip


schema = st.recursive(leaves, schemas, max_leaves=6)
values = st.recursive(
    st.sampled_from([0, 1, "a", "ab", None]),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(names, inner, max_size=2),
    max_leaves=6,
)


@given(a=schema, b=schema, c=schema, top=schema.filter(lambda s: isinstance(s, dict)), value=values)
def test_a_schema_accepts_the_same_values_once_it_is_written_out(a: Any, b: Any, c: Any, top: Any, value: Any) -> None:
    shared = {**top, "$defs": {"a": a, "b": b, "c": c}}
    before, after = (jsonschema.Draft202012Validator(schema).is_valid(value) for schema in (shared, whole(shared)))

    assert before == after


@given(a=schema, b=schema, c=schema, top=schema.filter(lambda s: isinstance(s, dict)))
def test_the_order_of_keys_does_not_matter(a: Any, b: Any, c: Any, top: Any) -> None:
    def turned(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: turned(value[key]) for key in reversed(value)}
        return [turned(item) for item in value] if isinstance(value, list) else value

    shared = {**top, "$defs": {"a": a, "b": b, "c": c}}

    assert canonical(whole(shared)) == canonical(whole(turned(shared)))
