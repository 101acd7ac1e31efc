"""What models may see, and that they see nothing else."""

import json
from collections.abc import Iterator
from dataclasses import fields
from typing import Any

import pytest

from alvara.adapters.published import read_schema
from alvara.app.models import Incomplete
from alvara.bundle.public import PublicCapability, PublicPolicy, PublicResource, public_capability
from alvara.bundle.wire import camel
from tests.bundle.conftest import FILES, bundle

CAPABILITY_KEYS = {
    "id", "version", "name", "description", "domain", "action", "type", "status", "labels", "synonyms", "examples",
    "semanticIds", "knowledgeReferences", "inputSchema", "outputSchema", "risk", "confirmation", "errors", "navigation",
    "deprecation", "wireName",
}  # fmt: skip
PRIVATE_RESOURCE_KEYS = {"apiRefs", "sourceRefs", "recordSchema", "recordPath", "metadata"}


def public(files: dict[str, bytes]) -> bytes:
    return b"\n".join(data for path, data in sorted(files.items()) if path.startswith("public/"))


def capabilities(files: dict[str, bytes]) -> Iterator[dict[str, Any]]:
    for path, data in files.items():
        if path.startswith("private/capabilities/"):
            yield json.loads(data)


def test_no_private_word_of_a_registry_that_marks_them_all_is_public(little: dict[str, bytes]) -> None:
    private = b"\n".join(data for path, data in little.items() if path.startswith("private/"))

    assert b"secret" not in public(little)
    assert private.count(b"secret") > 20


def test_no_endpoint_service_or_source_of_the_own_registry_is_public(own: dict[str, bytes]) -> None:
    endpoints = [body["endpoint"] for body in capabilities(own) if "endpoint" in body]
    implementations = [body["implementation"] for body in capabilities(own) if "implementation" in body]
    words = {e["path"] for e in endpoints if len(e["path"].split("/")) > 2} | {e["service"] for e in endpoints}
    words |= {i["source"] for i in implementations}

    assert len(words) > 5
    assert [word for word in sorted(words) if word.encode() in public(own)] == []


def test_no_function_or_module_of_the_own_registry_is_public_but_as_part_of_an_id(own: dict[str, bytes]) -> None:
    implementations = [body["implementation"] for body in capabilities(own) if "implementation" in body]
    ids = {step for row in json.loads(own["index.json"])["entities"] for step in row["id"].split(".")}
    words = {word for i in implementations for word in (i["module"], i["function"])} - ids

    assert words
    assert [word for word in sorted(words) if word.encode() in public(own)] == []


def test_a_public_capability_has_these_keys_at_most(own: dict[str, bytes]) -> None:
    found = {key for path, data in own.items() if path.startswith("public/capabilities/") for key in json.loads(data)}

    assert found <= CAPABILITY_KEYS
    assert {camel(field.name) for field in fields(PublicCapability)} == CAPABILITY_KEYS


def test_a_public_confirmation_says_whether_and_how_to_ask_and_not_when(little: dict[str, bytes]) -> None:
    shown = json.loads(little["public/capabilities/order.postpone.json"])

    assert shown["confirmation"] == {"required": True, "messageTemplate": "Postpone {input.orderId}?"}
    assert shown["wireName"] == "order_postpone"


def test_a_public_resource_has_every_key_of_the_schema_but_the_private_ones() -> None:
    known = set(json.loads(read_schema("resource"))["$defs"]["resource"]["properties"])
    other_spelling = {"knowledgeReferences"}

    assert {camel(field.name) for field in fields(PublicResource)} == known - PRIVATE_RESOURCE_KEYS - other_spelling


def test_a_public_resource_loses_the_relations_to_code_and_services(little: dict[str, bytes]) -> None:
    shown = json.loads(little["public/resources/order.deadline.json"])

    assert [relation["type"] for relation in shown["relations"]] == ["UPDATED_BY"]


def test_a_public_resource_names_its_parent(little: dict[str, bytes]) -> None:
    assert json.loads(little["public/resources/order.deadline.json"])["parentId"] == "order"
    assert "parentId" not in json.loads(little["public/resources/order.json"])


def test_resources_of_type_api_are_never_public(own: dict[str, bytes]) -> None:
    apis = {json.loads(data)["id"] for data in own.values() if data[:1] == b"{" and b'"type":"api"' in data}

    assert apis
    assert not [path for path in own if path.startswith("public/resources/") and path[17:-5] in apis]


def test_a_public_policy_says_what_and_why_and_not_when(little: dict[str, bytes]) -> None:
    assert set(json.loads(little["public/policies/order.closed.json"])) == {"id", "description", "effect", "reason"}


@pytest.mark.parametrize("type", [PublicCapability, PublicResource, PublicPolicy], ids=lambda kind: kind.__name__)
def test_a_public_type_has_no_room_for_anything_private(type: Any) -> None:
    private = {"endpoint", "implementation", "authorization", "verification", "execution", "preconditions", "when"}

    assert not private & {name for name in dir(type) if not name.startswith("_")}
    assert not hasattr(type, "__dict__") or "__dict__" not in type.__slots__


def test_a_public_object_cannot_be_changed() -> None:
    shown = public_capability(
        {
            "id": "order.read", "version": "1.0.0", "name": "Read", "description": "Reads.", "domain": "order",
            "action": "get", "type": "atomic", "status": "active", "risk": "read",
            "inputSchema": {"properties": {"a": {"enum": [1, 2]}}},
        }
    )  # fmt: skip
    assert shown is not None

    with pytest.raises(AttributeError):
        shown.risk = "low"  # type: ignore[misc]
    with pytest.raises(TypeError):
        shown.input_schema["properties"]["a"] = {}
    assert shown.input_schema["properties"]["a"]["enum"] == (1, 2)


def test_a_public_file_reads_back_as_the_object_it_was_written_from(little: dict[str, bytes]) -> None:
    value = json.loads(little["public/capabilities/order.postpone.json"])
    shown = PublicCapability.read(value)

    assert shown.as_json() == value
    assert shown.semantic_ids == ("order.deadline",)


@pytest.mark.parametrize(
    "text",
    [
        "PATCH /secret/orders/{orderId}.",
        "https://example.com/api/secret/orders/{orderId}/more",
        "`secret/implementation.ts`",
        "(see secret/implementation.ts)",
        "see ./secret/implementation.ts:42",
        "/secret/orders/:id",
        'ask "/secret/orders/{id}"',
        "of secret-service",
    ],
)
@pytest.mark.parametrize(
    ("path", "word"),
    [("docs/deadline.md", "O prazo"), ("capabilities/order/postpone.yaml", "Moves the deadline")],
    ids=["a page", "a description"],
)
def test_prose_that_spells_machinery_out_stops_the_build(path: str, word: str, text: str) -> None:
    with pytest.raises(Incomplete, match=r"is private to `order\.postpone`"):
        bundle({**FILES, path: FILES[path].replace(word, f"{word} {text}")})


@pytest.mark.parametrize("text", ["docs/secret/implementation.tsx", "/secret/order/{orderId}", "/orders", "secret"])
def test_prose_that_is_merely_alike_is_let_pass(text: str) -> None:
    bundle({**FILES, "docs/en/deadline.md": f"# Deadline\n\n{text}\n"})
