"""JSON Schemas made whole: what a `$ref` reaches is written in its place, so that no file is needed to read one."""

from collections.abc import Callable, Mapping
from posixpath import dirname, normpath
from typing import Any
from urllib.parse import unquote, urlsplit

SCHEMA_KEYS = ("inputSchema", "outputSchema", "recordSchema", "valueSchema")
"""Where a definition holds a schema."""

LARGEST = 4 * 1024 * 1024
"""Characters, about, of one schema once it is whole. References to references can multiply without end."""

DEEPEST = 128
"""Levels of schemas in schemas, once whole."""

Place = tuple[str, str]
"""A file and the JSON pointer of a schema in it; the schema that is being made whole has an empty file name."""

_ONE = frozenset({
    "additionalProperties", "unevaluatedProperties", "unevaluatedItems", "items", "contains", "propertyNames", "not",
    "if", "then", "else", "contentSchema", "additionalItems",
})  # fmt: skip
_LIST = frozenset({"allOf", "anyOf", "oneOf", "prefixItems", "items"})
_MAP = frozenset({"properties", "patternProperties", "dependentSchemas", "dependencies"})
_NAMES = frozenset({"$defs", "definitions", "$id", "$anchor", "$dynamicAnchor"})
"""Keywords that exist for references to find their way."""

_REMARKS = frozenset({
    "title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly", "$comment", "$schema",
})  # fmt: skip


class Unresolved(ValueError):
    """A `$ref` that leads nowhere, or into too much."""


def make_whole(definition: Mapping[str, Any], path: str, value: Callable[[str], Any]) -> dict[str, Any]:
    """Write a definition with the schemas in it whole. `value` gives the value of a file, None where there is none."""
    return {key: inline(item, path, value) if key in SCHEMA_KEYS else item for key, item in definition.items()}


def inline(schema: Any, path: str, value: Callable[[str], Any]) -> Any:
    """Write out what every `$ref` of a schema reaches; `path` is the file that it stands in. Raises `Unresolved`.

    A schema that contains itself keeps a local reference at that point, to `#` or to a definition under `$defs`.
    """
    return _Inliner(schema, path, value).whole()


class _Inliner:
    def __init__(self, schema: Any, path: str, value: Callable[[str], Any]) -> None:
        self.schema, self.path, self.value = schema, path, value
        self.open: list[Place] = [("", "")]
        self.names: dict[Place, str] = {}
        self.kept: dict[str, Any] = {}
        self.size = self.depth = 0

    def whole(self) -> Any:
        result = self.write(self.schema, "")
        if not self.kept:
            return result
        return {**result, "$defs": {name: self.kept[name] for name in sorted(self.kept)}}

    def write(self, schema: Any, file: str) -> Any:
        if not isinstance(schema, Mapping):
            return schema
        self.depth += 1
        if self.depth > DEEPEST:
            raise Unresolved(f"the schema has more than {DEEPEST} levels once its references are written out")
        unnamed = [key for key in sorted(schema) if key not in _NAMES and (key != "$schema" or self.depth == 1)]
        written = {key: self.member(key, schema[key], file) for key in unnamed}
        if "$dynamicRef" in written or "$recursiveRef" in written:
            raise Unresolved("a reference that is resolved while validating cannot be written out")
        reference = written.pop("$ref", None)
        whole = written if reference is None else _joined(self.target(str(reference), file), written)
        self.depth -= 1
        return whole

    def member(self, key: str, item: Any, file: str) -> Any:
        self.size += len(key) + 4
        if key in _LIST and isinstance(item, list):
            return [self.write(part, file) for part in item]
        if key in _MAP and isinstance(item, Mapping):
            return {name: self.member("", item[name], file) for name in sorted(item)}
        if isinstance(item, Mapping) and (key in _ONE or not key):
            return self.write(item, file)
        self.size += _length(item)
        if self.size > LARGEST:
            raise Unresolved(f"the schema has more than {LARGEST:,} characters once its references are written out")
        return item

    def target(self, reference: str, file: str) -> Any:
        place = self.place(reference, file)
        if place in self.open:
            return {"$ref": self.name(place)}
        if place in self.names:
            return {"$ref": self.names[place]}
        schema = self.find(place, reference)
        self.open.append(place)
        written = self.write(schema, place[0])
        self.open.pop()
        if place not in self.names:
            return written
        name = self.names[place]
        if written == {"$ref": name}:
            raise Unresolved(f"`$ref: {reference}` leads back to itself")
        self.kept[name.removeprefix("#/$defs/")] = written
        return {"$ref": name}

    def place(self, reference: str, file: str) -> Place:
        try:
            url = urlsplit(reference)
        except ValueError:
            raise Unresolved(f"`$ref: {reference}` is not a reference") from None
        if url.scheme or url.netloc or url.query:
            raise Unresolved(f"`$ref: {reference}` leaves the registry")
        pointer = unquote(url.fragment)
        if pointer and not pointer.startswith("/"):
            raise Unresolved(f"`$ref: {reference}` does not end in a JSON pointer")
        if not url.path:
            return file, pointer
        path = normpath(f"{dirname(file or self.path)}/{unquote(url.path)}").removeprefix("/")
        if url.path.startswith("/") or path.split("/")[0] == "..":
            raise Unresolved(f"`$ref: {reference}` leaves the registry")
        return path, pointer

    def find(self, place: Place, reference: str) -> Any:
        file, pointer = place
        found = self.value(file) if file else self.schema
        if found is None:
            raise Unresolved(f"`$ref: {reference}` leads to `{file}`, which is no readable file of the registry")
        for step in pointer.split("/")[1:]:
            key = step.replace("~1", "/").replace("~0", "~")
            if isinstance(found, Mapping) and key in found:
                found = found[key]
            elif isinstance(found, list) and key.isdecimal() and int(key) < len(found):
                found = found[int(key)]
            else:
                raise Unresolved(f"`$ref: {reference}` leads nowhere: there is no `{key}`")
        if not isinstance(found, (Mapping, bool)):
            raise Unresolved(f"`$ref: {reference}` does not lead to a schema")
        return found

    def name(self, place: Place) -> str:
        """Give the local reference that stands for a schema which contains itself."""
        if place not in self.names:
            file, pointer = place
            stem = pointer.rpartition("/")[2] or file.rpartition("/")[2].partition(".")[0]
            taken, name, number = set(self.names.values()), f"#/$defs/{stem}", 1
            while name in taken:
                number += 1
                name = f"#/$defs/{stem}{number}"
            self.names[place] = name if place != ("", "") else "#"
        return self.names[place]


def _joined(target: Any, beside: dict[str, Any]) -> Any:
    """Put what a reference reached together with what was written beside it, meaning the same as before."""
    if not beside:
        return target
    if beside.keys() <= _REMARKS and isinstance(target, Mapping):
        return {**target, **beside}
    return {**beside, "allOf": [*beside.get("allOf", ()), target]}


def _length(value: Any) -> int:
    if isinstance(value, str):
        return len(value)
    if isinstance(value, Mapping):
        return sum(len(key) + _length(item) for key, item in value.items())
    return sum(map(_length, value)) if isinstance(value, list) else 4
