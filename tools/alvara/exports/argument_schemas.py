"""The schema of what a tool takes, as tool APIs want it: an object at its root."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from alvara.bundle.wire import thaw
from alvara.subschemas.keywords import FORMS


class Place(NamedTuple):
    """A schema within a schema; `path` is how it is reached, keyword by keyword, empty for the root."""

    path: tuple[str, ...]
    schema: Mapping[str, Any]


def argument_schema(schema: Any) -> dict[str, Any]:
    """Give the schema of the arguments, in a copy. Arguments always are an object: where no type is said, that is."""
    thawed = thaw(schema)
    if not isinstance(thawed, dict):
        return {"type": "object"} if thawed else {"type": "object", "not": {}}
    return thawed if {"type", "$ref"} & thawed.keys() else {"type": "object", **thawed}


def places_in(schema: Any) -> Iterator[Place]:
    """Yield a schema and all within it; what is `true` or `false` has no keywords, and is left out."""
    waiting: list[tuple[tuple[str, ...], Any]] = [((), schema)]
    while waiting:
        path, here = waiting.pop()
        if isinstance(here, Mapping):
            yield Place(path, here)
            waiting += reversed(list(_held_by(path, here)))


def property_names(schema: Mapping[str, Any]) -> list[str]:
    """List the properties that a schema names."""
    properties = schema.get("properties")
    return list(properties) if isinstance(properties, Mapping) else []


def _held_by(path: tuple[str, ...], schema: Mapping[str, Any]) -> Iterator[tuple[tuple[str, ...], Any]]:
    for keyword, held in schema.items():
        form = FORMS.get(keyword)
        if form == "one":
            yield (*path, keyword), held
        elif form == "many" and isinstance(held, (list, tuple)):
            yield from (((*path, keyword, str(number)), item) for number, item in enumerate(held))
        elif form in ("named", "spare") and isinstance(held, Mapping):
            yield from (((*path, keyword, name), item) for name, item in held.items())
