"""The text of a semantic resource and of its entity's record schema, in this product's file shapes."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

from attributes import CHOICES, Attribute
from blueprint import Entity, Resource

VALUE_SCHEMAS: dict[str, dict[str, object]] = {
    "days": {"type": "integer", "minimum": 1, "maximum": 365},
    "amount": {"type": "integer", "minimum": 0, "maximum": 100_000},
    "date": {"type": "string", "format": "date-time"},
    "code": {"type": "string", "pattern": "^[A-Z0-9-]{1,20}$"},
    "text": {"type": "string", "maxLength": 240},
    "person": {"type": "string", "pattern": "^EMP-[0-9]{1,8}$"},
    "flag": {"type": "boolean"},
    **{kind: {"enum": [value for value, _, _ in choices]} for kind, choices in CHOICES.items()},
}
OWNERS = ("operations", "engineering", "occupational-health", "maintenance", "finance", "logistics")
CLASSES = ("internal", "public", "restricted")
TRUST = ("VERIFIED", "VERIFIED", "VERIFIED", "MANUAL", "SYSTEM_GENERATED")


def schema_of(attribute: Attribute) -> dict[str, object]:
    """What the values of an attribute look like."""
    return VALUE_SCHEMAS[attribute.kind]


def flow(value: object) -> str:
    """A value in flow style; strings are quoted where a plain one would read as something else."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {flow(one)}" for key, one in value.items()) + "}"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return "[" + ", ".join(map(flow, value)) + "]"
    if isinstance(value, str):
        return value if value.replace("-", "").replace("_", "").isalnum() else json.dumps(value, ensure_ascii=False)
    return json.dumps(value)


def words(texts: Sequence[str]) -> str:
    """Texts of the vocabulary as a flow list; they hold nothing that needs quotes."""
    return f"[{', '.join(texts)}]"


def render_resource(resource: Resource, entity: Entity, number: int, up: str) -> Iterator[str]:
    """The lines of one resource; `up` leads from its file to the root of the registry."""
    trust = TRUST[number % len(TRUST)]
    yield f"id: {resource.id}"
    yield f"type: {resource.type}"
    yield f"name: {resource.en}"
    yield "description:"
    yield f"  pt-BR: {resource.pt}. {' '.join(pt for pt, _ in resource.facts)}"
    yield f"  en: {resource.en}. {' '.join(en for _, en in resource.facts)}"
    yield "status: active"
    if resource.type == "entity":
        yield f"owner: {OWNERS[number % len(OWNERS)]}"
    yield f"labels: {{pt-BR: {resource.pt}, en: {resource.en}}}"
    if resource.id.count(".") > 1 and not resource.id.startswith(("ui.", "api.")):
        yield f"parentId: {resource.id.rpartition('.')[0]}"
    if resource.aliases:
        yield f"aliases: {words(resource.aliases)}"
    if resource.synonyms_pt:
        yield "synonyms:"
        yield f"  pt-BR: {words(resource.synonyms_pt)}"
        yield f"  en: {words(resource.synonyms_en)}"
    yield from render_references(resource, trust)
    if resource.relations:
        yield "relations:"
        for kind, target in resource.relations:
            yield f"  - {{type: {kind}, target: {target}, confidence: {trust}}}"
    yield f"confidence: {trust}"
    yield from render_values(resource)
    yield "metadata:"
    yield f"  classification: {CLASSES[number % len(CLASSES)]}"
    yield f"  retentionYears: {2 + number % 9}"
    yield f"  steward: {OWNERS[number // 2 % len(OWNERS)]}"
    if resource.type == "entity" and entity.operable:
        yield f"recordSchema: {{$ref: {up}{entity.record}}}"
        yield "recordVersion: /revision"


def render_references(resource: Resource, trust: str) -> Iterator[str]:
    """What the resource is bound to."""
    yield f"knowledgeRefs: {words(resource.knowledge)}"
    if resource.capabilities:
        yield "capabilityRefs:"
        for ref in resource.capabilities:
            yield f"  - {{ref: {ref}, confidence: {trust}}}"
    for key, refs in (("policyRefs", resource.policies), ("uiRefs", resource.ui), ("apiRefs", resource.api)):
        if refs:
            yield f"{key}:"
            for ref in refs:
                yield f"  - {ref}"
    if resource.source:
        yield "sourceRefs:"
        yield f"  - {{path: {resource.source[0]}, symbol: {resource.source[1]}}}"


def render_values(resource: Resource) -> Iterator[str]:
    """Where the values are kept, what they look like, and words for them."""
    if resource.record_path:
        yield f"recordPath: {resource.record_path}"
    if resource.attribute:
        if not resource.record_path:
            yield f"valueSchema: {flow(schema_of(resource.attribute))}"
        if resource.attribute.kind in CHOICES:
            yield "values:"
            for value, pt, en in CHOICES[resource.attribute.kind]:
                yield f"  {value}: {{pt-BR: {pt}, en: {en}}}"


def render_record(entity: Entity) -> str:
    """The JSON Schema of one record of the entity."""
    properties: dict[str, object] = {
        "id": {"$ref": f"#/$defs/{entity.key}"},
        "tenant": {"type": "string", "minLength": 1},
        "revision": {"type": "integer", "minimum": 1, "description": "Grows by one with every change of the record."},
        "requestedBy": {"type": "string", "description": "The person who opened the record."},
    }
    properties |= {attribute.noun.key: schema_of(attribute) for attribute in entity.attributes}
    properties["status"] = {"$ref": "#/$defs/status"}
    parts = {part.key: {"type": "string", "maxLength": 120} for part in entity.parts}
    properties[entity.collection.key] = {
        "type": "array",
        "maxItems": 50,
        "items": {"type": "object", "additionalProperties": False, "required": list(parts), "properties": parts},
    }
    record = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"One {entity.noun.en}",
        "type": "object",
        "additionalProperties": False,
        "required": list(properties),
        "properties": properties,
        "$defs": {
            entity.key: {
                "type": "string",
                "pattern": f"^{entity.prefix}-[0-9]{{1,10}}$",
                "description": f"The number of the {entity.noun.en}.",
            },
            "status": VALUE_SCHEMAS["status"],
        },
    }
    return json.dumps(record, indent=2, ensure_ascii=False) + "\n"
