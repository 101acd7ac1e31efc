"""A `$ref` leads to a schema in the registry, or is refused with a reason."""

from typing import Any

import pytest

from alvara.subschemas.references import Refusal, Subschema
from tests.subschemas.files import HERE, references, schema

FILES: dict[str, Any] = {
    "schemas/permit.json": {
        "$defs": {
            "days": {"type": "integer"},
            "a/b": True,
            "50%": {},
            "named": {"$anchor": "reason", "type": "string"},
            "own": {"$id": "https://example.com/own", "$defs": {"x": {"type": "null"}}, "$ref": "#/$defs/x"},
            "list": {"prefixItems": [{"type": "string"}]},
        }
    },
    "capabilities/work-permit/prolong.yaml": {"inputSchema": {"$defs": {"y": {"const": 1}}, "$ref": "#/$defs/y"}},
    "semantic-ids/work-permit.yaml": {"resources": [{"recordSchema": {"$defs": {"z": {}}, "$ref": "#/$defs/z"}}]},
    "schemas/broken.json": b'{"a": ',
    "schemas/empty.json": b"",
    "policies/broken.yaml": b"a: [",
    "capabilities/broken.yaml": b"a: [",
}  # fmt: skip


def follow(reference: str, value: Any = None, path: str = HERE) -> Subschema | Refusal:
    origin = schema({"$defs": {"here": {"title": "here"}}} if value is None else value)
    origin.root.path = path
    return references(FILES).follow(origin, reference)


@pytest.mark.parametrize(
    ("reference", "value"),
    [
        ("#", {"$defs": {"here": {"title": "here"}}}),
        ("", {"$defs": {"here": {"title": "here"}}}),
        ("#/$defs/here", {"title": "here"}),
        ("#/%24defs/here", {"title": "here"}),
        ("../../schemas/permit.json", FILES["schemas/permit.json"]),
        ("../../schemas/permit.json#", FILES["schemas/permit.json"]),
        ("../../schemas/permit.json#/$defs/days", {"type": "integer"}),
        ("../../schemas/../schemas/./permit.json#/$defs/days", {"type": "integer"}),
        ("../../schemas/permit%2Ejson#/$defs/days", {"type": "integer"}),
        ("../../schemas/permit.json#/$defs/a~1b", True),
        ("../../schemas/permit.json#/$defs/50%25", {}),
        ("../../schemas/permit.json#reason", {"$anchor": "reason", "type": "string"}),
        ("../../schemas/permit.json#/$defs/list/prefixItems/0", {"type": "string"}),
    ],
)
def test_reference_inside_the_registry_is_followed(reference: str, value: Any) -> None:
    found = follow(reference)

    assert isinstance(found, Subschema)
    assert value == found.value


@pytest.mark.parametrize(
    ("reference", "value"),
    [
        ("../../schemas/permit.json#/$defs/own", {"type": "null"}),
        ("prolong.yaml#/inputSchema", {"const": 1}),
        ("../../semantic-ids/work-permit.yaml#/resources/0/recordSchema", {}),
    ],
)
def test_hash_means_the_schema_itself_where_it_has_an_id_or_stands_in_a_definition(reference: str, value: Any) -> None:
    found = follow(reference)
    assert isinstance(found, Subschema)

    inner = references(FILES).follow(found, found.value["$ref"])

    assert isinstance(inner, Subschema)
    assert value == inner.value


@pytest.mark.parametrize(
    "reference",
    [
        "http://127.0.0.1/x.json", "https://example.com/x.json#/a", "HTTPS://example.com", "file:///etc/hostname",
        "file:x.json", "urn:example:x", "data:application/json,{}", "//example.com/x.json", "/etc/passwd",
        "%2Fetc/passwd", "../../../etc/passwd", "../../../../../../etc/passwd", "..%2f..%2F..%2fetc/passwd", "../../..",
        "a/../../../../x.json", "C:/x.json", "c:\\x.json",
    ],
)  # fmt: skip
def test_reference_that_leaves_the_registry_is_refused(reference: str) -> None:
    found = follow(reference)

    assert isinstance(found, Refusal)
    assert found.kind == "remote"


@pytest.mark.parametrize(
    "reference",
    [
        "#/$defs/nowhere", "#nowhere", "#/$defs/here/title", "x.json", "../../schemas", "../../schemas/permit.json#/x",
        "../../schemas/permit.json#/$defs/list/prefixItems/1", "../../schemas/permit.json#/$defs/list/prefixItems/x",
        "../../schemas/permit.json#/$defs/list/prefixItems/" + "9" * 5000,
        "../../schemas/empty.json", "x\0.json", "x\ud800.json", "x\n.json", "a" * 10_000, "..\\..\\x.json", "?", "%",
    ],
    ids=lambda text: ascii(text)[:60],
)  # fmt: skip
def test_reference_to_nothing_is_refused(reference: str) -> None:
    found = follow(reference)

    assert isinstance(found, Refusal)
    assert found.kind == "dangling"


def test_file_that_cannot_be_read_is_reported_where_it_breaks() -> None:
    found = follow("../../schemas/broken.json#/a")

    assert isinstance(found, Refusal)
    assert found.at is not None
    assert found.at.path == "schemas/broken.json"


def test_definition_that_cannot_be_read_is_left_to_the_rules_on_it() -> None:
    found = follow("../broken.yaml#/a")

    assert isinstance(found, Refusal)
    assert found.kind == "unread"


def test_slip_of_the_pen_brings_a_suggestion() -> None:
    found = follow("../../schemas/permit.json#/$defs/dayz")

    assert isinstance(found, Refusal)
    assert found.tip == "did you mean `../../schemas/permit.json#/$defs/days`?"


def test_file_at_the_root_refers_from_the_root() -> None:
    found = follow("schemas/permit.json#/$defs/days", path="alvara.yaml")

    assert isinstance(found, Subschema)
    assert found.key == ("schemas/permit.json", ("$defs", "days"))
