"""Phrases that stand for something, found in a sentence as whole words."""

from array import array
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import NamedTuple


class Entry(NamedTuple):
    """What a phrase stands for: the number of a thing, and the field in which it is written there."""

    number: int
    field: int


class Listing:
    """Phrases one after the other, as they are read: the numbers of their words, and whose they are."""

    __slots__ = ("fields", "numbers", "starts", "words")

    def __init__(self) -> None:
        """Begin without any."""
        self.words, self.starts, self.numbers, self.fields = array("I"), array("I", [0]), array("I"), bytearray()

    def add(self, words: Sequence[int], number: int, field: int) -> None:
        """Add a phrase. One without words stands for nothing and is left out."""
        if words:
            self.words.extend(words)
            self.starts.append(len(self.words))
            self.numbers.append(number)
            self.fields.append(field)

    def __len__(self) -> int:
        """Count the phrases."""
        return len(self.numbers)

    def at(self, place: int) -> "array[int]":
        """Give the words of a phrase."""
        return self.words[self.starts[place] : self.starts[place + 1]]


class Phrases:
    """An index from sequences of words to entries, in a few bytes each.

    The sequences themselves are kept, so that equal hashes never stand for equal words.
    """

    def __init__(self, listing: Listing) -> None:
        """Index phrases. Hashes of whole numbers are the same in every process."""
        hashes = [hash(tuple(listing.at(place))) for place in range(len(listing))]
        order = sorted(range(len(listing)), key=hashes.__getitem__)
        self.longest = max((b - a for a, b in zip(listing.starts, listing.starts[1:], strict=False)), default=0)
        self._listing = listing
        self._hashes = array("q", map(hashes.__getitem__, order))
        self._order = array("I", order)

    def of(self, sequence: Sequence[int], most: int) -> Iterator[Entry]:
        """Yield what a phrase stands for, in the order in which it was listed; of many the first `most`."""
        key, wanted, listing = hash(tuple(sequence)), array("I", sequence), self._listing
        at = bisect_left(self._hashes, key)
        for place in self._order[at : at + most]:
            if listing.at(place) != wanted:
                return
            yield Entry(listing.numbers[place], listing.fields[place])
