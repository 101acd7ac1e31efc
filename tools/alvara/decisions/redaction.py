"""What no record of a decision may hold: values that `observability.redact` or `x-sensitive` in a schema name.

Masking errs on the side of silence: a value is masked where any branch of its schema says so, taken or not, where a
closed schema does not know it at all, since nobody has said what it is, and where it stands in place of what holds a
secret, such as a text instead of an object.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from alvara.diagnostics.site import json_pointer, steps_of

MASKED = "[masked]"
"""Stands where a value was. Keys and positions stay, so that pointers mean the same."""

SENSITIVE = "x-sensitive"

Steps = tuple[str | int, ...]

_SAME = ("allOf", "anyOf", "oneOf")
_SAME_ONE = ("not", "if", "then", "else")
_OTHERS = ("additionalProperties", "unevaluatedProperties")


class Masked(NamedTuple):
    """A value without what is secret in it, and the JSON pointers of that, in the order of the value."""

    value: Any
    pointers: tuple[str, ...] = ()


class Redaction(NamedTuple):
    """`named` are the ways that are masked, by root; `schemas` those that have something to say, by root."""

    named: Mapping[str, tuple[Steps, ...]]
    schemas: Mapping[str, Any]
    every: Mapping[str, Any]

    def mask(self, root: str, value: Any, *, strange: bool = False) -> Masked:
        """Mask one value. One that does not satisfy its schema is `strange`: what the schema does not know goes too."""
        named = self.named.get(root, ())
        schema = self.every.get(root) if strange else self.schemas.get(root)
        if not named and schema is None:
            return Masked(value)
        pointers: list[str] = []
        judging = () if schema is None else (schema,)
        return Masked(_Masking(schema, strange=strange).of(value, judging, named, (root,), pointers), tuple(pointers))


def redaction_of(pointers: Iterable[str], schemas: Mapping[str, Any]) -> Redaction:
    """Prepare what is masked in the values that these schemas judge, by root, and below these pointers."""
    named: dict[str, list[Steps]] = {}
    for pointer in pointers:
        root, *steps = steps_of(pointer)
        named.setdefault(root, []).append(tuple(steps))
    every = {root: schema for root, schema in schemas.items() if isinstance(schema, dict)}
    telling = {root: schema for root, schema in every.items() if _mentions(schema)}
    return Redaction({root: tuple(ways) for root, ways in named.items()}, telling, every)


def _mentions(schema: Any, *words: str) -> bool:
    """Whether a schema says anywhere that something is sensitive; a name or an example that looks so does no harm.

    More `words` are taken for the same.
    """
    pending = [schema]
    while pending:
        item = pending.pop()
        if isinstance(item, dict):
            if SENSITIVE in item or any(word in item for word in words):
                return True
            pending += item.values()
        elif isinstance(item, list):
            pending += item
    return False


class _Judging(NamedTuple):
    """The schemas that judge one value. It is `secret` as a whole; or it `hides` what is secret within, if anything."""

    schemas: tuple[dict[str, Any], ...]
    secret: bool
    hides: bool


class _Masking:
    def __init__(self, root: Any, *, strange: bool) -> None:
        self.root, self.strange = root, strange
        self.known: dict[tuple[int, ...], _Judging] = {}

    def of(self, value: Any, schemas: Iterable[Any], named: tuple[Steps, ...], at: Steps, found: list[str]) -> Any:
        judging = self.judging(tuple(schemas))
        if not judging.schemas and not named:
            return value
        if () in named or judging.secret or (self.strange and _is_out_of_place(value, judging, named)):
            found.append(json_pointer(at))
            return MASKED
        if isinstance(value, dict):
            return {key: self.property(key, item, judging.schemas, named, at, found) for key, item in value.items()}
        if isinstance(value, list):
            places = max([len(schema.get("prefixItems", ())) for schema in judging.schemas], default=0)
            rest = tuple(_of_item(judging.schemas, places))
            return [
                self.of(
                    item, rest if i >= places else _of_item(judging.schemas, i), named and _below(named, str(i)),
                    (*at, i), found,
                )
                for i, item in enumerate(value)
            ]  # fmt: skip
        return value

    def property(
        self, key: str, value: Any, judging: tuple[dict[str, Any], ...], named: tuple[Steps, ...], at: Steps,
        found: list[str],
    ) -> Any:  # fmt: skip
        inner = list(_of_property(judging, key))
        if self.strange and any(schema is False for schema in inner) and not any(isinstance(s, dict) for s in inner):
            found.append(json_pointer((*at, key)))
            return MASKED
        return self.of(value, inner, _below(named, key), (*at, key), found)

    def judging(self, schemas: tuple[Any, ...]) -> _Judging:
        """Find the schemas that judge the very same value, whatever branch they stand in."""
        key = tuple(map(id, schemas))
        if key not in self.known:
            all = tuple(self.same(schemas))
            secret = any(schema.get(SENSITIVE) is True for schema in all)
            self.known[key] = _Judging(all, secret, self.strange and any(_mentions(schema, "$ref") for schema in all))
        return self.known[key]

    def same(self, schemas: Iterable[Any]) -> Iterator[dict[str, Any]]:
        seen: set[int] = set()
        pending = list(schemas)
        while pending:
            schema = pending.pop()
            if not isinstance(schema, dict) or id(schema) in seen:
                continue
            seen.add(id(schema))
            yield schema
            pending += [branch for key in _SAME for branch in schema.get(key, ())]
            pending += [schema[key] for key in _SAME_ONE if key in schema]
            pending += schema.get("dependentSchemas", {}).values()
            if "$ref" in schema:
                pending.append(self.target(schema["$ref"]))

    def target(self, reference: str) -> Any:
        """Follow a reference of a schema that stands by itself: to all of it, or to one of its definitions."""
        if reference == "#":
            return self.root
        return self.root.get("$defs", {}).get(reference.removeprefix("#/$defs/"))


def _is_out_of_place(value: Any, judging: _Judging, named: tuple[Steps, ...]) -> bool:
    """Whether something secret is looked for within a value that has no such places: it may be the secret itself."""
    if not named and not judging.hides:
        return False
    if isinstance(value, dict):
        return not named and not any(word in schema for schema in judging.schemas for word in _IN_MAPS)
    if isinstance(value, list):
        numbered = any(str(way[0]).isdigit() for way in named)
        return not numbered and not any(word in schema for schema in judging.schemas for word in _IN_LISTS)
    return True


_IN_MAPS = ("properties", "patternProperties", *_OTHERS)
_IN_LISTS = ("prefixItems", "items", "unevaluatedItems", "contains")


def _of_property(judging: Iterable[Mapping[str, Any]], key: str) -> Iterator[Any]:
    """Yield the schemas that may judge a property. A pattern is taken to match, since it could."""
    for schema in judging:
        known = [schema["properties"][key]] if key in schema.get("properties", {}) else []
        known += schema.get("patternProperties", {}).values()
        yield from known
        yield from (schema[word] for word in _OTHERS if word in schema and (not known or schema[word] is not False))


def _of_item(judging: Iterable[Mapping[str, Any]], position: int) -> Iterator[Any]:
    for schema in judging:
        listed = schema.get("prefixItems", [])
        if position < len(listed):
            yield listed[position]
        yield from (schema[word] for word in ("items", "unevaluatedItems", "contains") if word in schema)


def _below(named: tuple[Steps, ...], step: str) -> tuple[Steps, ...]:
    return tuple([way[1:] for way in named if way and way[0] == step])
