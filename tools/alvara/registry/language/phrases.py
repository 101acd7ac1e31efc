"""Phrases that stand for something, found in a sentence as whole words."""

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple


class Entry(NamedTuple):
    """What a phrase stands for: the number of a thing, and the field in which it is written there."""

    number: int
    field: int


class Listing:
    """Phrases one after the other, as they are read: the numbers of their words, and whose they are."""

    __slots__ = ("fields", "hashes", "numbers", "starts", "words")

    def __init__(self) -> None:
        """Begin without any."""
        self.words, self.starts, self.numbers, self.fields = array("I"), array("I", [0]), array("I"), bytearray()
        self.hashes = array("q")

    def add(self, words: Sequence[int], number: int, field: int) -> None:
        """Add a phrase. One without words stands for nothing and is left out."""
        if words:
            self.words.extend(words)
            self.starts.append(len(self.words))
            self.numbers.append(number)
            self.fields.append(field)
            self.hashes.append(hash(tuple(words)))

    def add_all(self, words: Sequence[int], end: int, marks: Iterable[tuple[int, int]]) -> None:
        """Add many phrases, each with `end` after it; `marks` are the number and the field of each."""
        start = 0
        length = len(self.words)
        for number, field in marks:
            stop = words.index(end, start)
            if stop > start:
                length += stop - start
                self.starts.append(length)
                self.numbers.append(number)
                self.fields.append(field)
                self.hashes.append(hash(tuple(words[start:stop])))
            start = stop + 1
        self.words.extend([word for word in words if word != end])

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
        """Index phrases that are listed by number. Hashes of whole numbers are the same in every process."""
        hashes, listing.hashes = listing.hashes, array("q")
        order = sorted(range(len(listing)), key=hashes.__getitem__)
        self._listing = listing
        self._hashes = array("q", map(hashes.__getitem__, order))
        self._order = array("I", order)

    def of(self, sequence: Sequence[int], most: int, near: Sequence[int] = ()) -> Iterator[Entry]:
        """Yield what a phrase stands for, by number; of many the first `most`, and those that are `near`."""
        key = hash(tuple(sequence))
        start = bisect_left(self._hashes, key)
        if start == len(self._hashes) or self._hashes[start] != key:
            return
        wanted, listing, numbers = array("I", sequence), self._listing, self._listing.numbers
        end = bisect_right(self._hashes, key, start)
        places = list(range(start, min(end, start + most)))
        if end - start > most:
            for number in near:
                at = bisect_left(self._order, number, start, end, key=numbers.__getitem__)
                while at < end and numbers[self._order[at]] == number:
                    places.append(at)
                    at += 1
        for at in places:
            place = self._order[at]
            if listing.at(place) == wanted:
                yield Entry(listing.numbers[place], listing.fields[place])
