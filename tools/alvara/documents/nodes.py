"""The syntax tree of a document: which characters each key and each value takes, and in which style."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import yaml
from yaml.cyaml import CParser

from alvara.diagnostics.site import Pointer

_LINE_ENDS = re.compile(r"(?:\r\n|\n|\r)+\Z")


@dataclass(frozen=True, slots=True)
class Scalar:
    """A text, number or nothing. `style` is a quote, `|`, `>`, or empty for a plain one; `end` is exclusive."""

    start: int
    end: int
    style: str
    value: str


@dataclass(frozen=True, slots=True)
class Mapping:
    """A map. It ends where its last value does; `flow` tells `{}` from lines."""

    start: int
    end: int
    flow: bool
    entries: tuple[tuple[Scalar, "Node"], ...]


@dataclass(frozen=True, slots=True)
class Sequence:
    """A list. It ends where its last item does; `flow` tells `[]` from lines."""

    start: int
    end: int
    flow: bool
    items: tuple["Node", ...]


Node = Scalar | Mapping | Sequence


def parse(text: str) -> Node:
    """Read the tree of a text that the loader has nothing against."""
    reader = _Reader(text)
    for _ in range(2):
        reader.parser.get_event()  # the stream's start and the document's
    return reader.node()


def children(node: Node, pointer: Pointer = ()) -> Iterator[tuple[Node, Pointer]]:
    """Yield the values of a map or the items of a list, with their pointers."""
    if isinstance(node, Mapping):
        for key, value in node.entries:
            yield value, (*pointer, key.value)
    elif isinstance(node, Sequence):
        for index, item in enumerate(node.items):
            yield item, (*pointer, index)


def walk(node: Node, pointer: Pointer = ()) -> Iterator[tuple[Node, Pointer]]:
    """Yield a value and everything in it, in the order of the text."""
    yield node, pointer
    for child, place in children(node, pointer):
        yield from walk(child, place)


def scalars(node: Node) -> Iterator[Scalar]:
    """Yield every scalar of a value, keys among them, in the order of the text."""
    if isinstance(node, Scalar):
        yield node
    elif isinstance(node, Mapping):
        for key, value in node.entries:
            yield key
            yield from scalars(value)
    else:
        for item in node.items:
            yield from scalars(item)


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.parser = CParser(text)

    def node(self) -> Node:
        return self._node(self.parser.get_event())

    def _node(self, event: Any) -> Node:
        start = event.start_mark.index
        if isinstance(event, yaml.MappingStartEvent):
            entries = []
            while not isinstance(key := self.parser.get_event(), yaml.MappingEndEvent):
                entries.append((self._scalar(key), self.node()))
            end = key.end_mark.index if event.flow_style or not entries else entries[-1][1].end
            return Mapping(start, end, bool(event.flow_style), tuple(entries))
        if isinstance(event, yaml.SequenceStartEvent):
            items = []
            while not isinstance(item := self.parser.get_event(), yaml.SequenceEndEvent):
                items.append(self._node(item))
            end = item.end_mark.index if event.flow_style or not items else items[-1].end
            return Sequence(start, end, bool(event.flow_style), tuple(items))
        return self._scalar(event)

    def _scalar(self, event: Any) -> Scalar:
        start, end, style = event.start_mark.index, event.end_mark.index, event.style or ""
        if style in ("|", ">"):
            end = self._last_line(start, end)
        return Scalar(start, end, style, event.value)

    def _last_line(self, start: int, end: int) -> int:
        """Leave out the blank lines below a block scalar, unless its `+` makes them part of the text."""
        header = self.text[start : start + 3]
        trailing = _LINE_ENDS.search(self.text, start, end)
        if "+" in header or trailing is None:
            return end
        first = trailing.start()
        return first + (2 if self.text.startswith("\r\n", first) else 1)
