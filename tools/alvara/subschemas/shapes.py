"""What a condition may rely on of the values that a schema lets be: their types, names, bounds and lists of values.

The shape is no narrower than the schema: `not`, `if`, `pattern` and the like only take values away, and are passed
over. Only where properties are named without a type a map is meant, and nothing else.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from functools import reduce
from typing import Any

from alvara.model.schemas import ANYTHING, Shape
from alvara.subschemas.keywords import TYPES
from alvara.subschemas.merging import below, target_of
from alvara.subschemas.references import Key, References, Subschema

DEEPEST = 16
"""Levels of values in values that a condition is judged by. Below that, nothing is known."""

MOST = 2_000
"""Schemas that are looked at for one shape."""

_LONGEST = 200
"""Values of an `enum` that are kept; a longer list is taken to be any value of its types."""

_BOUNDS = frozenset({"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"})
_PLAIN = _BOUNDS | {"type", "format", "description", "title", "minLength", "maxLength", "pattern", "x-sensitive"}
"""The keywords of a schema that is read at once."""

_BRANCHING = frozenset({"allOf", "anyOf", "oneOf", "then", "else", "dependentSchemas"})
_FREE: tuple[float | None, float | None] = (None, None)
_NULL = Shape(("null",), (None,))


def shape_of(schema: Subschema, references: References) -> Shape:
    """Give the shape of the values that a schema accepts.

    What leads nowhere, what contains itself, and what is no schema are `ANYTHING`.
    """
    return _Shaper(references).value((schema,), 0)


class _Shaper:
    def __init__(self, references: References) -> None:
        self.references = references
        self.open: list[Key] = []
        self.left = MOST

    def value(self, schemas: Iterable[Subschema], depth: int) -> Shape:
        """Give the shape of a value that several schemas speak of."""
        if depth == DEEPEST:
            return ANYTHING
        shape = reduce(_met, [self.said(schema, depth) for schema in schemas], ANYTHING)
        if not shape.types and shape.properties:
            shape = shape._replace(types=("object",))  # whoever names properties means a map
        if "object" in shape.types and not shape.properties:
            return shape._replace(open=True)
        return shape if shape.types else ANYTHING

    def said(self, schema: Subschema, depth: int) -> Shape:
        """Give what one schema says of a value, of which others may say more."""
        value = schema.value
        self.left -= 1
        if not isinstance(value, dict) or schema.key in self.open or self.left < 0 or "$dynamicRef" in value:
            return ANYTHING
        self.open.append(schema.key)
        shape = self.own(schema, value, depth)
        if "$ref" in value:
            target = target_of(schema, self.references)
            shape = _met(shape, ANYTHING if target is None else self.said(target, depth))
        if not _BRANCHING.isdisjoint(value):
            shape = self.branched(schema, value, shape, depth)
        self.open.pop()
        return shape

    def branched(self, schema: Subschema, value: Mapping[str, Any], shape: Shape, depth: int) -> Shape:
        """Add to a shape what the schemas say that it is made of."""
        for part in self.listed(schema, "allOf"):
            shape = _met(shape, self.said(part, depth))
        for keyword in ("anyOf", "oneOf"):
            listed = self.listed(schema, keyword)
            branches = [self.said(branch, depth) for branch in listed]
            if branches and not _is_closed(value):
                shut = _is_shut(value, {keyword}, [branch.value for branch in listed])
                closed = [shut or self.closes(branch) for branch in listed]
                branches = [_loosened(one, branches, closed, i) for i, one in enumerate(branches)]
            if branches:
                shape = _met(shape, reduce(_joined, branches))
        for branch in self.conditional(schema, value):
            shape = _completed(shape, self.said(branch, depth), _named_by_branches(value))
        return shape

    def closes(self, branch: Subschema) -> bool:
        """Whether a branch by itself lets in no property that it does not name."""
        target = target_of(branch, self.references)
        said = (branch.value, None if target is None else target.value)
        return any(_is_closed(value) for value in said if isinstance(value, dict))

    def own(self, schema: Subschema, value: Mapping[str, Any], depth: int) -> Shape:
        """Give what a schema says by itself, without those that it is made of."""
        types, enum = _types(value.get("type")), _enum(value)
        if enum is not None:
            enum = tuple([v for v in enum if not types or _is_one_of(v, types)])
            types = types or tuple(sorted({_type(v) for v in enum}, key=TYPES.index))
        if types == ("null",):
            return _NULL
        least, greatest = _bounds(value, whole=types == ("integer",))
        most, format, items = value.get("maxItems"), value.get("format"), None
        if "items" in value and "prefixItems" not in value:
            items = self.inner(below(schema, ("items",), self.references), depth)
        others = [value.get(key, False) for key in ("additionalProperties", "unevaluatedProperties")]
        openly = any(other is not False for other in others) or bool(value.get("patternProperties"))
        return Shape(
            types, enum, format if isinstance(format, str) else "", self.properties(schema, value, depth),
            openly, items, most if _is_whole(most) else None, least, greatest,
        )  # fmt: skip

    def properties(
        self, schema: Subschema, value: Mapping[str, Any], depth: int
    ) -> tuple[tuple[str, Shape, bool], ...]:
        """Give the properties that are declared or demanded, by name."""
        declared, demanded = value.get("properties"), value.get("required")
        required = {name for name in demanded if isinstance(name, str)} if isinstance(demanded, list) else set()
        found = dict.fromkeys(required, ANYTHING)
        for name in declared if isinstance(declared, dict) else ():
            found[name] = self.inner(below(schema, ("properties", name), self.references), depth)
        return tuple([(name, found[name], name in required) for name in sorted(found)])

    def inner(self, schema: Subschema, depth: int) -> Shape:
        """Give the shape of a value within a value; most are plain, and say at once what they are."""
        value = schema.value
        if isinstance(value, dict) and "type" in value and _PLAIN.issuperset(value):
            types = _types(value["type"])
            if types and "null" not in types:
                format, bounds = value.get("format"), _FREE
                if not _BOUNDS.isdisjoint(value):
                    bounds = _bounds(value, whole=types == ("integer",))
                named = format if isinstance(format, str) else ""
                return Shape(types, None, named, (), "object" in types, None, None, *bounds)
        return self.value((schema,), depth + 1)

    def listed(self, schema: Subschema, keyword: str) -> list[Subschema]:
        held = schema.value.get(keyword)
        count = len(held) if isinstance(held, list) else 0
        return [below(schema, (keyword, i), self.references) for i in range(count)]

    def conditional(self, schema: Subschema, value: Mapping[str, Any]) -> list[Subschema]:
        """List the schemas that hold for some of the values only."""
        steps: list[tuple[str, ...]] = [(keyword,) for keyword in ("then", "else") if keyword in value]
        held = value.get("dependentSchemas")
        steps += [("dependentSchemas", name) for name in (held if isinstance(held, dict) else ())]
        return [below(schema, way, self.references) for way in steps]


def _met(one: Shape, other: Shape) -> Shape:
    """Give the shape of what has both shapes. Where there is no such value nothing is known: that is no typo."""
    if other == ANYTHING:
        return one
    if one == ANYTHING:
        return other
    types = _common(one.types, other.types)
    if one.types and other.types and not types:
        return ANYTHING
    enum = one.enum if other.enum is None else other.enum
    if one.enum is not None and other.enum is not None:
        enum = tuple([value for value in one.enum if _is_listed(value, other.enum)])
    if enum is not None and types:
        enum = tuple([value for value in enum if _is_one_of(value, types)])
    if enum == ():
        return ANYTHING
    mine, others = _by_name(one), _by_name(other)
    properties = []
    for name in sorted(mine.keys() | others.keys()):
        (shape, always), (also, sure) = mine.get(name, (ANYTHING, False)), others.get(name, (ANYTHING, False))
        properties.append((name, _met(shape, also), always or sure))
    items = _met(one.items or ANYTHING, other.items or ANYTHING)
    return Shape(
        types, enum, one.format or other.format, tuple(properties), one.open or other.open,
        None if one.items is None and other.items is None else items,
        _picked(min, one.most, other.most), _picked(max, one.least, other.least),
        _picked(min, one.greatest, other.greatest),
    )  # fmt: skip


def _joined(one: Shape, other: Shape, within: bool = False) -> Shape:
    """Give the shape of what has one of two shapes. A branch that is no map says nothing of properties, and so on.

    Of a value `within` another it is not known whether a shape lets in what it does not name: that may be anything.
    """
    both = one.types and other.types
    types = tuple([t for t in TYPES if t in one.types or t in other.types]) if both else ()
    enum = None if one.enum is None or other.enum is None else _distinct((*one.enum, *other.enum))
    mine, others = _by_name(one), _by_name(other)
    properties = []
    for name in sorted(mine.keys() | others.keys()):
        if name in mine and name in others:
            (shape, always), (also, sure) = mine[name], others[name]
            properties.append((name, _joined(shape, also, within=True), always and sure))
        else:
            absent = other if name in mine else one
            shape, always = mine.get(name) or others[name]
            may_be = _may_be(absent, "object")
            properties.append((name, ANYTHING if within and may_be else shape, always and not may_be))
    lists = [shape for shape in (one, other) if _may_be(shape, "array")]
    numbers = [shape for shape in (one, other) if _may_be(shape, "number") or _may_be(shape, "integer")]
    texts = {shape.format for shape in (one, other) if _may_be(shape, "string")}
    listed = [shape.items for shape in lists]
    return Shape(
        _normal(types), enum, texts.pop() if len(texts) == 1 else "", tuple(properties), one.open or other.open,
        None if not listed or None in listed else reduce(_inner, [item for item in listed if item is not None]),
        _widest(max, [shape.most for shape in lists]), _widest(min, [shape.least for shape in numbers]),
        _widest(max, [shape.greatest for shape in numbers]),
    )  # fmt: skip


def _inner(one: Shape, other: Shape) -> Shape:
    return _joined(one, other, within=True)


def _loosened(one: Shape, branches: Sequence[Shape], closed: Sequence[bool], at: int) -> Shape:
    """Take from the properties of a branch what does not hold where another is met, which lets them be anything."""
    others = [
        {name for name, _, _ in other.properties}
        for i, other in enumerate(branches) if i != at and not closed[i] and _may_be(other, "object")
    ]  # fmt: skip
    properties = [
        (name, inner if all(name in other for other in others) else ANYTHING, always)
        for name, inner, always in one.properties
    ]
    return one._replace(properties=tuple(properties))


def _completed(shape: Shape, branch: Shape, known: Callable[[str], bool]) -> Shape:
    """Add the properties that only a branch declares: they may be there, and anything where it is not met."""
    own = {name for name, _, _ in shape.properties}
    more = [
        (name, inner if known(name) else ANYTHING, False) for name, inner, _ in branch.properties if name not in own
    ]
    return shape._replace(properties=tuple(sorted([*shape.properties, *more], key=lambda p: p[0]))) if more else shape


_LETTING_IN = _BRANCHING | {"patternProperties", "additionalProperties", "if", "$ref", "$dynamicRef"}
"""What may let in a property that a schema does not name itself."""


def _is_closed(value: Mapping[str, Any]) -> bool:
    """Whether a schema by itself lets in no property that it does not name."""
    if value.get("additionalProperties") is False:
        return "patternProperties" not in value
    return _is_shut(value, frozenset(), [])


def _is_shut(value: Mapping[str, Any], parts: Set[str], branches: Iterable[Any]) -> bool:
    """Whether `unevaluatedProperties` keeps out what neither a schema nor the branches under these keywords name."""
    if value.get("unevaluatedProperties") is not False or not (_LETTING_IN - parts).isdisjoint(value):
        return False
    return all(not isinstance(branch, dict) or _LETTING_IN.isdisjoint(branch) for branch in branches)


def _named_by_branches(value: Mapping[str, Any]) -> Callable[[str], bool]:
    """Tell of a property that only `then` and the like name whether it is let in by nothing else."""
    if _is_closed(value):
        return lambda name: True
    test = value.get("if", {})
    plain = isinstance(test, dict) and test.keys() <= {"type", "properties", "required"}
    parts = [value[key] for key in ("then", "else") if key in value]
    shut = plain and _is_shut(value, {"if", "then", "else"}, parts)
    tested = test.get("properties", {}) if shut else {}
    return lambda name: shut and isinstance(tested, dict) and name not in tested


def _may_be(shape: Shape, type: str) -> bool:
    return not shape.types or type in shape.types


def _by_name(shape: Shape) -> dict[str, tuple[Shape, bool]]:
    return {name: (inner, always) for name, inner, always in shape.properties}


def _common(one: tuple[str, ...], other: tuple[str, ...]) -> tuple[str, ...]:
    """Give the types of what has one of each; whole numbers are numbers."""
    if not one or not other:
        return one or other
    pairs = [set(types) | ({"integer"} if "number" in types else set()) for types in (one, other)]
    return _normal(tuple([t for t in TYPES if t in pairs[0] & pairs[1]]))


_SINGLE: Mapping[str, tuple[str, ...]] = {type: (type,) for type in TYPES}


def _types(written: Any) -> tuple[str, ...]:
    if isinstance(written, str):
        return _SINGLE.get(written, ())
    listed = written if isinstance(written, list) else [written]
    return _normal(tuple([type for type in TYPES if type in listed]))


def _normal(types: tuple[str, ...]) -> tuple[str, ...]:
    return tuple([t for t in types if t != "integer"]) if "number" in types else types


def _type(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    return "string" if isinstance(value, str) else "integer" if _is_whole(value) else "number"


def _is_one_of(value: Any, types: tuple[str, ...]) -> bool:
    type = _type(value)
    if isinstance(value, float) and value.is_integer():
        return "number" in types or "integer" in types
    return type in types or (type == "integer" and "number" in types)


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _enum(schema: Mapping[str, Any]) -> tuple[Any, ...] | None:
    """Give the values that a schema lists, where all of them are plain and not too many."""
    listed = [schema["const"]] if "const" in schema else schema.get("enum")
    if not isinstance(listed, list) or not 0 < len(listed) <= _LONGEST:
        return None
    plain = all(value is None or isinstance(value, str | int | float) for value in listed)
    return _distinct(listed) if plain else None


def _distinct(values: Iterable[Any]) -> tuple[Any, ...]:
    return tuple({(isinstance(value, bool), value): value for value in values}.values())


def _is_listed(value: Any, values: tuple[Any, ...]) -> bool:
    return any(value == other and isinstance(value, bool) == isinstance(other, bool) for other in values)


def _bounds(schema: Mapping[str, Any], whole: bool) -> tuple[float | None, float | None]:
    """Give the least and the greatest number; those that are left out themselves count as in unless it is whole."""
    step = 1 if whole else 0
    lower, above = _number(schema, "minimum"), _number(schema, "exclusiveMinimum")
    upper, below = _number(schema, "maximum"), _number(schema, "exclusiveMaximum")
    least = _picked(max, lower, None if above is None else above + step if _is_whole(above) else above)
    greatest = _picked(min, upper, None if below is None else below - step if _is_whole(below) else below)
    return least, greatest


def _number(schema: Mapping[str, Any], keyword: str) -> float | None:
    value = schema.get(keyword)
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None


def _picked(pick: Any, one: Any, other: Any) -> Any:
    """Pick one of two bounds; None is no bound."""
    return other if one is None else one if other is None else pick(one, other)


def _widest(pick: Any, bounds: list[Any]) -> Any:
    return None if not bounds or None in bounds else pick(bounds)
