"""The single demands of a schema: the smallest things that a value can break.

They are those of JSON Schema Validation 2020-12, section 6, and of Core, section 10.3. Each keyword is cut where its
parts can fail by themselves: each name of `required`, each property of `properties`. What cannot fail, such as
`minLength: 0`, is no demand.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from alvara.containment.opaque import CONTENT
from alvara.containment.shapes import Shape
from alvara.containment.values import ANYTHING, LIST, MAP, NUMBER, TEXT, exact

_LET_PASS: tuple[Any, ...] = (True, {})


class Demand:
    """One demand, with the schema that makes it and the steps from there to where it is written.

    `types` are those that it speaks of: a value of another type satisfies it. `name` is the name of a property, a
    pattern, a format or another word, `limit` a number, `names` and `patterns` are what else the keyword depends on.
    """

    __slots__ = ("keyword", "limit", "name", "names", "owner", "patterns", "steps", "types")

    def __init__(
        self,
        owner: Shape,
        keyword: str,
        types: int,
        steps: tuple[str | int, ...],
        name: str = "",
        limit: int | Fraction = 0,
        names: frozenset[str] = frozenset(),
        patterns: tuple[str, ...] = (),
    ) -> None:
        """Take all of it."""
        self.owner, self.keyword, self.types, self.steps = owner, keyword, types, steps
        self.name, self.limit, self.names, self.patterns = name, limit, names, patterns

    @property
    def child(self) -> Shape:
        """The schema that judges what is inside."""
        return self.owner.held(*self.steps)

    @property
    def alone(self) -> dict[str, Any]:
        """A schema that makes this demand and no other."""
        keyword, value = self.keyword, self.owner.value
        if keyword in ("unevaluatedProperties", "unevaluatedItems"):
            return dict(value)
        if keyword == "required":
            return {"required": [self.name]}
        if keyword == "dependentRequired":
            return {"dependentRequired": {self.name: list(self.names)}}
        if keyword in ("properties", "patternProperties", "dependentSchemas"):
            return {keyword: {self.name: value[keyword][self.name]}}
        if keyword == "additionalProperties":
            beside = {
                "properties": dict.fromkeys(self.names, True),
                "patternProperties": dict.fromkeys(self.patterns, True),
            }
            return {keyword: value[keyword], **beside}
        if keyword == "items":
            first = [True] * int(self.limit)
            return {"items": value["items"], "prefixItems": first} if first else {"items": value["items"]}
        if keyword == "prefixItems":
            return {"prefixItems": [*[True] * int(self.limit), value["prefixItems"][int(self.limit)]]}
        if keyword == "contains":
            return {"contains": value["contains"], "minContains": int(self.limit)}
        if keyword == "maxContains":
            return {"contains": value["contains"], "minContains": 0, "maxContains": int(self.limit)}
        if keyword == "content":
            return {key: value[key] for key in CONTENT if key in value}
        if keyword == "listed":
            return {key: value[key] for key in ("enum", "const") if key in value}
        return {keyword: value[keyword]}


def demands_of(shape: Shape) -> tuple[Demand, ...]:
    """List the demands of a schema, in the order in which they are written."""
    found: tuple[Demand, ...] | None = shape.cut
    if found is None:
        cuts = [_DEMANDS[keyword](shape, held) for keyword, held in shape.value.items() if keyword in _DEMANDS]
        found = shape.cut = tuple(demand for cut in cuts for demand in cut)
    return found


def _number(keyword: str) -> Callable[[Shape, Any], Iterator[Demand]]:
    def demands(shape: Shape, held: Any) -> Iterator[Demand]:
        yield Demand(shape, keyword, NUMBER, (keyword,), limit=exact(held))

    return demands


def _least(keyword: str, types: int) -> Callable[[Shape, Any], Iterator[Demand]]:
    def demands(shape: Shape, held: Any) -> Iterator[Demand]:
        if held > 0:
            yield Demand(shape, keyword, types, (keyword,), limit=int(held))

    return demands


def _most(keyword: str, types: int) -> Callable[[Shape, Any], Iterator[Demand]]:
    def demands(shape: Shape, held: Any) -> Iterator[Demand]:
        yield Demand(shape, keyword, types, (keyword,), limit=int(held))

    return demands


def _text(keyword: str) -> Callable[[Shape, Any], Iterator[Demand]]:
    def demands(shape: Shape, held: Any) -> Iterator[Demand]:
        if isinstance(held, str):
            yield Demand(shape, keyword, TEXT, (keyword,), name=held)

    return demands


def _content(shape: Shape, held: Any) -> Iterator[Demand]:
    """What a text holds is not judged by validators; it is compared as if it were, since readers rely on it."""
    keyword = next(key for key in CONTENT if key in shape.value)
    if shape.value[keyword] is held:
        words = " ".join(str(shape.value.get(key, "")) for key in CONTENT)
        yield Demand(shape, "content", TEXT, (keyword,), name=words)


def _named(keyword: str) -> Callable[[Shape, Any], Iterator[Demand]]:
    def demands(shape: Shape, held: Any) -> Iterator[Demand]:
        for name, inner in held.items():
            if inner not in _LET_PASS:
                yield Demand(shape, keyword, MAP, (keyword, name), name=name)

    return demands


def _one(keyword: str, types: int) -> Callable[[Shape, Any], Iterator[Demand]]:
    def demands(shape: Shape, held: Any) -> Iterator[Demand]:
        if held not in _LET_PASS:
            yield Demand(shape, keyword, types, (keyword,))

    return demands


def _additional(shape: Shape, held: Any) -> Iterator[Demand]:
    if held not in _LET_PASS:
        names = frozenset(shape.value.get("properties", ()))
        patterns = tuple(sorted(shape.value.get("patternProperties", ())))
        yield Demand(shape, "additionalProperties", MAP, ("additionalProperties",), names=names, patterns=patterns)


def _required(shape: Shape, held: Any) -> Iterator[Demand]:
    for index, name in enumerate(held):
        yield Demand(shape, "required", MAP, ("required", index), name=name)


def _dependent(shape: Shape, held: Any) -> Iterator[Demand]:
    for name, others in held.items():
        for index, other in enumerate(others):
            if other != name:
                steps = ("dependentRequired", name, index)
                yield Demand(shape, "dependentRequired", MAP, steps, name=name, names=frozenset({other}))


def _prefix(shape: Shape, held: Any) -> Iterator[Demand]:
    for index, inner in enumerate(held):
        if inner not in _LET_PASS:
            yield Demand(shape, "prefixItems", LIST, ("prefixItems", index), limit=index)


def _items(shape: Shape, held: Any) -> Iterator[Demand]:
    if held not in _LET_PASS:
        yield Demand(shape, "items", LIST, ("items",), limit=len(shape.value.get("prefixItems", ())))


def _contains(shape: Shape, held: Any) -> Iterator[Demand]:
    least = int(shape.value.get("minContains", 1))
    if least > 0:
        yield Demand(shape, "contains", LIST, ("contains",), limit=least)
    if "maxContains" in shape.value:
        yield Demand(shape, "maxContains", LIST, ("contains",), limit=int(shape.value["maxContains"]))


def _unique(shape: Shape, held: Any) -> Iterator[Demand]:
    if held:
        yield Demand(shape, "uniqueItems", LIST, ("uniqueItems",))


def _listed(keyword: str) -> Callable[[Shape, Any], Iterator[Demand]]:
    def demands(shape: Shape, held: Any) -> Iterator[Demand]:
        if keyword == "const" or "const" not in shape.value:
            yield Demand(shape, "listed", ANYTHING, (keyword,))

    return demands


_DEMANDS: dict[str, Callable[[Shape, Any], Iterator[Demand]]] = {
    "enum": _listed("enum"), "const": _listed("const"),
    **{key: _number(key) for key in ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")},
    "minLength": _least("minLength", TEXT), "maxLength": _most("maxLength", TEXT),
    "pattern": _text("pattern"), "format": _text("format"),
    "contentEncoding": _content, "contentMediaType": _content,
    "prefixItems": _prefix, "items": _items, "contains": _contains, "uniqueItems": _unique,
    "minItems": _least("minItems", LIST), "maxItems": _most("maxItems", LIST),
    "unevaluatedItems": _one("unevaluatedItems", LIST),
    "properties": _named("properties"), "patternProperties": _named("patternProperties"),
    "additionalProperties": _additional, "propertyNames": _one("propertyNames", MAP), "required": _required,
    "dependentRequired": _dependent, "dependentSchemas": _named("dependentSchemas"),
    "minProperties": _least("minProperties", MAP), "maxProperties": _most("maxProperties", MAP),
    "unevaluatedProperties": _one("unevaluatedProperties", MAP),
}  # fmt: skip
