"""One file of the registry opened for a change that leaves every other byte as it is."""

from codecs import BOM_UTF8
from collections.abc import Iterable
from json import dumps
from typing import NamedTuple

from alvara.app.filechange import FileChange
from alvara.diagnostics.site import Pointer
from alvara.documents import nodes
from alvara.documents.document import HARMLESS
from alvara.documents.edit import Edit
from alvara.documents.load import load
from alvara.documents.scalars import UnsafeNumber, resolve
from alvara.documents.text import decode

_SPECIAL = frozenset("[]{},:#&*!|>'\"\\?")
"""What may mean something else at one place or another of a plain text."""

_NOT_FIRST = ("", "-", "%", "@", "`")
"""What else a plain text may not begin with."""


class Uneditable(Exception):
    """A file cannot be changed as it is; the text says why, and what would help."""


class Opened(NamedTuple):
    """A file that parses. `mark` is the byte order mark that it starts with, which is no part of its text."""

    path: str
    text: str
    mark: str
    root: nodes.Node

    def at(self, pointer: Pointer) -> nodes.Node:
        """Give the value at a place. Raises `Uneditable` where there is none any more."""
        node = self.root
        for step in pointer:
            inner = {place[-1]: child for child, place in nodes.children(node)}.get(step)
            if inner is None:
                raise Uneditable(f"{self.path} changed while it was read; try again")
            node = inner
        return node

    def map_at(self, pointer: Pointer) -> nodes.Mapping:
        """Give the map at a place."""
        node = self.at(pointer)
        if not isinstance(node, nodes.Mapping):
            raise Uneditable(f"{self.path} changed while it was read; try again")
        return node

    @property
    def whole(self) -> str:
        """All characters of the file."""
        return self.mark + self.text

    def change(self, edits: Iterable[Edit]) -> FileChange:
        """Give the change that some edits of the text make."""
        shift = len(self.mark)
        moved = tuple(Edit(edit.start + shift, edit.end + shift, edit.text) for edit in edits)
        return FileChange(self.path, self.path, self.whole, moved)


def open_file(path: str, data: bytes | None) -> Opened:
    """Open a file. Raises `Uneditable` where an exact change of it could not be told from a guess."""
    if data is None:
        raise Uneditable(f"{path} is not there any more")
    if any(problem.rule not in HARMLESS for problem in load(path, data).problems):
        raise Uneditable(f"{path} has errors; `alvara check` says which")
    text = decode(data)[0]
    mark = "\ufeff" if data.startswith(BOM_UTF8) else ""
    return Opened(path, text, mark, nodes.parse(text))


def value_of(mapping: nodes.Mapping, name: str) -> nodes.Node | None:
    """Give the value of a key in a map."""
    return next((value for key, value in mapping.entries if key.value == name), None)


def plain(text: str) -> str:
    """Write a text in YAML, without quotes where that is the same everywhere."""
    try:
        same = text[:1] not in _NOT_FIRST and resolve(text) == text and _SPECIAL.isdisjoint(text) and text.isprintable()
    except UnsafeNumber:
        same = False
    return text if same and text == text.strip() else quoted(text)


def quoted(text: str) -> str:
    """Write a text of printable characters in YAML in double quotes."""
    return dumps(text, ensure_ascii=False)
