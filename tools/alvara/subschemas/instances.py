"""Values judged by a schema: without the network, with formats asserted, by patterns that cannot backtrack."""

from collections.abc import Iterator
from typing import Any

from alvara.diagnostics.site import Pointer, json_pointer
from alvara.documents.routes import route
from alvara.subschemas.keywords import KEYWORDS, SAME_VALUE
from alvara.subschemas.wording import quoted

MOST_WORK = 100_000
"""Steps that the judgement of one value may take. Branches that lead to the same schema, level after level, double them
each time, and nothing can stop a validator once it has begun."""

_FEW = 6
"""Values of an `enum` that an objection lists; they are the schema's, and tell nothing of what was given."""


class Instances:
    """A schema that stands by itself, ready to judge values. One that cannot be compiled judges nothing."""

    def __init__(self, schema: dict[str, Any] | bool) -> None:
        """Compile the schema."""
        from jsonschema_rs import Draft202012Validator, RegexOptions

        self._schema = schema
        self._size = _size(schema)
        self._validator: Any = None
        try:
            self._validator = Draft202012Validator(
                schema, offline=True, validate_formats=True, pattern_options=RegexOptions()
            )
        except ValueError:
            return

    @property
    def usable(self) -> bool:
        """Whether the schema could be compiled. Who must not let anything pass asks this first."""
        return self._validator is not None

    def objection(self, value: Any) -> str | None:
        """Say why a value does not satisfy the schema, None where it does."""
        if self._validator is None:
            return None
        if not self._is_light(value) and work(self._schema, value) > MOST_WORK:
            return "it takes too many steps to judge"
        if self._validator.is_valid(value):
            return None
        errors = sorted(self._validator.iter_errors(value), key=lambda e: (len(e.instance_path), e.message))
        return _words(errors[0], route(value, errors[0].instance_path))

    def _is_light(self, value: Any) -> bool:
        """Whether a glance tells that judging a value cannot take too long.

        Without references each schema judges each value once at most, so that their numbers bound the work.
        """
        if self._size is None:
            return False
        most, count, pending = MOST_WORK // self._size, 0, [value]
        while pending and count <= most:
            item = pending.pop()
            count += 1
            if item.__class__ is dict:
                pending += item.values()
                count += len(item)
            elif item.__class__ is list:
                pending += item
        return count <= most


def work(schema: dict[str, Any] | bool, value: Any) -> int:
    """Count the steps in which a validator judges a value by a schema that stands by itself, as far as they matter."""
    return _Work(schema).of(schema, value, 0)


def _size(schema: Any) -> int | None:
    """Count the maps in a schema, which are its schemas and more; None where it refers to itself."""
    count, pending = 1, [schema]
    while pending:
        item = pending.pop()
        if isinstance(item, dict):
            if "$ref" in item:
                return None
            count += 1
            pending += item.values()
        elif isinstance(item, list):
            pending += item
    return count


class _Work:
    """Counts along, each pair of a schema and a value once: that is what validators do not do."""

    def __init__(self, root: dict[str, Any] | bool) -> None:
        self.root = root
        self.counted: dict[tuple[int, int], int] = {}

    def of(self, schema: Any, value: Any, depth: int) -> int:
        if not isinstance(schema, dict):
            return 1
        if depth > 200 or len(self.counted) > MOST_WORK:  # each pair is a step: there are too many already
            return MOST_WORK + 1
        pair = id(schema), id(value)
        if pair not in self.counted:
            self.counted[pair] = MOST_WORK + 1
            self.counted[pair] = 1 + sum(self.of(s, v, depth + 1) for s, v in self.next(schema, value))
        return self.counted[pair]

    def next(self, schema: dict[str, Any], value: Any) -> Iterator[tuple[Any, Any]]:
        for keyword, held in schema.items():
            if keyword == "$ref" and isinstance(self.root, dict):
                yield self.root if held == "#" else self.root["$defs"][held.rpartition("/")[2]], value
            elif keyword in SAME_VALUE:
                listed = held if isinstance(held, list) else held.values() if keyword == "dependentSchemas" else (held,)
                yield from ((branch, value) for branch in listed)
            elif isinstance(value, dict):
                yield from self.inside_map(keyword, held, value)
            elif isinstance(value, list) and keyword in ("items", "contains", "unevaluatedItems"):
                yield from ((held, item) for item in value)
            elif isinstance(value, list) and keyword == "prefixItems":
                yield from zip(held, value, strict=False)

    @staticmethod
    def inside_map(keyword: str, held: Any, value: dict[str, Any]) -> Iterator[tuple[Any, Any]]:
        if keyword == "properties":
            yield from ((held[name], item) for name, item in value.items() if name in held)
        elif keyword == "patternProperties":
            yield from ((inner, item) for inner in held.values() for item in value.values())
        elif keyword in ("additionalProperties", "unevaluatedProperties"):
            yield from ((held, item) for item in value.values())
        elif keyword == "propertyNames":
            yield from ((held, name) for name in value)


def compiles(pattern: str) -> bool:
    """Whether the engine that runs patterns takes this one."""
    return Instances({"pattern": pattern})._validator is not None


def _words(error: Any, at: Pointer) -> str:
    where = f"{quoted(json_pointer(at))} " if at else "it "
    kind = type(error.kind).__name__.rpartition("_")[2]
    if kind == "Format":
        return f"{where}is no {quoted(error.kind.format)}"
    if kind == "Type":
        return f"{where}is not of the type {' or '.join(map(quoted, error.kind.types))}"
    if kind == "Enum":
        listed = error.kind.options
        few = isinstance(listed, list) and len(listed) <= _FEW
        return f"{where}is none of {', '.join(map(quoted, listed))}" if few else f"{where}is not among the `enum`"
    if kind == "Required":
        return f"{where}lacks {quoted(error.kind.property)}"
    if kind in ("AdditionalProperties", "UnevaluatedProperties"):
        return f"{where}has {quoted(error.kind.unexpected[0])}, which is not declared"
    keywords = [step for step in error.schema_path if step in KEYWORDS]
    return f"{where}breaks {quoted(keywords[-1])}" if keywords else f"{where}satisfies nothing"
