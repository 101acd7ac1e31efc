"""Schemas compared as they stand, and values tried on them by a validator that knows nothing of the comparison."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from jsonschema_rs import Draft202012Validator, RegexOptions

from alvara.containment.answers import Answer
from alvara.containment.question import Compared, contains
from tests.subschemas.files import references, schema

MATRIX = json.loads((Path(__file__).parent / "matrix.json").read_text())

PERMIT: dict[str, Any] = {
    "type": "object",
    "properties": {
        "id": {"type": "string", "pattern": "^WP-[0-9]{1,10}$"},
        "days": {"type": "integer", "minimum": 1, "maximum": 30},
        "tags": {"type": "array", "items": {"enum": ["hot", "cold"]}, "maxItems": 5},
    },
    "required": ["id", "days"],
    "additionalProperties": False,
}


class Question(NamedTuple):
    """Whether every value of one schema is a value of the other, with the true answer and a value that shows it."""

    name: str
    first: Any
    second: Any
    safe: bool
    witness: Any = None


def questions() -> list[Question]:
    """List the questions of the matrix, each pair in both directions."""
    found = []
    for pair in MATRIX:
        old, new = pair["old"], pair["new"]
        found.append(Question(f"{pair['name']}, as input", old, new, pair["input_safe"], pair.get("input_witness")))
        found.append(Question(f"{pair['name']}, as output", new, old, pair["output_safe"], pair.get("output_witness")))
    return found


def compare(first: Any, second: Any, files: Mapping[str, Any] | None = None) -> Answer:
    """Answer whether every value of one schema is a value of the other."""
    return contains(Compared(schema(first), references(files)), Compared(schema(second), references(files)))


def verdict(first: Any, second: Any) -> str:
    """Give the verdict alone."""
    return compare(first, second).verdict


def _validator(written: Any) -> Draft202012Validator | None:
    """Compile a schema with formats asserted, None where a pattern in it is none that the engine takes."""
    try:
        return Draft202012Validator(written, validate_formats=True, pattern_options=RegexOptions())
    except ValueError:
        return None


def refutes(value: Any, first: Any, second: Any) -> bool:
    """Whether a value is valid under the one schema and invalid under the other."""
    one, other = _validator(first), _validator(second)
    return one is not None and other is not None and one.is_valid(value) and not other.is_valid(value)
