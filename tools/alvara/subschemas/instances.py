"""Values judged by a schema: without the network, with formats asserted, by patterns that cannot backtrack."""

from typing import Any

from alvara.diagnostics.site import json_pointer
from alvara.subschemas.keywords import KEYWORDS
from alvara.subschemas.wording import quoted


class Instances:
    """A schema that stands by itself, ready to judge values. One that cannot be compiled judges nothing."""

    def __init__(self, schema: dict[str, Any] | bool) -> None:
        """Compile the schema."""
        from jsonschema_rs import Draft202012Validator, RegexOptions

        self._validator: Any = None
        try:
            self._validator = Draft202012Validator(
                schema, offline=True, validate_formats=True, pattern_options=RegexOptions()
            )
        except ValueError:
            return

    def objection(self, value: Any) -> str | None:
        """Say why a value does not satisfy the schema, None where it does."""
        if self._validator is None or self._validator.is_valid(value):
            return None
        errors = sorted(self._validator.iter_errors(value), key=lambda e: (len(e.instance_path), e.message))
        return _words(errors[0])


def compiles(pattern: str) -> bool:
    """Whether the engine that runs patterns takes this one."""
    return Instances({"pattern": pattern})._validator is not None


def _words(error: Any) -> str:
    where = f"{quoted(json_pointer(tuple(error.instance_path)))} " if error.instance_path else "it "
    kind = type(error.kind).__name__.rpartition("_")[2]
    if kind == "Format":
        return f"{where}is no {quoted(error.kind.format)}"
    if kind == "Type":
        return f"{where}is not of the type {' or '.join(map(quoted, error.kind.types))}"
    if kind == "Enum":
        return f"{where}is not among the `enum`"
    if kind == "Required":
        return f"{where}lacks {quoted(error.kind.property)}"
    if kind in ("AdditionalProperties", "UnevaluatedProperties"):
        return f"{where}has {quoted(error.kind.unexpected[0])}, which is not declared"
    keywords = [step for step in error.schema_path if step in KEYWORDS]
    return f"{where}breaks {quoted(keywords[-1])}" if keywords else f"{where}satisfies nothing"
