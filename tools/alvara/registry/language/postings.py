"""BM25 over the words of things: which of them a few words fit best. Deterministic, and small enough to keep."""

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from math import log
from typing import NamedTuple

_SATURATION, _LENGTH = 1.2, 0.5
"""The usual k1; and a b below the usual, since labels are short and a long list of synonyms is no fault."""

_MOST = 48
"""How many things are scored; those that have most of the words, the rare ones first."""


class Hit(NamedTuple):
    """A thing that has some of the words. `share` is the part of their weight that it has, from 0 to 1."""

    number: int
    score: float
    share: float


class Postings:
    """Which words each thing has, and how often."""

    def __init__(self, documents: Iterable[Sequence[int]], words: int) -> None:
        """Index the words of each thing, in order of the things; `words` is how many different ones there are."""
        places = [array("I") for _ in range(words)]
        counts = array("I", bytes(4 * words))
        lengths = array("H")
        for number, listed in enumerate(documents):
            lengths.append(min(len(listed), 0xFFFF))
            for word in listed:
                having = places[word]
                counts[word] += not having or having[-1] != number
                having.append(number)
        self._places, self._counts = places, counts
        self._lengths = lengths
        self._average = sum(lengths) / len(lengths) if lengths else 1.0
        self._bits: dict[int, int] = {}

    def weight(self, word: int) -> float:
        """Tell how much a word says: the rarer the more, and never less than nothing."""
        count = self._counts[word]
        return log(1 + (len(self._lengths) - count + 0.5) / (count + 0.5)) if count else 0.0

    def rank(self, words: Sequence[int], unknown: int = 0, near: Sequence[int] = ()) -> list[Hit]:
        """List the things that fit best, the best first; ties in order. An `unknown` word weighs as the rarest.

        Of very many the first are scored, and those that are `near`.
        """
        known = sorted({word for word in words if self._places[word]}, key=lambda word: (-self.weight(word), word))
        if not known:
            return []
        weights = {word: self.weight(word) for word in known}
        whole = sum(weights.values()) + unknown * log(1 + (len(self._lengths) + 0.5) / 0.5)
        hits = [self._hit(number, weights, whole) for number in self._candidates(known, near)]
        return sorted(hits, key=lambda hit: (-hit.score, hit.number))

    def _hit(self, number: int, weights: Mapping[int, float], whole: float) -> Hit:
        score = held = 0.0
        norm = 1 - _LENGTH + _LENGTH * self._lengths[number] / self._average
        for word, weight in weights.items():
            places = self._places[word]
            at = bisect_left(places, number)
            count = 0
            while at < len(places) and places[at] == number:
                count, at = count + 1, at + 1
            if count:
                held += weight
                score += weight * count * (_SATURATION + 1) / (count + _SATURATION * norm)
        return Hit(number, round(score, 6), round(held / whole, 6))

    def _candidates(self, words: Sequence[int], near: Sequence[int]) -> list[int]:
        """Pick what has as many of the words as any can have together, and all that have the rarest."""
        together = 0
        for word in words:
            narrowed = together & self._having(word) if together else self._having(word)
            together = narrowed or together
        around = 0
        for number in near:
            around |= 1 << number
        found = dict.fromkeys([*_numbers(together & around, _MOST), *_numbers(together, _MOST)])
        rarest = self._places[words[0]]
        for number in rarest[:_MOST] if len(rarest) <= _MOST else ():
            found[number] = None
        return list(found)

    def _having(self, word: int) -> int:
        """Give the things that have a word as a set of bits."""
        bits = self._bits.get(word)
        if bits is None:
            marked = bytearray(len(self._lengths) // 8 + 1)
            for number in self._places[word]:
                marked[number >> 3] |= 1 << (number & 7)
            bits = self._bits[word] = int.from_bytes(marked, "little")
        return bits


def _numbers(bits: int, most: int) -> list[int]:
    found: list[int] = []
    while bits and len(found) < most:
        lowest = bits & -bits
        found.append(lowest.bit_length() - 1)
        bits ^= lowest
    return found
