"""Synonyms as marks: four bytes that tell which things may go by the same word, without keeping the word."""

from collections.abc import Iterable, Iterator
from typing import Any
from zlib import crc32

from alvara.identity.fold import folded_words
from alvara.model.reference import Reference
from alvara.model.words import all_words

MARK = 4
"""Bytes of a mark. Two words may get the same one by chance, so who says something compares the words themselves."""


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


def marks_of(scopes: Iterable[str], synonyms: Any) -> bytes:
    """Boil down the synonyms of a thing. Words are marked alike where they are equal, folded, in one scope."""
    words = [word.encode("utf-8", "surrogatepass") for word in folded_words(all_words(synonyms))]
    starts = [crc32(f"{scope} ".encode("utf-8", "surrogatepass")) for scope in scopes]
    return b"".join(dict.fromkeys([crc32(word, start).to_bytes(MARK, "big") for start in starts for word in words]))


def split_marks(marks: bytes) -> list[bytes]:
    """Give the marks one by one."""
    return [marks[start : start + MARK] for start in range(0, len(marks), MARK)]


def repeated_marks(several: Iterable[bytes]) -> set[bytes]:
    """Give the marks that stand in more than one of several rows."""
    seen: set[bytes] = set()
    repeated: set[bytes] = set()
    for marks in several:
        own = split_marks(marks)
        if not seen.isdisjoint(own):
            repeated.update(seen.intersection(own))
        seen.update(own)
    return repeated


class MarkTable:
    """Which file has which marks, sorted by mark, so that one is found without a look at the others.

    A row is the mark and the number of the file.
    """

    def __init__(self, rows: bytes) -> None:
        """Take what `write` made."""
        self._rows = rows

    @staticmethod
    def write(files: Iterable[Iterable[bytes]]) -> bytes:
        """Write the table of several files, each with the marks of every thing in it."""
        rows = [
            mark + number.to_bytes(MARK, "big")
            for number, own in enumerate(files)
            for marks in own
            for mark in split_marks(marks)
        ]
        return b"".join(sorted(rows))

    def files(self, mark: bytes) -> Iterator[int]:
        """Yield the number of a file for each thing in it that has the mark."""
        rows, width = self._rows, 2 * MARK
        low, high = 0, len(rows) // width
        while low < high:
            middle = (low + high) // 2
            if rows[middle * width : middle * width + MARK] < mark:
                low = middle + 1
            else:
                high = middle
        place = low * width
        while rows[place : place + MARK] == mark:
            yield int.from_bytes(rows[place + MARK : place + width], "big")
            place += width
