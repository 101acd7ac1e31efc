"""What validators let pass because they do not know it: formats without a definition, and what a text holds.

Readers may rely on both, so that a text cannot be said to break them, nor to be of such a format. What a text holds is
an annotation by the specification (JSON Schema Validation 2020-12, section 8): any text is valid under it.
"""

from collections.abc import Mapping
from typing import Any

from alvara.subschemas.keywords import FORMATS, FORMS

CONTENT = ("contentEncoding", "contentMediaType")
_NO_TEXT = {"not": {"type": "string"}}


def is_known(format: str) -> bool:
    """Whether validators assert a format."""
    return format in FORMATS


def refusing_texts(schema: Any, whatever_they_hold: bool) -> Any:
    """Give a schema in which an unknown format lets no text pass, and no demand on what texts hold does where asked.

    It is the same object where there is no such keyword. What a validator says of a value with this schema and with the
    original does not depend on what those keywords mean.
    """
    if not isinstance(schema, Mapping):
        return schema
    changed = dict(schema)
    for keyword, held in schema.items():
        form = FORMS.get(keyword)
        if form == "one":
            changed[keyword] = refusing_texts(held, whatever_they_hold)
        elif form == "many":
            changed[keyword] = _same_or([refusing_texts(item, whatever_they_hold) for item in held], held)
        elif form in ("named", "spare"):
            changed[keyword] = _same_or(
                {name: refusing_texts(item, whatever_they_hold) for name, item in held.items()}, held
            )
    format = schema.get("format")
    unknown = isinstance(format, str) and not is_known(format)
    if unknown or (whatever_they_hold and any(keyword in schema for keyword in CONTENT)):
        return {**changed, "allOf": [*changed.get("allOf", ()), _NO_TEXT]}
    return changed if any(changed[keyword] is not held for keyword, held in schema.items()) else schema


def _same_or(changed: Any, held: Any) -> Any:
    """Give what was held where nothing in it changed."""
    keys = changed if isinstance(changed, dict) else range(len(changed))
    return held if all(changed[key] is held[key] for key in keys) else changed
