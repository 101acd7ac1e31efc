"""Schemas taken apart: what each demands of a value by itself, and to which others it hands the value on."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from alvara.containment.values import ANYTHING, TYPE_BITS, identity
from alvara.subschemas.keywords import ANNOTATIONS, KEYWORDS
from alvara.subschemas.merging import below
from alvara.subschemas.references import Key, References, Refusal, Root, Subschema

SPEAKING = KEYWORDS - ANNOTATIONS - {"dependencies", "$recursiveRef", "$recursiveAnchor", "$dynamicRef"}
"""Keywords that a value can break. `dependencies` and the recursive ones belong to older dialects, and schemas with a
dynamic reference are not compared."""

_BESIDE_REFERENCE = SPEAKING - {"$ref"}
_MOST_HOPS = 200


class Condition(NamedTuple):
    """What `if`, `then` and `else` say together. A part that is missing is None, and lets everything pass."""

    test: "Shape"
    then: "Shape | None"
    otherwise: "Shape | None"


class Shape:
    """One schema of one side. Two shapes of a side are the same object where they stand at the same place.

    `types` are the types that its own `type` lets in, `listed` the values that its own `enum` and `const` leave, by
    their identity. `cut` keeps its single demands, and `kin` what holds with it, once they are asked for. Whatever
    judges the same value is reached by the methods.
    """

    __slots__ = ("_held", "cut", "is_whole", "kin", "listed", "schema", "side", "types", "value")

    def __init__(self, side: "Side", schema: Subschema, is_whole: bool = True) -> None:
        """Take a schema that holds, or a part of its keywords."""
        self.side, self.schema, self.is_whole = side, schema, is_whole
        self.value: Mapping[str, Any] = schema.value if isinstance(schema.value, dict) else {}
        self.types = ANYTHING if schema.value is not False else 0
        self.listed: dict[Any, Any] | None = None
        self.cut: Any = None
        self.kin: Any = None
        self._held: dict[tuple[str | int, ...], Shape] = {}
        if "type" in self.value:
            names = self.value["type"]
            self.types = 0
            for name in (names,) if isinstance(names, str) else names:
                self.types |= TYPE_BITS[name]
        if "enum" in self.value:
            self.listed = {identity(value): value for value in self.value["enum"]}
        if "const" in self.value:
            only = identity(self.value["const"])
            kept = self.listed is None or only in self.listed
            self.listed = {only: self.value["const"]} if kept else {}

    @property
    def says_nothing(self) -> bool:
        """Whether every value passes, as far as can be seen at a glance."""
        return self.schema.value is True or (self.schema.value is not False and SPEAKING.isdisjoint(self.value))

    def held(self, *steps: str | int) -> "Shape":
        """Give the schema that stands in it."""
        found = self._held.get(steps)
        if found is None:
            found = self._held[steps] = self.side.shape(below(self.schema, steps, self.side.references))
        return found

    def among(self, keyword: str) -> "tuple[Shape, ...]":
        """Give the schemas of `allOf`, `anyOf` or `oneOf`."""
        return tuple(self.held(keyword, index) for index in range(len(self.value.get(keyword, ()))))

    @property
    def conjuncts(self) -> "tuple[Shape, ...]":
        """The schemas that hold wherever this one does: by `$ref` and `allOf`."""
        if "$ref" not in self.value:
            return self.among("allOf") if "allOf" in self.value else ()
        target = self.side.target(self.schema)
        return (*self.among("allOf"), *(() if target is None else (target,)))

    @property
    def condition(self) -> Condition | None:
        """What `if` decides, None where it decides nothing."""
        value = self.value
        if "if" not in value or ("then" not in value and "else" not in value):
            return None
        then = self.held("then") if "then" in value else None
        return Condition(self.held("if"), then, self.held("else") if "else" in value else None)

    def only(self, keywords: Iterable[str]) -> "Shape":
        """Give a schema that says no more than some keywords of this one. What stands in it stays where it is."""
        kept = tuple(sorted(keyword for keyword in keywords if keyword in self.value))
        return self.side.part_of(self, kept)


class Side:
    """One of the two schemas that are compared, with all it refers to."""

    def __init__(self, references: References) -> None:
        """Take what follows its references."""
        self.references = references
        self._shapes: dict[Key, Shape] = {}
        self._parts: dict[tuple[Shape, tuple[str, ...]], Shape] = {}
        self._made: dict[Any, Shape] = {}

    def shape(self, schema: Subschema) -> Shape:
        """Give the shape of a schema. One that only refers to another is that other."""
        for _ in range(_MOST_HOPS):
            value = schema.value
            if not isinstance(value, dict) or "$ref" not in value or not _BESIDE_REFERENCE.isdisjoint(value):
                break
            target = self.references.follow(schema, value["$ref"])
            if isinstance(target, Refusal):
                break
            schema = target
        found = self._shapes.get(schema.key)
        if found is None:
            found = self._shapes[schema.key] = Shape(self, schema)
        return found

    def target(self, schema: Subschema) -> Shape | None:
        """Give what the reference of a schema leads to."""
        target = self.references.follow(schema, schema.value["$ref"])
        return None if isinstance(target, Refusal) else self.shape(target)

    def part_of(self, shape: Shape, keywords: tuple[str, ...]) -> Shape:
        """Give the shape of some keywords of another."""
        found = self._parts.get((shape, keywords))
        if found is None:
            schema = shape.schema
            value = {keyword: schema.value[keyword] for keyword in keywords}
            found = self._parts[shape, keywords] = Shape(self, Subschema(schema.root, schema.pointer, value), False)
        return found

    def made(self, value: Any) -> Shape:
        """Give the shape of a schema that stands nowhere."""
        key = identity(value)
        if key not in self._made:
            self._made[key] = Shape(self, Subschema(Root("", (), value), ("made", len(self._made)), value))
        return self._made[key]
