"""An expression's syntax, out of what the library's parser wrote down: a `cel.expr.ParsedExpr` in protobuf's format.

The parser has written each macro out as a loop; here it becomes the macro again.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from struct import unpack
from typing import Any

from alvara.conditions.library import NotCompiled, parsed
from alvara.conditions.syntax import Call, Constant, ListOf, Macro, MapOf, Name, Node, Select, Sort

_Field = tuple[int, Any]
_SORTS: dict[int, Sort] = {1: "null", 2: "bool", 3: "int", 4: "uint", 5: "double", 6: "string", 7: "bytes"}
_WAY = re.compile(r"[A-Za-z_]\w{0,99}(?:\.[A-Za-z_]\w{0,99}){0,15}", re.ASCII)
_WORDS = frozenset({
    "true", "false", "null", "in", "as", "break", "const", "continue", "else", "for", "function", "if", "import", "let",
    "loop", "package", "namespace", "return", "var", "void", "while",
})  # fmt: skip
"""The words that CEL keeps for itself."""


@lru_cache(2048)
def parse(source: str) -> Node:
    """Read an expression. Nothing is known yet of names and types. Raises `NotCompiled`.

    Most of those that are no conditions name a value and no more. For them the library need not be there at all.
    """
    if _WAY.fullmatch(source) and _WORDS.isdisjoint(words := source.split(".")):
        return _way(words)
    whole = b"".join(part for number, part in _fields(parsed(source)) if number == 2)
    offsets: dict[int, int] = {}
    expression = b""
    for number, part in _fields(whole):
        if number == 2:
            expression = part
        elif number == 3:
            for key, entry in _fields(part):
                if key == 4:
                    id, offset = _entry(entry)
                    offsets[id] = offset
    return _Decoder(offsets).node(expression)


def _way(words: list[str]) -> Node:
    node: Node = Name(words[0], 0)
    offset = len(words[0])
    for word in words[1:]:
        node = Select(node, word, False, offset)
        offset += 1 + len(word)
    return node


class _Decoder:
    __slots__ = ("offsets",)

    def __init__(self, offsets: dict[int, int]) -> None:
        self.offsets = offsets

    def node(self, data: bytes) -> Node:
        id = 0
        for number, part in _fields(data):
            if number == 2:
                id = part
            elif number == 3:
                return _constant(part, self.offsets.get(id, 0))
            elif number == 4:
                return Name(_text(part, 1).removeprefix("."), self.offsets.get(id, 0))
            elif number == 5:
                return self._select(part, self.offsets.get(id, 0))
            elif number == 6:
                return self._call(part, self.offsets.get(id, 0))
            elif number == 7:
                items = tuple([self.node(item) for key, item in _fields(part) if key == 1])
                return ListOf(items, self.offsets.get(id, 0))
            elif number == 8:
                return self._map(part, self.offsets.get(id, 0))
            elif number == 9:
                return self._macro(dict(_fields(part)), self.offsets.get(id, 0))
        raise NotCompiled("this is no expression that can be read", self.offsets.get(id, 0))

    def _select(self, data: bytes, offset: int) -> Select:
        operand, field, tested = b"", "", False
        for number, part in _fields(data):
            if number == 1:
                operand = part
            elif number == 2:
                field = part.decode()
            else:
                tested = part == 1
        return Select(self.node(operand), field, tested, offset)

    def _call(self, data: bytes, offset: int) -> Call:
        target, function, args = None, "", []
        for number, part in _fields(data):
            if number == 2:
                function = part.decode().removeprefix(".")
            elif number == 3:
                args.append(self.node(part))
            else:
                target = self.node(part)
        return Call(function, target, tuple(args), offset)

    def _map(self, data: bytes, offset: int) -> MapOf:
        entries = []
        for number, part in _fields(data):
            if number == 1:
                raise NotCompiled("a condition makes no messages", offset)
            entry = dict(_fields(part))
            entries.append((self.node(entry[3]), self.node(entry[4])))
        return MapOf(tuple(entries), offset)

    def _macro(self, loop: dict[int, Any], offset: int) -> Macro:
        """Recognise a loop by its step: `@result && x`, `@result || x`, `@result + [x]`, or one under a test."""
        if 8 in loop:
            raise NotCompiled("a macro has one variable", offset)
        variable, operand = loop[1].decode(), self.node(loop[2])
        match self.node(loop[6]):
            case Call(function="_&&_", args=(_, test)):
                return Macro("all", operand, variable, (test,), offset)
            case Call(function="_||_", args=(_, test)):
                return Macro("exists", operand, variable, (test,), offset)
            case Call(function="_+_", args=(_, ListOf(items=(made,)))):
                return Macro("map", operand, variable, (made,), offset)
            case Call(function="_?_:_", args=(test, Call(args=(_, Constant())), _)):
                return Macro("exists_one", operand, variable, (test,), offset)
            case Call(function="_?_:_", args=(test, Call(args=(_, ListOf(items=(made,)))), _)):
                if isinstance(made, Name) and made.name == variable:
                    return Macro("filter", operand, variable, (test,), offset)
                return Macro("map", operand, variable, (test, made), offset)
        raise NotCompiled("this macro is not one of `all`, `exists`, `exists_one`, `filter` and `map`", offset)


def _constant(data: bytes, offset: int) -> Constant:
    for number, part in _fields(data):
        value: Any = part
        if number == 1:
            value = None
        elif number == 2:
            value = part == 1
        elif number == 3:
            value = part - (1 << 64) if part >> 63 else part
        elif number == 5:
            (value,) = unpack("<d", part)
        elif number == 6:
            value = part.decode()
        if number in _SORTS:
            return Constant(value, _SORTS[number], offset)
    raise NotCompiled("this literal cannot be read", offset)


def _text(data: bytes, wanted: int) -> str:
    return next((part.decode() for number, part in _fields(data) if number == wanted), "")


def _entry(data: bytes) -> tuple[int, int]:
    if len(data) == 4 and data[0] == 8 and data[2] == 16:  # both numbers are short, as nearly all are
        return data[1], data[3]
    entry = dict(_fields(data))
    return entry.get(1, 0), entry.get(2, 0)


def _fields(data: bytes) -> Iterator[_Field]:
    """Yield the fields of a message, each with its number: a number, eight bytes, or bytes with their length before."""
    i, end = 0, len(data)
    while i < end:
        tag = data[i]
        i += 1
        if tag > 127:
            tag, i = _number(data, i - 1)
        wire = tag & 7
        if wire == 1:
            yield tag >> 3, data[i : i + 8]
            i += 8
            continue
        value = data[i]
        i += 1
        if value > 127:
            value, i = _number(data, i - 1)
        if wire == 2:
            yield tag >> 3, data[i : i + value]
            i += value
        else:
            yield tag >> 3, value


def _number(data: bytes, i: int) -> tuple[int, int]:
    """Read a number of seven bits a byte, the lowest first; give where it ends, too."""
    value = shift = 0
    while data[i] > 127:
        value |= (data[i] & 127) << shift
        shift += 7
        i += 1
    return value | data[i] << shift, i + 1
