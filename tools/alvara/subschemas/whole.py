"""Schemas made whole: what a `$ref` reaches is written in its place, so that it does not matter how it was shared."""

from collections.abc import Mapping
from typing import Any

from alvara.model.capability import Capability
from alvara.model.policy import Policy
from alvara.model.resource import Resource
from alvara.model.schemas import SCHEMA_KEYS
from alvara.subschemas.keywords import ANNOTATIONS, FORMS
from alvara.subschemas.merging import below
from alvara.subschemas.references import Key, References, Refusal, Subschema, embedded

LARGEST = 4 * 1024 * 1024
"""Characters, about, of one schema once it is whole. References to references can multiply without end."""

DEEPEST = 128
"""Levels of schemas in schemas, once whole."""

_NAMES = frozenset({"$defs", "definitions", "$id", "$anchor", "$dynamicAnchor", "$vocabulary"})
"""Keywords that exist for references to find their way."""

_MOVING = ("$dynamicRef", "$recursiveRef")


class Unresolved(ValueError):
    """A `$ref` that leads nowhere, or into too much."""


def make_whole(model: Capability | Resource | Policy, references: References) -> dict[str, Any]:
    """Give a definition with every schema in it written out. Raises `Unresolved`."""
    whole = dict(model.definition)
    for key in SCHEMA_KEYS:
        if key in whole:
            whole[key] = write_out(embedded(model.path, (*model.pointer, key), whole[key]), references)
    return whole


def write_out(schema: Subschema, references: References) -> Any:
    """Write out what every `$ref` of a schema reaches. Raises `Unresolved`.

    A schema that contains itself keeps a local reference at that point, to `#` or to a definition under `$defs`.
    """
    return _Writer(schema, references).whole()


def origins_of_kept(schema: Subschema, references: References) -> Mapping[str, Subschema]:
    """Give the schemas that stand under `$defs` once another is written out, by name. Raises `Unresolved`."""
    writer = _Writer(schema, references)
    writer.whole()
    return writer.origins


class _Writer:
    def __init__(self, schema: Subschema, references: References) -> None:
        self.start, self.references = schema, references
        self.open: list[Key] = [schema.key]
        self.names: dict[Key, str] = {schema.key: "#"}
        self.recurring: set[Key] = set()
        self.kept: dict[str, Any] = {}
        self.origins: dict[str, Subschema] = {}
        self.size = self.depth = 0

    def whole(self) -> Any:
        result = self.write(self.start)
        if not self.kept:
            return result
        return {**result, "$defs": {name: self.kept[name] for name in sorted(self.kept)}}

    def write(self, schema: Subschema) -> Any:
        if not isinstance(schema.value, dict):
            return schema.value
        self.depth += 1
        if self.depth > DEEPEST:
            raise Unresolved(f"the schema has more than {DEEPEST} levels once its references are written out")
        keywords = [key for key in sorted(schema.value) if key not in _NAMES and (key != "$schema" or self.depth == 1)]
        written = {keyword: self.held(schema, keyword) for keyword in keywords}
        if any(keyword in written for keyword in _MOVING):
            raise Unresolved("a reference that is resolved while validating cannot be written out")
        reference = written.pop("$ref", None)
        whole = written if reference is None else _joined(self.target(schema, str(reference)), written)
        self.depth -= 1
        return whole

    def held(self, schema: Subschema, keyword: str) -> Any:
        form, held = FORMS.get(keyword), schema.value[keyword]
        self.size += len(keyword) + 4
        if form == "one":
            return self.write(below(schema, (keyword,), self.references))
        if form == "many" and isinstance(held, list):
            self.size += len(held)
            return [self.write(below(schema, (keyword, i), self.references)) for i in range(len(held))]
        if form == "named" and isinstance(held, dict):
            self.size += sum(map(len, held)) + len(held)
            return {name: self.write(below(schema, (keyword, name), self.references)) for name in sorted(held)}
        self.size += _length(held)
        if self.size > LARGEST:
            raise Unresolved(f"the schema has more than {LARGEST:,} characters once its references are written out")
        return held

    def target(self, schema: Subschema, reference: str) -> Any:
        found = self.references.follow(schema, reference)
        if isinstance(found, Refusal):
            raise Unresolved(found.words)
        key = found.key
        if key in self.open or key in self.recurring:
            self.recurring.add(key)
            return {"$ref": self.name(key)}
        self.open.append(key)
        written = self.write(found)
        self.open.pop()
        if key not in self.recurring:
            return written
        name = self.name(key)
        if written == {"$ref": name}:
            raise Unresolved(f"`$ref: {reference}` leads back to itself")
        self.kept[name.removeprefix("#/$defs/")] = written
        self.origins[name.removeprefix("#/$defs/")] = found
        return {"$ref": name}

    def name(self, key: Key) -> str:
        """Give the local reference that stands for a schema which contains itself."""
        if key not in self.names:
            path, pointer = key
            stem = next((step for step in reversed(pointer) if isinstance(step, str)), path)
            plain = "".join(c if c.isascii() and c.isalnum() else "_" for c in stem.rpartition("/")[2])
            taken, name, number = set(self.names.values()), f"#/$defs/{plain}", 1
            while name in taken:
                number += 1
                name = f"#/$defs/{plain}{number}"
            self.names[key] = name
        return self.names[key]


def _joined(target: Any, beside: dict[str, Any]) -> Any:
    """Put what a reference reached together with what was written beside it, meaning the same as before."""
    if not beside:
        return target
    if beside.keys() <= ANNOTATIONS and isinstance(target, Mapping):
        return {**target, **beside}
    return {**beside, "allOf": [*beside.get("allOf", ()), target]}


def _length(value: Any) -> int:
    if isinstance(value, str):
        return len(value)
    if isinstance(value, Mapping):
        return sum(len(key) + _length(item) for key, item in value.items())
    return sum(map(_length, value)) if isinstance(value, list) else 4
