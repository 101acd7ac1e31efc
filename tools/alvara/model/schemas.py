"""What a definition says in JSON Schema: under which keys, and which names it declares there."""

from typing import Any, NamedTuple

SCHEMA_KEYS = ("inputSchema", "outputSchema", "recordSchema", "valueSchema")
"""Where a definition holds a schema."""

Names = tuple[tuple[str, bool], ...]
"""Dotted names of the values in a map, each with whether it is always there."""


class Shape(NamedTuple):
    """The values that a schema lets be, as far as a condition can ask of them.

    `types` are JSON Schema's words for types (`number` stands without `integer`); none means that nothing is known.
    `enum` holds every value that there can be, None where they are not listed. `properties` are names, each with its
    shape and whether it is always there; `open` tells that there may be others. `items` is the shape of what a list
    holds, `most` its `maxItems`. `least` and `greatest` bound a number, both included.
    """

    types: tuple[str, ...] = ()
    enum: tuple[Any, ...] | None = None
    format: str = ""
    properties: tuple[tuple[str, "Shape", bool], ...] = ()
    open: bool = False
    items: "Shape | None" = None
    most: int | None = None
    least: float | None = None
    greatest: float | None = None

    def packed(self) -> tuple[Any, ...]:
        """Write the shape as plain tuples, as facts are kept."""
        properties = tuple([(name, shape.packed(), always) for name, shape, always in self.properties])
        items = None if self.items is None else self.items.packed()
        return (*self[:3], properties, self.open, items, *self[6:])

    @classmethod
    def of(cls, packed: tuple[Any, ...]) -> "Shape":
        """Reverse `packed`."""
        types, enum, format, properties, open, items, *rest = packed
        inner = tuple([(name, cls.of(shape), always) for name, shape, always in properties])
        return cls(types, enum, format, inner, open, None if items is None else cls.of(items), *rest)


ANYTHING = Shape()
"""The shape of what nothing is known of."""
