"""What schemas say together at a glance: the types and values that are left, and whether another can share any.

Two schemas are apart where they leave no type in common, no listed value, or where a property that both require is
listed with no value in common: the tag of a `oneOf` that is told apart by one.
"""

from collections.abc import Iterable
from typing import Any

from alvara.containment.shapes import Shape
from alvara.containment.values import ANYTHING, MAP, type_of

_MOST = 500


class Closure:
    """Schemas with those that hold wherever they do, by `$ref` and `allOf`.

    `types` are the types left, `listed` the values left where these are listed, `tags` the listed values of properties
    that must be present.
    """

    __slots__ = ("_tags", "listed", "shapes", "types")

    def __init__(self, shapes: tuple[Shape, ...]) -> None:
        """Take schemas that hold together."""
        self.shapes = shapes
        self.types = ANYTHING
        self.listed: dict[Any, Any] | None = None
        self._tags: dict[str, dict[Any, Any]] | None = None
        for shape in shapes:
            self.types &= shape.types
            if shape.listed is not None:
                self.listed = _shared(self.listed, shape.listed)
        if self.listed is not None:
            self.listed = {key: value for key, value in self.listed.items() if type_of(value) & self.types}
            left = 0
            for value in self.listed.values():
                left |= type_of(value)
            self.types &= left

    @property
    def tags(self) -> dict[str, dict[Any, Any]]:
        """The listed values of the properties that must be present."""
        if self._tags is None:
            self._tags = {}
            required = {name for shape in self.shapes for name in shape.value.get("required", ())}
            for shape in self.shapes:
                for name in shape.value.get("properties", ()):
                    if name in required:
                        listed = closure_of(shape.held("properties", name)).listed
                        if listed is not None:
                            self._tags[name] = _shared(self._tags.get(name), listed)
        return self._tags


def closure_of(shape: Shape) -> Closure:
    """Gather the schemas that hold wherever one does."""
    found: Closure | None = shape.kin
    if found is None:
        found = shape.kin = closure([shape])
    return found


def closure(shapes: Iterable[Shape]) -> Closure:
    """Gather the schemas that hold wherever some do."""
    found: dict[Shape, None] = {}
    pending = list(shapes)
    for shape in pending:
        if shape not in found and len(found) < _MOST:
            found[shape] = None
            pending += shape.conjuncts
    return Closure(tuple(found))


def apart(around: Closure, shape: Shape) -> bool:
    """Whether no value can satisfy both, as far as can be seen at a glance."""
    other = closure_of(shape)
    shared = around.types & other.types
    if not shared or (
        other.listed is not None and around.listed is not None and not _shared(around.listed, other.listed)
    ):
        return True
    if shared != MAP:
        return False
    mine, theirs = around.tags, other.tags
    return any(name in theirs and theirs[name].keys().isdisjoint(listed) for name, listed in mine.items())


def _shared(one: dict[Any, Any] | None, other: dict[Any, Any]) -> dict[Any, Any]:
    return other if one is None else {key: value for key, value in one.items() if key in other}
