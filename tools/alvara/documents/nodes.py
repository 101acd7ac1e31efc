"""The syntax tree of a document: which characters each key and each value takes, and in which style."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import yaml
from yaml._yaml import CParser

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
        reader.event()  # the stream's start and the document's
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


def is_open(text: str, scalar: Scalar) -> bool:
    """Whether a line end after a scalar would become part of it: a block scalar that the end of the file cuts off."""
    return scalar.style in ("|", ">") and scalar.end == len(text) and text[-1] not in "\r\n"


def keeps_blanks(text: str, scalar: Scalar) -> bool:
    """Whether the blank lines below a scalar are part of it: a block scalar with a `+`."""
    return scalar.style in ("|", ">") and "+" in text[scalar.start : scalar.start + 3]


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.parser = CParser(text)

    def event(self) -> Any:
        return self.parser.get_event()

    def node(self) -> Node:
        return self._node(self.event())

    def _node(self, event: Any) -> Node:
        start = event.start_mark.index
        if isinstance(event, yaml.MappingStartEvent):
            entries = []
            while not isinstance(key := self.event(), yaml.MappingEndEvent):
                entries.append((self._scalar(key), self.node()))
            end = _end_of(key) if event.flow_style or not entries else entries[-1][1].end
            return Mapping(start, end, bool(event.flow_style), tuple(entries))
        if isinstance(event, yaml.SequenceStartEvent):
            items = []
            while not isinstance(item := self.event(), yaml.SequenceEndEvent):
                items.append(self._node(item))
            end = _end_of(item) if event.flow_style or not items else items[-1].end
            return Sequence(start, end, bool(event.flow_style), tuple(items))
        return self._scalar(event)

    def _scalar(self, event: Any) -> Scalar:
        scalar = Scalar(event.start_mark.index, event.end_mark.index, event.style or "", event.value)
        if scalar.style in ("|", ">") and not keeps_blanks(self.text, scalar):
            return replace(scalar, end=self._last_line(scalar))
        return scalar

    def _last_line(self, scalar: Scalar) -> int:
        """Find the end of a block scalar's text: the blank lines below are not part of it."""
        trailing = _LINE_ENDS.search(self.text, scalar.start, scalar.end)
        if trailing is None:
            return scalar.end
        first = trailing.start()
        return first + (2 if self.text.startswith("\r\n", first) else 1)


def _end_of(event: Any) -> int:
    index: int = event.end_mark.index
    return index
