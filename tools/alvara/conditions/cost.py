"""How much work an expression can make, from what it is and what it is given: an upper bound, never a clock.

The library counts rounds of loops only. In one round a megabyte may be searched, and what `map` makes may grow with
each `map` after it, until the memory is full.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from alvara.conditions.matching import repeated
from alvara.conditions.syntax import Call, Constant, ListOf, Macro, MapOf, Name, Node, Select, children

MOST_STEPS = 1 << 25
"""Steps of one evaluation. A step is about what it takes to search one character of a text."""

MOST_ROUNDS = 10_000
"""Rounds of all loops together, after which the library gives up."""


def steps(node: Node, values: Mapping[str, Any]) -> int:
    """Bound the steps in which an expression is evaluated over JSON values by root."""
    counted = _Steps(values)
    counted.of(node, {}, 1)
    return counted.sum


class _Bound:
    """What a value can be at most: how much there is to look through, its items, and those of anything inside it."""

    __slots__ = ("inner", "items", "size")

    def __init__(self, size: int = 1, items: int = 0, inner: int = 0) -> None:
        self.size, self.items, self.inner = size, items, inner

    def field(self, key: Any) -> "_Bound":
        return self.item()

    def item(self) -> "_Bound":
        return _Bound(self.size, self.inner, self.inner)


class _Given(_Bound):
    """One of some JSON values. They are measured when that is asked, since most are only led through."""

    __slots__ = ("values",)

    def __init__(self, values: list[Any]) -> None:
        self.values = values

    def field(self, key: Any) -> _Bound:
        return _Given([value[key] for value in self.values if isinstance(value, dict) and key in value])

    def item(self) -> _Bound:
        return _Given([item for value in self.values if isinstance(value, (dict, list)) for item in value])

    def __getattr__(self, name: str) -> int:
        """Measure what was not asked before."""
        if name == "size":
            self.size = max(map(_weight, self.values), default=1)
        elif name == "items":
            self.items = max(map(_items, self.values), default=0)
        else:
            self.inner = max(map(_items, _all(self.values)), default=0)
        return int(getattr(self, name))


_SMALL = _Bound(32)
_FLAT = frozenset({"_&&_", "_||_", "!_", "_-_", "_*_", "_/_", "_%_", "-_", "size"})
_COMPARING = frozenset({"_==_", "_!=_", "_<_", "_<=_", "_>_", "_>=_", "startsWith", "endsWith"})
_FINDING = frozenset({"contains", "matches", "@in"})


class _Steps:
    def __init__(self, values: Mapping[str, Any]) -> None:
        self.values = values
        self.sum = 0

    def of(self, node: Node, variables: dict[str, _Bound], rounds: int) -> _Bound:
        """Count a node that is evaluated so many times, and bound what it comes to."""
        self.sum += rounds
        match node:
            case Name(name=name):
                return variables.get(name) or (_Given([self.values[name]]) if name in self.values else _SMALL)
            case Constant(value=value):
                return _Bound(len(value)) if isinstance(value, (str, bytes)) else _SMALL
            case Select(operand=operand, field=field):
                return self.of(operand, variables, rounds).field(field)
            case ListOf() | MapOf():
                return self.made(_within([self.of(part, variables, rounds) for part in children(node)]), rounds)
            case Macro():
                return self.loop(node, variables, rounds)
            case Call():
                return self.call(node, variables, rounds)

    def loop(self, node: Macro, variables: dict[str, _Bound], rounds: int) -> _Bound:
        over = self.of(node.operand, variables, rounds)
        inside = min(MOST_ROUNDS, rounds * over.items)
        parts = [self.of(part, {**variables, node.variable: over.item()}, inside) for part in node.args]
        if node.function == "filter":
            return over
        if node.function != "map":
            return _SMALL
        made = parts[-1]
        return self.made(_Bound(over.items * (1 + made.size), over.items, max(made.items, made.inner)), rounds)

    def call(self, node: Call, variables: dict[str, _Bound], rounds: int) -> _Bound:
        parts = [self.of(part, variables, rounds) for part in children(node)]
        if not parts or node.function in _FLAT:
            return _SMALL
        first, last = parts[0], parts[-1]
        if node.function in _COMPARING:
            self.sum += rounds * min(first.size, last.size)
        elif node.function in _FINDING:
            self.sum += rounds * _finding(node, first, last)
        elif node.function == "_[_]":
            key = node.args[-1]
            return first.field(key.value) if isinstance(key, Constant) and isinstance(key.value, str) else _keyed(first)
        elif node.function == "_?_:_":
            one, other = parts[1:]
            return _Bound(max(one.size, other.size), max(one.items, other.items), max(one.inner, other.inner))
        elif node.function == "_+_":
            inner = max(first.inner, last.inner)
            return self.made(_Bound(first.size + last.size, first.items + last.items, inner), rounds)
        else:
            return self.made(_Bound(32 + sum([part.size for part in parts]), first.items, first.inner), rounds)
        return _SMALL

    def made(self, value: _Bound, rounds: int) -> _Bound:
        self.sum += rounds * value.size
        return value


def _within(parts: list[_Bound]) -> _Bound:
    size = len(parts) + sum([part.size for part in parts])
    return _Bound(size, len(parts), max([max(part.items, part.inner) for part in parts], default=0))


def _keyed(value: _Bound) -> _Bound:
    """Bound what stands at a key that is computed: of a list an item, of a map what it has at any of its keys."""
    if not isinstance(value, _Given):
        return value.item()
    return _Given([i for v in value.values for i in (v.values() if isinstance(v, dict) else v if _is_list(v) else ())])


def _is_list(value: Any) -> bool:
    return isinstance(value, list)


def _finding(node: Call, where: _Bound, what: _Bound) -> int:
    """Bound one search: of a text that the data gives, at worst from each place on; of a pattern, in all its states."""
    if node.function == "@in":
        return min(what.size, what.items * (1 + where.size))
    if node.function == "contains":
        return where.size * (1 + min(where.size, what.size) // 1024)
    pattern = node.args[-1]
    written = pattern.value if isinstance(pattern, Constant) and isinstance(pattern.value, str) else ""
    return where.size * (1 + len(written) + repeated(written))


def _items(value: Any) -> int:
    return len(value) if isinstance(value, (dict, list)) else 0


def _weight(value: Any) -> int:
    return sum([1 + (len(item) if isinstance(item, str) else 0) for item in _all([value])])


def _all(values: Iterable[Any]) -> list[Any]:
    """List values with everything in them, keys too."""
    found: list[Any] = []
    pending = list(values)
    while pending:
        item = pending.pop()
        found.append(item)
        if isinstance(item, dict):
            pending += item
            pending += item.values()
        elif isinstance(item, list):
            pending += item
    return found
