"""Flow style to block style: `{a: 1, b: 2}` with each entry on a line of its own."""

import re
from collections.abc import Callable, Iterator

from alvara.diagnostics.site import Pointer
from alvara.documents.edit import Edit, line_end_of, line_start, line_stop
from alvara.documents.nodes import Mapping, Node, Scalar, Sequence, children, scalars

Wanted = Callable[[Pointer], bool]
"""Tells whether the value at a place is to stand in block style."""

_COLON = re.compile(r"\s*:\s*")
_OPENING = re.compile(r" *(?:- +)*")
_REST = re.compile(r"[ \t]*(?:#.*)?")


def unfolded(text: str, root: Node, wanted: Wanted) -> list[Edit]:
    """List the edits that write what is wanted in block style, and whatever encloses it.

    Flow style that holds a comment stays as it is: lines of its own would part the comment from what it is about.
    """
    return list(_Unfolding(text, wanted).edits(root, ()))


class _Unfolding:
    def __init__(self, text: str, wanted: Wanted) -> None:
        self.text, self.wanted, self.line_end = text, wanted, line_end_of(text)

    def edits(self, node: Node, pointer: Pointer) -> Iterator[Edit]:
        if not isinstance(node, Scalar) and node.flow:
            if self._unfolds(node, pointer) and (edit := self._free_standing(node, pointer)):
                yield edit
        elif isinstance(node, Mapping):
            for key, value in node.entries:
                place = (*pointer, key.value)
                if not isinstance(value, Scalar) and value.flow:
                    if self._unfolds(value, place) and (edit := self._value(key, value, place)):
                        yield edit
                else:
                    yield from self.edits(value, place)
        elif isinstance(node, Sequence):
            for child, place in children(node, pointer):
                yield from self.edits(child, place)

    def _unfolds(self, node: Node, pointer: Pointer) -> bool:
        """Whether a value has to leave flow style: it is wanted in block style, or something in it is."""
        if isinstance(node, Scalar):
            return False
        inside = list(children(node, pointer))
        return bool(inside) and (
            self.wanted(pointer) or any(self.wanted(place) or self._unfolds(child, place) for child, place in inside)
        )

    def _free_standing(self, node: Mapping | Sequence, pointer: Pointer) -> Edit | None:
        """Unfold the item of a list, or the whole document."""
        start = line_start(self.text, node.start)
        rest = self._rest(node)
        if rest is None or not _OPENING.fullmatch(self.text, start, node.start):
            return None
        lines = self._lines(node, pointer, node.start - start)
        head = lines[0].lstrip(" ")
        if rest and self.line_end in head:
            return None
        return Edit(node.start, node.end + len(rest), self.line_end.join([head + rest, *lines[1:]]))

    def _value(self, key: Scalar, node: Mapping | Sequence, pointer: Pointer) -> Edit | None:
        """Unfold the value of a key, below the key."""
        start = line_start(self.text, key.start)
        rest = self._rest(node)
        placed = _OPENING.fullmatch(self.text, start, key.start) and _COLON.fullmatch(self.text, key.end, node.start)
        if rest is None or not placed:
            return None
        lines = self._lines(node, pointer, key.start - start + 2)
        return Edit(key.end, node.end + len(rest), self.line_end.join([":" + rest, *lines]))

    def _rest(self, node: Mapping | Sequence) -> str | None:
        """Give what follows a value on its line; None for more than a comment, or where one stands in the value."""
        position, end = node.start, node.end
        for scalar in scalars(node):
            if "#" in self.text[position : scalar.start]:
                return None
            position = scalar.end
        rest = self.text[end : line_stop(self.text, end)]
        if "#" in self.text[position:end] or not _REST.fullmatch(rest):
            return None
        return rest.rstrip(" \t")

    def _lines(self, node: Node, pointer: Pointer, indent: int) -> list[str]:
        """Write a value in block style; a line may hold line ends where something in it keeps its flow style."""
        lines: list[str] = []
        if isinstance(node, Mapping):
            for key, value in node.entries:
                head = " " * indent + self.text[key.start : key.end] + ":"
                place = (*pointer, key.value)
                if self._unfolds(value, place):
                    lines += [head, *self._lines(value, place, indent + 2)]
                else:
                    written = self._written(value, indent + 2)
                    lines.append(f"{head} {written}" if written else head)
        elif isinstance(node, Sequence):
            for child, place in children(node, pointer):
                if self._unfolds(child, place):
                    first, *others = self._lines(child, place, indent + 2)
                    lines += [" " * indent + "- " + first.lstrip(" "), *others]
                else:
                    lines.append(" " * indent + "- " + self._written(child, indent + 2))
        return lines

    def _written(self, node: Node, indent: int) -> str:
        """Give a value as its author wrote it, its further lines moved to an indentation."""
        first, *others = re.split(r"\r\n|\n|\r", self.text[node.start : node.end])
        depths = [len(line) - len(line.lstrip(" \t")) for line in others if line.strip()]
        least = min(depths, default=0)
        moved = [" " * indent + line[least:] if line.strip() else "" for line in others]
        return self.line_end.join([first, *moved])
