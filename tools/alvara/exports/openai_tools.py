"""Capabilities as tools of OpenAI's Chat Completions API."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from alvara.bundle.public import PublicCapability
from alvara.exports.argument_schemas import Place, argument_schema, places_in, property_names
from alvara.registry.locales import in_first

NOT_STRICT = frozenset({
    "allOf", "oneOf", "not", "if", "then", "else", "dependentRequired", "dependentSchemas", "patternProperties",
    "propertyNames", "minProperties", "maxProperties", "unevaluatedProperties", "unevaluatedItems", "prefixItems",
    "contains", "minContains", "maxContains", "uniqueItems", "minLength", "maxLength", "default", "contentSchema",
})  # fmt: skip
"""The keywords that its strict mode refuses."""

_FORMATS = ("date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid")


def openai_tool(capability: PublicCapability, locales: Sequence[str]) -> dict[str, Any]:
    """Give a capability as a function. It is `strict` where its schema is as that mode demands, word for word.

    A schema is never bent to be strict: arguments that follow another one would not be valid input.
    """
    parameters = argument_schema(capability.input_schema)
    return {
        "type": "function",
        "function": {
            "name": capability.wire_name,
            "description": in_first(locales, capability.description),
            "parameters": parameters,
            "strict": not any(_hindrances(place) for place in places_in(parameters)),
        },
    }


def refused_keywords(schema: Any) -> frozenset[str]:
    """List the keywords of a schema that strict modes refuse."""
    return frozenset(word for place in places_in(schema) for word in _refused(place.schema))


def _hindrances(place: Place) -> bool:
    """Whether a schema keeps the whole from being strict."""
    schema = place.schema
    if any(_refused(schema)) or (not place.path and "anyOf" in schema):
        return True
    kind = schema.get("type")
    is_object = "object" in (kind if isinstance(kind, list) else [kind]) or "properties" in schema
    return is_object and not _is_closed_and_complete(schema)


def _is_closed_and_complete(schema: Mapping[str, Any]) -> bool:
    """Whether an object has all of its properties, and no others."""
    names, required = property_names(schema), schema.get("required", [])
    complete = isinstance(required, list) and all(name in required for name in names) and len(names) == len(required)
    return complete and schema.get("additionalProperties") is False


def _refused(schema: Mapping[str, Any]) -> Iterator[str]:
    yield from (keyword for keyword in schema if keyword in NOT_STRICT)
    if "format" in schema and schema["format"] not in _FORMATS:
        yield "format"
