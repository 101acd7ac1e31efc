"""Every mistake of a kind that can be made in a file: each key taken away, each value replaced."""

from collections.abc import Iterator
from typing import NamedTuple

from alvara.diagnostics.site import Pointer
from alvara.documents.nodes import Mapping, Node, Scalar, Sequence, parse

REPLACEMENTS = ("null", "3", "[]", "{}", '"x"')
GONE = "gone"


class Mistake(NamedTuple):
    """A file with one mistake in it: at which key, and what stands there instead."""

    path: str
    pointer: Pointer
    what: str
    text: str

    @property
    def name(self) -> str:
        """How the mistake is called in a report."""
        return f"{self.path}:{'/'.join(map(str, self.pointer))} = {self.what}"


def mistakes(path: str, text: str) -> Iterator[Mistake]:
    """Make every mistake there is to make in a file that holds."""
    for around, key, value, pointer in _entries(parse(text), ()):
        yield Mistake(path, pointer, GONE, _without(text, around, key))
        written = text[value.start : value.end]
        for other in REPLACEMENTS:
            if written.rstrip("\n") != other:
                line_end = "\n" if written.endswith("\n") else ""
                yield Mistake(path, pointer, other, text[: value.start] + other + line_end + text[value.end :])


def _entries(node: Node, pointer: Pointer) -> Iterator[tuple[Mapping, Scalar, Node, Pointer]]:
    if isinstance(node, Mapping):
        for key, value in node.entries:
            yield node, key, value, (*pointer, key.value)
            yield from _entries(value, (*pointer, key.value))
    elif isinstance(node, Sequence):
        for index, item in enumerate(node.items):
            yield from _entries(item, (*pointer, index))


def _without(text: str, around: Mapping, key: Scalar) -> str:
    """Take an entry out of a map; its only one leaves the map empty."""
    keys = [k for k, _ in around.entries]
    at = keys.index(key)
    if len(keys) == 1:
        return text[: around.start] + "{}\n" * (not around.flow) + "{}" * around.flow + text[around.end :]
    if at + 1 < len(keys):
        return text[: key.start] + text[keys[at + 1].start :]
    return text[: around.entries[at - 1][1].end] + text[around.entries[at][1].end :]
