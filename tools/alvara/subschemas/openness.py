"""Which maps of a schema let in properties that it does not name."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from alvara.subschemas.keywords import ANNOTATIONS, OBJECT_KEYWORDS, SAME_VALUE
from alvara.subschemas.merging import below, parts_of, target_of
from alvara.subschemas.metaschema import misspelled
from alvara.subschemas.references import Key, References, Subschema

MOST = 3_000
"""Values, told apart by the schemas that hold for them, that are looked at before the rest is taken to be open."""

DEEPEST = 32

Parts = tuple[Subschema, ...]

_CLOSING = frozenset({"additionalProperties", "unevaluatedProperties"})
_EVALUATING = SAME_VALUE | {"$ref", "additionalProperties"}
"""Keywords by which a property may count as evaluated that is not named: `unevaluatedProperties` lets it pass."""

_CHOICES = frozenset({"anyOf", "oneOf"})
_ONE = ("items", "additionalProperties", "unevaluatedProperties", "unevaluatedItems")


class _Location(NamedTuple):
    """A value in the instance: the schemas that speak of it, and those around them that hold for it as well.

    `excused` is what stands in a schema that is open itself: that is said once.
    """

    own: Parts
    around: Parts
    excused: bool = False


def open_schemas(
    root: Subschema, references: References, reached: Iterable[Subschema] = ()
) -> Iterator[tuple[Subschema, str]]:
    """Yield the schemas that leave a map open, each with what is true of it.

    A map is closed where any schema that holds for it closes it: the branches of a closed schema need not. What a
    reference that leads nowhere would say is not guessed. `reached` are all schemas that the root reaches, where they
    are known: if each is closed by itself nothing is left to find.
    """
    reached = tuple(reached)
    if reached and all(_is_closed(s.value) or (s.value is not True and "$ref" in s.value) for s in reached):
        return
    judge = _Judge(references)
    said: set[Key] = set()
    pending = [_Location((root,), ())]
    seen: set[tuple[frozenset[Key], frozenset[Key], bool]] = set()
    for location in pending:
        parts = judge.parts(location.own)
        mark = (frozenset(p.key for p in parts), frozenset(p.key for p in location.around), location.excused)
        if mark in seen:
            continue
        if len(seen) == MOST:
            yield root, "this schema has too many branches to tell whether each is closed"
            return
        seen.add(mark)
        around = (*parts, *location.around)
        chooses = any(isinstance(part.value, dict) and not _CHOICES.isdisjoint(part.value) for part in parts)
        branches = [branch for part in parts for group in judge.branches(part) for branch in group]
        excused = location.excused
        if not excused and not judge.shut(around) and (location.own == (root,) or _takes_maps(parts)):
            blamed = next((part for part in parts if _speaks_of_maps(part.value)), None)
            if blamed is not None or not chooses:
                excused = True
                for schema, words in _opinion(blamed or parts[-1]):
                    if schema.key not in said:
                        said.add(schema.key)
                        yield schema, words
        pending += [_Location((branch,), around, excused) for branch in branches]
        inner, outer = judge.children(parts), judge.children(location.around)
        pending += [_Location(tuple(own), tuple(outer.get(step, ()))) for step, own in inner.items()]


def _opinion(schema: Subschema) -> Iterator[tuple[Subschema, str]]:
    value = schema.value
    if any(keyword in _CLOSING for _, keyword in misspelled(value)):
        return
    if not _speaks_of_maps(value):
        yield schema, "anything is let in here, maps with any properties among it"
    elif value.get("additionalProperties") is True:
        yield schema, "`additionalProperties: true` lets any property in"
    elif isinstance(value.get("additionalProperties"), dict):
        yield schema, "`additionalProperties` lets properties of any name in"
    else:
        yield schema, "no `additionalProperties: false` closes this map"


def _is_closed(value: Any) -> bool:
    """Whether a schema by itself closes the map, or lets no map in at all."""
    if not isinstance(value, dict):
        return value is not True
    types = value.get("type")
    return (
        (isinstance(types, str) and types != "object")
        or value.get("additionalProperties") is False
        or (value.get("unevaluatedProperties") is False and _EVALUATING.isdisjoint(value))
        or (isinstance(types, list) and "object" not in types)
        or "enum" in value
        or "const" in value
    )


def _speaks_of_maps(value: Any) -> bool:
    """Whether a schema says in so many words that it is about maps."""
    if not isinstance(value, dict):
        return False
    types = value.get("type")
    return types == "object" or (isinstance(types, list) and "object" in types) or not OBJECT_KEYWORDS.isdisjoint(value)


def _takes_maps(parts: Parts) -> bool:
    """Whether a map is among what is meant: where nothing is said, it is; where only texts are spoken of, it is not."""
    if any(_speaks_of_maps(part.value) for part in parts):
        return True
    return all(_is_silent(part.value) for part in parts)


def _is_silent(value: Any) -> bool:
    """Whether a schema by itself says nothing of a value."""
    return isinstance(value, bool) or (isinstance(value, dict) and value.keys() <= _SILENT)


def _conditional(value: Mapping[str, Any]) -> list[str]:
    """List the branches of an `if`, without which they say nothing."""
    return [keyword for keyword in ("then", "else") if "if" in value and keyword in value]


_SILENT = ANNOTATIONS | _CHOICES | {"$ref", "allOf", "if", "then", "else", "not"}


class _Judge:
    def __init__(self, references: References) -> None:
        self.references = references
        self._shut: dict[Key, bool] = {}

    def parts(self, own: Parts) -> Parts:
        found = {part.key: part for schema in own for part in parts_of(schema, self.references)}
        return tuple(found.values())

    def branches(self, schema: Subschema) -> list[Parts]:
        """List the sets of branches of which one holds: those of `anyOf`, those of `oneOf`, `then` and `else`."""
        value = schema.value
        found: list[Parts] = []
        if isinstance(value, dict):
            for keyword in ("anyOf", "oneOf"):
                if isinstance(value.get(keyword), list) and value[keyword]:
                    found.append(tuple(self._below(schema, keyword, i) for i in range(len(value[keyword]))))
            found.append(tuple(self._below(schema, keyword) for keyword in _conditional(value)))
            if isinstance(value.get("dependentSchemas"), dict):
                found.append(tuple(self._below(schema, "dependentSchemas", name) for name in value["dependentSchemas"]))
        return found

    def shut(self, parts: Parts, depth: int = 0) -> bool:
        """Whether some schema of these closes the map, or lets no map in at all."""
        return any(self._is_shut(part, depth) for part in parts)

    def _is_shut(self, schema: Subschema, depth: int) -> bool:
        if schema.key in self._shut:
            return self._shut[schema.key]
        self._shut[schema.key] = False
        self._shut[schema.key] = found = (
            _is_closed(schema.value)
            or self._leads_nowhere(schema)
            or self._evaluates_all(schema)
            or self._branches_shut(schema, depth)
        )
        return found

    def _evaluates_all(self, schema: Subschema) -> bool:
        """Whether `unevaluatedProperties: false` stands here, and no schema within evaluates properties unnamed."""
        if not isinstance(schema.value, dict) or schema.value.get("unevaluatedProperties") is not False:
            return False
        parts = [part.value for part in parts_of(schema, self.references, branches=True)]
        maps = [value for value in parts if isinstance(value, dict)]
        return all(value.get(keyword, False) is False for value in maps for keyword in _CLOSING)

    def _leads_nowhere(self, schema: Subschema) -> bool:
        value = schema.value
        if not isinstance(value, dict):
            return False
        return "$dynamicRef" in value or ("$ref" in value and target_of(schema, self.references) is None)

    def _branches_shut(self, schema: Subschema, depth: int) -> bool:
        if depth == DEEPEST or not isinstance(schema.value, dict):
            return False
        for keyword in ("anyOf", "oneOf"):
            listed = schema.value.get(keyword)
            if isinstance(listed, list) and listed:
                branches = [self.parts((self._below(schema, keyword, i),)) for i in range(len(listed))]
                if all(self.shut(branch, depth + 1) for branch in branches):
                    return True
        both = [self.parts((self._below(schema, keyword),)) for keyword in _conditional(schema.value)]
        return len(both) == 2 and all(self.shut(branch, depth + 1) for branch in both)

    def children(self, parts: Parts) -> dict[tuple[str, str | int], list[Subschema]]:
        """List the schemas that speak of what is inside, by where inside."""
        found: dict[tuple[str, str | int], list[Subschema]] = {}
        for part in parts:
            value = part.value
            if not isinstance(value, dict):
                continue
            for keyword in _ONE:
                held = value.get(keyword)
                if isinstance(held, (dict, bool)) and not (keyword in _CLOSING and _is_silent(held)):
                    found.setdefault((keyword, ""), []).append(self._below(part, keyword))
            for keyword in ("properties", "patternProperties"):
                for name in value[keyword] if isinstance(value.get(keyword), dict) else ():
                    found.setdefault((keyword, name), []).append(self._below(part, keyword, name))
            for index in range(len(value["prefixItems"]) if isinstance(value.get("prefixItems"), list) else 0):
                found.setdefault(("prefixItems", index), []).append(self._below(part, "prefixItems", index))
        return found

    def _below(self, schema: Subschema, *steps: str | int) -> Subschema:
        return below(schema, steps, self.references)
