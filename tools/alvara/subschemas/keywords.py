"""The keywords of JSON Schema 2020-12, by what they hold."""

from collections.abc import Mapping
from typing import Literal

DIALECT = "https://json-schema.org/draft/2020-12/schema"

Form = Literal["one", "many", "named", "spare", "reference"]
"""What a keyword holds: a schema, a list of them, schemas by name, the same kept for references, or a reference."""

FORMS: Mapping[str, Form] = {
    **dict.fromkeys((
        "additionalProperties", "unevaluatedProperties", "items", "unevaluatedItems", "contains", "propertyNames",
        "not", "if", "then", "else", "contentSchema",
    ), "one"),
    **dict.fromkeys(("allOf", "anyOf", "oneOf", "prefixItems"), "many"),
    **dict.fromkeys(("properties", "patternProperties", "dependentSchemas"), "named"),
    **dict.fromkeys(("$defs", "definitions"), "spare"),
    "$ref": "reference",
}  # fmt: skip

SAME_VALUE = frozenset({"allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas"})
"""Keywords whose schemas judge the very value that their own schema judges."""

ANNOTATIONS = frozenset({
    "$schema", "$id", "$anchor", "$dynamicAnchor", "$vocabulary", "$comment", "$defs", "definitions", "title",
    "description", "default", "deprecated", "readOnly", "writeOnly", "examples",
})  # fmt: skip
"""Keywords that no value can break."""

OBJECT_KEYWORDS = frozenset({
    "properties", "patternProperties", "additionalProperties", "unevaluatedProperties", "propertyNames", "required",
    "minProperties", "maxProperties", "dependentRequired", "dependentSchemas",
})  # fmt: skip
"""Keywords that speak of maps only."""

KEYWORDS = frozenset({
    *FORMS, *ANNOTATIONS, *OBJECT_KEYWORDS, "$dynamicRef", "type", "enum", "const", "multipleOf", "maximum",
    "exclusiveMaximum", "minimum", "exclusiveMinimum", "maxLength", "minLength", "pattern", "maxItems", "minItems",
    "uniqueItems", "maxContains", "minContains", "format", "contentEncoding", "contentMediaType", "dependencies",
    "$recursiveRef", "$recursiveAnchor",
})  # fmt: skip

TYPES = ("string", "number", "integer", "boolean", "object", "array", "null")

FORMATS = frozenset({
    "date-time", "date", "time", "duration", "email", "idn-email", "hostname", "idn-hostname", "ipv4", "ipv6", "uri",
    "uri-reference", "iri", "iri-reference", "uuid", "uri-template", "json-pointer", "relative-json-pointer", "regex",
})  # fmt: skip
"""The formats of the validation specification, section 7.3. They are asserted here, not only noted."""
