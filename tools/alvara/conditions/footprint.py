"""What an expression reads, and how closely it looks: that tells which values of a field can make a difference."""

from collections.abc import Iterator
from enum import Enum
from typing import Any, NamedTuple

from alvara.conditions.engine import ROOTS
from alvara.conditions.syntax import Call, Constant, ListOf, Macro, Node, Select, children, path_of

Path = tuple[str, ...]
"""A root, and the fields that lead from there."""


class Look(Enum):
    """How an expression looks at a field; `CLOSE` is every way of which the others do not speak."""

    TESTED = "whether it is there"
    EQUAL = "whether it is some value"
    ORDERED = "where it lies among others"
    MEMBER = "whether it holds a constant"
    SIZED = "how long it is, beside a constant"
    CLOSE = "anything"


class Sight(NamedTuple):
    """A field that an expression reads; `members` are the constants that it is asked to hold."""

    path: Path
    look: Look
    members: tuple[Any, ...] = ()


class Footprint(NamedTuple):
    """What an expression reads, each look once, and the constants that it has.

    `beyond` tells that it reads what is no field of the request: the time, or a name that nothing declares.
    """

    sights: tuple[Sight, ...]
    constants: tuple[Any, ...]
    beyond: bool


_ORDERS = ("_<_", "_<=_", "_>_", "_>=_")
_COMPARISONS = ("_==_", "_!=_", *_ORDERS)
_JOINTS = ("_&&_", "_||_", "!_")
_BOOLEAN = (*_COMPARISONS, *_JOINTS, "@in")


def footprint(node: Node) -> Footprint:
    """Find what an expression reads."""
    walk = _Walk()
    sights = tuple(dict.fromkeys(walk.of(node, Look.EQUAL)))
    return Footprint(sights, tuple(walk.constants), walk.beyond)


class _Walk:
    """A walk over one expression, with what it has met."""

    __slots__ = ("_bound", "beyond", "constants")

    def __init__(self) -> None:
        self._bound: list[str] = []
        self.constants: list[Any] = []
        self.beyond = False

    def of(self, node: Node, look: Look) -> Iterator[Sight]:
        """Yield what a node reads, where the value that it comes to is itself looked at so."""
        path = path_of(node)
        if path:
            yield from self._field(node, path, look)
            return
        match node:
            case Constant(value=value):
                self.constants.append(value)
            case Call(function=function, args=args) if function in _JOINTS:
                for arg in args:
                    yield from self.of(arg, Look.EQUAL)
            case Call(function="_?_:_", args=(test, one, other)):
                yield from self.of(test, Look.EQUAL)
                yield from self.of(one, look)
                yield from self.of(other, look)
            case Call(function=function, args=(left, right)) if function in _COMPARISONS:
                yield from self._comparison(left, right, Look.ORDERED if function in _ORDERS else Look.EQUAL)
            case Call(function="@in", args=(left, right)):
                yield from self._membership(left, right)
            case Macro(operand=operand, variable=variable, args=args):
                yield from self.of(operand, Look.CLOSE)
                self._bound.append(variable)
                for arg in args:
                    yield from self.of(arg, Look.CLOSE)
                self._bound.pop()
            case _:
                for child in children(node):
                    yield from self.of(child, Look.CLOSE)

    def _field(self, node: Node, path: Path, look: Look) -> Iterator[Sight]:
        if path[0] in self._bound:
            return
        if path[0] not in ROOTS:
            self.beyond = True
        elif isinstance(node, Select) and node.tested:
            yield Sight(path, Look.TESTED)
        else:
            yield Sight(path, look)

    def _comparison(self, left: Node, right: Node, look: Look) -> Iterator[Sight]:
        for side, other in ((left, right), (right, left)):
            sized = self._sized(side)
            if sized and isinstance(other, Constant):
                self.constants.append(other.value)
                yield Sight(sized, Look.SIZED)
                return
        plain = self._is_plain(left) and self._is_plain(right)
        for side in (left, right):
            yield from self.of(side, look if plain else Look.CLOSE)

    def _membership(self, left: Node, right: Node) -> Iterator[Sight]:
        if isinstance(left, Constant) and self._reads(path_of(right)):
            yield Sight(path_of(right), Look.MEMBER, (left.value,))
            return
        listed = isinstance(right, ListOf) and all(isinstance(item, Constant) for item in right.items)
        plain = listed and self._is_plain(left)
        yield from self.of(left, Look.EQUAL if plain else Look.CLOSE)
        yield from self.of(right, Look.CLOSE)

    def _sized(self, node: Node) -> Path:
        """Give the field whose length a node is; nothing where it is anything else."""
        match node:
            case Call(function="size", target=None, args=(operand,)) | Call(function="size", target=operand, args=()):
                path = () if operand is None else path_of(operand)
                return path if self._reads(path) else ()
        return ()

    def _reads(self, path: Path) -> bool:
        return bool(path) and path[0] in ROOTS and path[0] not in self._bound

    def _is_plain(self, node: Node) -> bool:
        """Whether a node comes to a field, a constant or a truth, so that no other number or text can matter."""
        match node:
            case Constant():
                return True
            case Call(function="_?_:_", args=(_, one, other)):
                return self._is_plain(one) and self._is_plain(other)
            case Call(function=function):
                return function in _BOOLEAN or self._reads(path_of(node))
        return self._reads(path_of(node))
