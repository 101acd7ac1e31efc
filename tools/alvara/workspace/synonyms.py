"""Synonyms as marks: numbers that tell which things may go by the same word, without keeping the word."""

from collections.abc import Iterable, Iterator
from struct import pack
from typing import Any
from zlib import crc32

from alvara.identity.fold import folded_words
from alvara.model.reference import Reference
from alvara.model.words import rows_of_words

Marks = tuple[int, ...]
"""Two words may get the same mark by chance, so who says something compares the words themselves."""

_BITS = 0x7FFFFFFF
"""A mark has 31 bits: more would take twice the room in a memory."""


_ACTS_ON = frozenset({"semanticIds", "target", "navigation"})


def scopes_of(kind: str, id: str, references: Iterable[Reference]) -> list[str]:
    """Say within what a synonym has to be the only one of its kind.

    A resource is told from others by what it is a part of, a capability by the resources that it acts on; one that acts
    on none, by what its ID begins with.
    """
    if kind == "capability":
        objects = dict.fromkeys(reference.target for reference in references if reference.role in _ACTS_ON)
        if objects:
            return [f"capability on {target}" for target in objects]
    for reference in references:
        if reference.role == "parentId":
            return [f"{kind} in {reference.target}"]
    return [f"{kind} in {id.rpartition('.')[0]}"]


def marks_of(scopes: Iterable[str], synonyms: Any) -> Marks:
    """Boil down the synonyms of a thing. Words are marked alike where they are equal, folded, in one scope."""
    words = [word.encode("utf-8", "surrogatepass") for row in rows_of_words(synonyms) for word in folded_words(row)]
    starts = [crc32(f"{scope} ".encode("utf-8", "surrogatepass")) for scope in scopes]
    return tuple({crc32(word, start) & _BITS for start in starts for word in words})


def repeated_marks(several: Iterable[Marks]) -> set[int]:
    """Give the marks that more than one of several things have."""
    seen: set[int] = set()
    repeated: set[int] = set()
    for marks in several:
        if not seen.isdisjoint(marks):
            repeated.update(seen.intersection(marks))
        seen.update(marks)
    return repeated


class MarkTable:
    """Which file has which marks, sorted by mark, so that one is found without a look at the others.

    A row is the mark and the number of the file, four bytes each.
    """

    def __init__(self, rows: bytes) -> None:
        """Take what `write` made."""
        self._rows = rows

    @staticmethod
    def write(files: Iterable[Iterable[Marks]]) -> bytes:
        """Write the table of several files, each with the marks of every thing in it."""
        rows = [mark << 32 | number for number, several in enumerate(files) for marks in several for mark in marks]
        return pack(f">{len(rows)}Q", *sorted(rows))

    def files(self, mark: int) -> Iterator[int]:
        """Yield the number of a file for each thing in it that has the mark."""
        low, high = 0, len(self._rows) // 8
        while low < high:
            middle = (low + high) // 2
            if self._row(middle) < mark << 32:
                low = middle + 1
            else:
                high = middle
        while low < len(self._rows) // 8 and (row := self._row(low)) >> 32 == mark:
            yield row & 0xFFFFFFFF
            low += 1

    def _row(self, number: int) -> int:
        return int.from_bytes(self._rows[number * 8 : number * 8 + 8], "big")
