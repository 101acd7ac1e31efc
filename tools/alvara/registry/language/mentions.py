"""The names in a sentence: the longest phrases first, slips of the keyboard set right."""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import chain
from string import ascii_lowercase
from typing import NamedTuple

from alvara.registry.language.lexicon import FUNCTION_WORDS, Field, Lexicon
from alvara.registry.language.readings import is_content
from alvara.registry.language.stems import root, stem
from alvara.registry.language.tokens import Token

_MOST = 24
"""How many things one phrase may stand for; of more, the first."""

_LONGEST_PHRASE = 10
_SHORTEST_SLIP, _LONGEST_SLIP = 5, 48
"""Letters. A shorter word is taken as it is written: one letter off, most are another word. A longer one is no word."""


class Mention(NamedTuple):
    """A phrase in a sentence, from one token to another, and the best field in which each thing has it.

    `slip` where a letter had to be set right.
    """

    start: int
    end: int
    things: Mapping[int, int]
    length: int
    slip: bool = False

    @property
    def common(self) -> bool:
        """Whether it stands for more things than are looked at."""
        return len(self.things) >= _MOST

    @property
    def only_value(self) -> bool:
        """Whether it is only the word for a value: what a permit is for is no permit."""
        return all(field == Field.VALUE for field in self.things.values())


class Words(NamedTuple):
    """The words of a sentence that may name something: their places, and their numbers in the lexicon or None."""

    places: tuple[int, ...]
    numbers: tuple[int | None, ...]
    slips: frozenset[int]

    def at(self, place: int) -> int | None:
        """Give the number of the word at a place."""
        index = bisect_left(self.places, place)
        return self.numbers[index] if index < len(self.places) and self.places[index] == place else None


def look_up(tokens: Sequence[Token], lexicon: Lexicon, verbs: Set[str]) -> Words:
    """Find the number of each word; one that nobody knows may be a slip of a known one."""
    places, numbers, slips = [], [], set()
    for place, token in enumerate(tokens):
        if token.sort not in ("word", "number") or token.word in FUNCTION_WORDS:
            continue
        number = lexicon.words.get(stem(token.word))
        name = token.owns or (token.text[0].isupper() and not token.opens)
        if number is None and not name and is_content(token) and token.word not in verbs:
            number = _nearly(token.word, lexicon)
            if number is not None:
                slips.add(place)
        places.append(place)
        numbers.append(number)
    return Words(tuple(places), tuple(numbers), frozenset(slips))


def mentions(words: Words, lexicon: Lexicon, near: Sequence[int] = ()) -> list[Mention]:
    """List the phrases that name things, in the order of the sentence; none overlaps another.

    Of a phrase that stands for very many things the first are looked at, and those that are `near`.
    """
    taken: set[int] = set()
    found: list[Mention] = []
    count = len(words.places)
    for length in range(min(count, _LONGEST_PHRASE), 0, -1):
        for start in range(count - length + 1):
            sequence = [number for number in words.numbers[start : start + length] if number is not None]
            if len(sequence) < length or not taken.isdisjoint(range(start, start + length)):
                continue
            things: dict[int, int] = {}
            entries = lexicon.phrases.of(sequence, _MOST, near), lexicon.short.of(sequence, _MOST, near)
            for entry in chain.from_iterable(entries):
                if entry.field != Field.EXAMPLE or length == count:
                    things[entry.number] = min(entry.field, things.get(entry.number, entry.field))
            if things:
                taken.update(range(start, start + length))
                places = words.places[start : start + length]
                slip = not words.slips.isdisjoint(places)
                found.append(Mention(places[0], places[-1] + 1, things, length, slip))
    return sorted(found, key=lambda mention: mention.start)


def by_root(tokens: Sequence[Token], words: Words, lexicon: Lexicon, skipped: Set[int]) -> Words:
    """Take verbs that nobody knows for the nouns made of them: what `vence` has a `vencimento`."""
    numbers = list(words.numbers)
    for at, (place, number) in enumerate(zip(words.places, words.numbers, strict=True)):
        token = tokens[place]
        if number is None and place not in skipped and is_content(token) and len(token.word) > 4 and not token.owns:
            numbers[at] = next((lexicon.words[word] for word in _beginning(_shortened(token.word), lexicon)), None)
    return words._replace(numbers=tuple(numbers))


def _shortened(word: str) -> str:
    beginning = root(word)
    return beginning[:-1] if len(beginning) > 6 else beginning


def _beginning(beginning: str, lexicon: Lexicon) -> Iterator[str]:
    at = bisect_left(lexicon.sorted_words, beginning)
    for word in lexicon.sorted_words[at : at + 8]:
        if word.startswith(beginning):
            yield word


def _nearly(word: str, lexicon: Lexicon) -> int | None:
    """Find the known word that is one letter off; None where there is none."""
    if not _SHORTEST_SLIP <= len(word) <= _LONGEST_SLIP:
        return None
    for variant in _variants(word):
        if variant in lexicon.forms or f"{variant}s" in lexicon.forms:
            return lexicon.words.get(stem(variant))
    return None


def _variants(word: str) -> Iterator[str]:
    """Yield the words that are one slip away: two letters swapped, one left out, doubled or mistaken."""
    for at in range(1, len(word) - 1):
        yield word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    for at in range(1, len(word)):
        yield word[:at] + word[at + 1 :]
    for at in range(1, len(word) + 1):
        for letter in ascii_lowercase:
            yield word[:at] + letter + word[at:]
    for at in range(1, len(word)):
        for letter in ascii_lowercase:
            yield word[:at] + letter + word[at + 1 :]
