"""Whether a schema is one: judged by the metaschema of 2020-12, each mistake once and at its place."""

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from alvara.diagnostics.site import Pointer
from alvara.documents.routes import route
from alvara.identity.suggestions import closest, did_you_mean
from alvara.subschemas.keywords import DIALECT, FORMS, KEYWORDS, TYPES
from alvara.subschemas.references import Subschema
from alvara.subschemas.wording import quoted, shown

_WORDS = {
    "string": "a text", "object": "a map", "array": "a list", "boolean": "true or false", "integer": "a whole number",
    "number": "a number",
}  # fmt: skip


class Mistake(NamedTuple):
    """Something in a schema that the metaschema does not allow."""

    path: str
    pointer: Pointer
    words: str
    tip: str = ""


@cache
def _metaschema() -> Any:
    from jsonschema_rs import Draft202012Validator

    return Draft202012Validator({"$ref": DIALECT}, offline=True)


def mistakes_in(schema: Subschema) -> list[Mistake]:
    """List what is wrong with a schema and all that it holds; schemas that it refers to are not looked at."""
    value = schema.value
    try:
        validator = _metaschema()
        if validator.is_valid(value):
            return []
        found: dict[Pointer, Mistake] = {}
        for place, piece in _pieces(value):
            if not isinstance(piece, (dict, bool)):
                found[place] = Mistake(schema.path, schema.pointer + place, *_no_schema(piece))
            elif not validator.is_valid(piece):
                for error in validator.iter_errors(piece):
                    at = route(piece, error.instance_path)
                    if place + at not in found:
                        for steps, words, tip in _words(at, error, piece):
                            where = place + at + steps
                            found[where] = Mistake(schema.path, schema.pointer + where, words, tip)
        return [found[at] for at in sorted(found, key=lambda at: list(map(str, at)))]
    except (ValueError, RecursionError):
        return [Mistake(schema.path, schema.pointer, "the schema holds a value that JSON does not have")]


def _pieces(schema: Any) -> Iterator[tuple[Pointer, Any]]:
    """Yield a schema and all that it holds, one by one: in each, `true` stands for the schemas that it holds itself.

    The library tells a mistake once for every vocabulary, and keeps the mistakes of a whole schema in memory together.
    """
    waiting: list[tuple[Pointer, Any]] = [((), schema)]
    while waiting:
        place, value = waiting.pop()
        shell = value
        if isinstance(value, dict):
            shell = dict(value)
            for keyword, held in value.items():
                form = FORMS.get(keyword)
                if form == "one":
                    shell[keyword] = True
                    waiting.append(((*place, keyword), held))
                elif form == "many" and isinstance(held, list):
                    shell[keyword] = [True] * len(held)
                    waiting += (((*place, keyword, i), item) for i, item in enumerate(held))
                elif form in ("named", "spare") and isinstance(held, dict):
                    shell[keyword] = dict.fromkeys(held, True)
                    waiting += (((*place, keyword, name), item) for name, item in held.items())
        yield place, shell


def _no_schema(value: Any) -> tuple[str, str]:
    return f"{shown(value)} stands where a schema is wanted", "a schema is a map, or true or false"


def misspelled(value: Any) -> list[tuple[str, str]]:
    """List the keys of a schema that are no keywords but look like one, with the keyword."""
    if not isinstance(value, dict):
        return []
    unknown = [key for key in value if key not in KEYWORDS]
    return [
        (key, match)
        for key in unknown
        if not key.startswith(("x-", "$"))
        for match in [closest(key, KEYWORDS)]
        if match is not None
    ]


def _words(at: Pointer, error: Any, schema: Any) -> Iterator[tuple[Pointer, str, str]]:
    value = schema
    for step in at:
        value = value[step]
    kind = type(error.kind).__name__.rpartition("_")[2]
    if kind == "AnyOf" and at and at[-1] == "type":
        yield from _type(value)
    elif kind == "Type":
        wanted = list(error.kind.types)
        if wanted == ["boolean", "object"]:
            yield (), *_no_schema(value)
        else:
            yield (), f"{shown(value)} stands where {' or '.join(_WORDS[name] for name in wanted)} is wanted", ""
    elif kind == "Minimum":
        yield (), f"{quoted(value)} is less than {error.kind.limit}", ""
    elif kind == "ExclusiveMinimum":
        yield (), f"{quoted(value)} is not greater than {error.kind.limit}", ""
    elif kind == "UniqueItems":
        yield (), "one entry stands in the list twice", ""
    elif kind == "MinItems":
        yield (), "the list is empty", ""
    elif kind == "Pattern":
        yield (), f"{shown(value)} is not a value that this keyword takes", ""
    else:
        words = str(error.message).replace("\n", " ")
        yield (), words[:1].lower() + words[1:200], ""


def _type(value: Any) -> Iterator[tuple[Pointer, str, str]]:
    if isinstance(value, str):
        yield (), f"{quoted(value)} is not a type", did_you_mean(value, TYPES) or f"the types are {', '.join(TYPES)}"
    elif not isinstance(value, list):
        yield (), f"{shown(value)} stands where the name of a type is wanted", ""
    elif not value:
        yield (), "the list is empty", ""
    else:
        strange = [(i, item) for i, item in enumerate(value) if item not in TYPES]
        for index, item in strange:
            tip = did_you_mean(item, TYPES) if isinstance(item, str) else ""
            yield (index,), f"{shown(item)} is not a type", tip
        if not strange:
            yield (), "one entry stands in the list twice", ""
