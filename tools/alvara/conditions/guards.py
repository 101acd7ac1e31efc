"""What is known of optional values where an expression reads them: that they are there, and that they are not null.

CEL's `&&` and `||` take in an error where the other side settles the answer, in either order. So in `a && b` each side
may rely on the other being true, and in `a || b` on the other being false.
"""

import re
from typing import NamedTuple

from alvara.conditions.syntax import Call, Constant, Node, Select, path_of, spelled


class Known(NamedTuple):
    """Something that holds wherever a part of an expression counts: a node, and whether it is true or false there."""

    node: Node
    truth: bool


class Bound(NamedTuple):
    """From here on inwards a name is the variable of a macro: what was known outside is of another value."""

    variable: str


Guards = tuple[Known | Bound, ...]
"""What holds, from the outermost to the innermost."""


def key_of(node: Node) -> str:
    """Give what a value is known by, however it is written."""
    path = path_of(node)
    return ".".join(path) if path else spelled(node)


def is_there(key: str, guards: Guards) -> bool:
    """Whether the value is certainly there."""
    return _holds(key, guards, there=True)


def is_not_null(key: str, guards: Guards) -> bool:
    """Whether the value is certainly not null."""
    return _holds(key, guards, there=False)


def _holds(key: str, guards: Guards, *, there: bool) -> bool:
    for guard in reversed(guards):
        if isinstance(guard, Known):
            if implies(guard.node, guard.truth, key, there=there):
                return True
        elif re.search(rf"\b{guard.variable}\b", key):
            return False
    return False


def implies(node: Node, truth: bool, key: str, *, there: bool = True) -> bool:
    """Whether a value is there (or else: is not null) wherever a node is true, or where it is false."""
    match node:
        case Select(tested=True):
            return there and truth and key_of(node) == key  # that what it is a part of is there has to be asked before
        case Call(function="!_", args=(inner,)):
            return implies(inner, not truth, key, there=there)
        case Call(function="_&&_" | "_||_" as function, args=sides):
            either = truth == (function == "_&&_")
            found = [implies(side, truth, key, there=there) for side in sides]
            return any(found) if either else all(found)
        case Call(function="_?_:_", args=(test, one, other)) if _only_asks(test):
            met = implies(test, True, key, there=there) or implies(one, truth, key, there=there)
            return met and (implies(test, False, key, there=there) or implies(other, truth, key, there=there))
        case Call(function="@in", args=(Constant(value=str(name)), operand)):
            return there and truth and f"{key_of(operand)}.{name}" == key
        case Call(function="_==_" | "_!=_" as function, args=(one, other)) if not there:
            if truth == (function == "_!=_"):
                return any(_is_null(side) and key_of(value) == key for side, value in ((one, other), (other, one)))
            constants = [isinstance(side, Constant) and not _is_null(side) for side in (one, other)]
            return (constants[0] and key_of(other) == key) or (constants[1] and key_of(one) == key)
    return False


def _only_asks(node: Node) -> bool:
    """Whether a test does not read what it asks for: an error in it would not be false."""
    match node:
        case Select(tested=tested):
            return tested
        case Call(function="!_" | "_&&_" | "_||_", args=args):
            return all(map(_only_asks, args))
    return False


def _is_null(node: Node) -> bool:
    return isinstance(node, Constant) and node.sort == "null"
