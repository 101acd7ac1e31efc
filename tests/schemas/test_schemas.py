"""The published schemas themselves: valid, closed, explained, and brief in what they complain about."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import jsonschema
import jsonschema_rs

MAPS_OF_SCHEMAS = {"properties", "patternProperties", "$defs"}
SCHEMAS_WITHIN = {"additionalProperties", "propertyNames", "items", "if", "then", "else"}
PLAIN = {
    *("$schema", "$id", "$ref", "$comment", "title", "description", "default", "examples", "type", "enum", "required"),
    *("minLength", "maxLength", "minimum", "maximum", "minItems", "maxItems", "minProperties", "maxProperties"),
    *("pattern", "format", "dependentRequired"),
}
FIXTURES = ("principals", "resources", "inputs", "contexts")
PARTS = ("principal", "resource", "input", "context", "output", "after")
"""What scenarios hold of the business's own values, whose schemas are the business's, too."""

Schema = dict[str, Any]


def subschemas(schema: Any, at: str = "#") -> Iterator[tuple[str, Schema]]:
    """Visit a schema and all schemas inside it, each with its pointer."""
    if not isinstance(schema, dict):
        return
    yield at, schema
    for keyword in sorted(SCHEMAS_WITHIN & schema.keys()):
        yield from subschemas(schema[keyword], f"{at}/{keyword}")
    for keyword in sorted(MAPS_OF_SCHEMAS & schema.keys()):
        for name, child in schema[keyword].items():
            yield from subschemas(child, f"{at}/{keyword}/{name}")


def spoken(schema: Schema) -> Iterator[tuple[str, Schema]]:
    """Visit the schemas whose words an editor shows: all but the questions that `if` asks."""
    return ((at, child) for at, child in subschemas(schema) if "/if" not in at)


def described(root: Schema, schema: Schema) -> bool:
    """Tell whether an editor has something to say about a schema."""
    if "description" in schema:
        return True
    return "$ref" in schema and described(root, root["$defs"][schema["$ref"].removeprefix("#/$defs/")])


def test_is_valid_draft_2020_12(schema: Schema) -> None:
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    jsonschema.Draft202012Validator.check_schema(schema)


def test_compiles_for_the_fast_validator(schema: Schema, compiled: Callable[[Schema], jsonschema_rs.Validator]) -> None:
    assert not compiled(schema).is_valid(None)


def test_has_an_address_and_a_title(kind: str, schema: Schema) -> None:
    assert schema["$id"] == f"https://alvara.dev/schemas/{kind}/1"
    assert schema["title"]


def test_uses_only_keywords_whose_errors_are_readable(schema: Schema) -> None:
    used = {keyword for _, child in subschemas(schema) for keyword in child}

    assert used <= MAPS_OF_SCHEMAS | SCHEMAS_WITHIN | PLAIN


def test_explains_every_property(schema: Schema) -> None:
    properties = [
        (f"{at}/{name}", child)
        for at, parent in spoken(schema)
        for name, child in parent.get("properties", {}).items()
        if child is not False
    ]

    assert properties
    assert [at for at, child in properties if not described(schema, child)] == []


def test_explains_every_enum(schema: Schema) -> None:
    assert [at for at, child in spoken(schema) if "enum" in child and "description" not in child] == []


def test_explains_in_one_or_two_short_sentences(schema: Schema) -> None:
    texts = [child["description"] for _, child in subschemas(schema) if "description" in child]

    assert [text for text in texts if not text.endswith(".")] == []
    assert [text for text in texts if len(text) > 160 or text.count(". ") > 1] == []


def test_says_of_every_object_whether_it_is_closed(schema: Schema) -> None:
    objects = [(at, child) for at, child in spoken(schema) if any(child.get("properties", {}).values())]

    assert objects
    assert [at for at, child in objects if "additionalProperties" not in child] == []


def test_asks_for_a_type_or_an_enum_and_never_for_both(schema: Schema) -> None:
    assert [at for at, child in subschemas(schema) if "type" in child and "enum" in child] == []


def test_refers_to_its_own_definitions_and_uses_each(schema: Schema) -> None:
    references = {child["$ref"] for _, child in subschemas(schema) if "$ref" in child}

    assert references == {f"#/$defs/{name}" for name in schema["$defs"]}


def test_has_patterns_that_every_engine_reads_alike(schema: Schema) -> None:
    children = [child for _, child in subschemas(schema)]
    patterns = {child["pattern"] for child in children if "pattern" in child}
    patterns |= {pattern for child in children for pattern in child.get("patternProperties", {})}

    assert [pattern for pattern in patterns if "\\" in pattern or "(?" in pattern] == []
    assert all(re.compile(pattern) for pattern in patterns)


def test_accepts_the_defaults_and_examples_that_it_offers(
    schema: Schema, compiled: Callable[[Schema], jsonschema_rs.Validator]
) -> None:
    refused = []
    for at, child in subschemas(schema):
        offers = [*child.get("examples", []), *([child["default"]] if "default" in child else [])]
        if offers:
            validator = compiled({"$defs": schema["$defs"], "allOf": [child]})
            refused += [(at, offer) for offer in offers if not validator.is_valid(offer)]

    assert refused == []


def test_a_definition_shared_by_several_schemas_is_the_same_in_each(schemas: dict[str, Schema]) -> None:
    spellings: dict[str, set[str]] = {}
    for schema in schemas.values():
        for name, definition in schema["$defs"].items():
            spellings.setdefault(name, set()).add(json.dumps(definition))

    assert [name for name, found in spellings.items() if len(found) > 1] == []


def test_only_metadata_pages_and_the_values_of_scenarios_are_open(schemas: dict[str, Schema]) -> None:
    openings = {
        f"{kind}{at}"
        for kind, schema in schemas.items()
        for at, child in subschemas(schema)
        if child.get("additionalProperties") is True
    }

    values = {
        *(f"{kind}#/$defs/{part}/additionalProperties" for kind in ("fixtures", "scenario") for part in FIXTURES),
        *(f"scenario#/$defs/scenario/properties/{part}" for part in PARTS),
        "scenario#/$defs/row/properties/when",
    }
    assert openings == {"page#", "resource#/$defs/resource/properties/metadata"} | values
