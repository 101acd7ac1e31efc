"""The words by which the resources of a registry go."""

import re
from array import array
from collections.abc import Iterator, Mapping, Sequence
from enum import IntEnum
from typing import Any

from alvara.identity.ids import kebab, prefixes
from alvara.registry.atlas import Atlas
from alvara.registry.finding import texts_in
from alvara.registry.holdings import Holdings
from alvara.registry.language.phrases import Listing, Phrases
from alvara.registry.language.postings import Postings
from alvara.registry.language.stems import stem
from alvara.registry.language.tokens import bare, without_owners
from alvara.registry.language.verbs import GRAMMARS
from alvara.registry.recent import Recent

FUNCTION_WORDS = frozenset().union(*(grammar.function for grammar in GRAMMARS))
"""What stands between the words that mean something, in any language."""

_WORD_OR_END = re.compile(r"[^\W_]+|\n")
_END, _NOTHING = -2, -1

_BATCH = 1 << 10
"""Texts. So many are split at once."""

_MOST_PARENTS = 256
"""Things whose words are kept for what is a part of them, which mostly comes next."""


class Field(IntEnum):
    """Where a phrase is written. What comes first names a thing most closely; a name is a label where there is none."""

    ALIAS = 0
    LABEL = 1
    SYNONYM = 2
    EXAMPLE = 3
    NAME = 4
    ID = 5
    SHORT = 6
    VALUE = 7


_NAMING = frozenset({Field.LABEL, Field.NAME, Field.SYNONYM})


class Vocabulary(dict[str, int]):
    """The numbers of words, by every form that was met; words of one stem have one number, function words none."""

    def __init__(self) -> None:
        """Begin without any."""
        super().__init__({"\n": _END})
        self.stems: dict[str, int] = {}

    def __missing__(self, form: str) -> int:
        """Number a form that is met for the first time."""
        word = bare(form)
        number = _NOTHING
        if word not in FUNCTION_WORDS:
            number = self.stems.setdefault(stem(word), len(self.stems))
        self[form] = number
        return number


class Lexicon:
    """All phrases and words of the resources that models may know of, by number; `ids` says which that is."""

    def __init__(self, holdings: Holdings, atlas: Atlas) -> None:
        """Read every resource once."""
        self.ids: list[str] = []
        vocabulary = Vocabulary()
        listing = Listing()
        parents: list[str] = []
        texts: list[str] = []
        marks: list[tuple[int, int]] = []
        for body in atlas.bodies():
            number = len(self.ids)
            self.ids.append(body["id"])
            parents.append(body.get("parentId", ""))
            for text, field in _texts(body).items():
                texts.append(text)
                marks.append((number, field))
            if len(texts) > _BATCH:
                _split(texts, marks, vocabulary, listing)
        _split(texts, marks, vocabulary, listing)
        self.numbers = {id: number for number, id in enumerate(self.ids)}
        self.words: Mapping[str, int] = vocabulary.stems
        self.stems = tuple(vocabulary.stems)
        self.forms = frozenset(map(bare, vocabulary))
        self.sorted_words = sorted(vocabulary.stems)
        ranges = _ranges(listing.numbers, len(self.ids))
        self.postings = Postings(_documents(listing, ranges), len(vocabulary.stems))
        self.phrases = Phrases(listing)
        above = [self._above(id, parents[number], holdings) for number, id in enumerate(self.ids)]
        self.short = Phrases(_shortened(listing, ranges, above))
        self._listing, self._ranges = listing, ranges

    def words_about(self, id: str) -> frozenset[str]:
        """Give the stems of all words by which a resource goes."""
        number = self.numbers.get(id)
        if number is None:
            return frozenset()
        start, end = self._ranges[number], self._ranges[number + 1]
        listing = self._listing
        return frozenset(self.stems[word] for word in listing.words[listing.starts[start] : listing.starts[end]])

    def _above(self, id: str, parent: str, holdings: Holdings) -> int:
        names = [parent] if parent else reversed(prefixes(id))
        for name in names:
            number = self.numbers.get(name)
            if number is None:
                number = self.numbers.get(holdings.meant("resource", name) or "")
            if number is not None:
                return number
        return _NOTHING


def _texts(body: Mapping[str, Any]) -> dict[str, int]:
    """Give the texts of a resource, each under the field that names it most closely."""
    found: dict[str, int] = {}
    name = Field.NAME if "labels" in body else Field.LABEL
    for field, key in (
        (Field.LABEL, "labels"),
        (Field.SYNONYM, "synonyms"),
        (Field.EXAMPLE, "examples"),
        (name, "name"),
    ):
        for text in texts_in(body[key]) if key in body else ():
            found.setdefault(text, field)
    for alias in body.get("aliases", ()):
        if "." not in alias:
            found.setdefault(kebab(alias), Field.ALIAS)
    found.setdefault(kebab(body["id"].rpartition(".")[2]), Field.ID)
    for text in texts_in(body["values"]) if "values" in body else ():
        found.setdefault(text, Field.VALUE)
    return found


def _split(texts: list[str], marks: list[tuple[int, int]], vocabulary: Vocabulary, listing: Listing) -> None:
    """Number the words of many texts in one go, and list them; both lists are empty afterwards."""
    together = "\n".join([text if "\n" not in text else " ".join(text.split()) for text in texts]) + "\n"
    numbers = map(vocabulary.__getitem__, _WORD_OR_END.findall(without_owners(together)))
    listing.add_all([number for number in numbers if number != _NOTHING], _END, marks)
    texts.clear()
    marks.clear()


def _ranges(numbers: Sequence[int], count: int) -> "array[int]":
    """Tell where the phrases of each thing begin, and where the last ends."""
    found = array("I", bytes(4 * (count + 1)))
    for number in numbers:
        found[number + 1] += 1
    for number in range(count):
        found[number + 1] += found[number]
    return found


def _documents(listing: Listing, ranges: Sequence[int]) -> Iterator["array[int]"]:
    for number in range(len(ranges) - 1):
        yield listing.words[listing.starts[ranges[number]] : listing.starts[ranges[number + 1]]]


def _shortened(listing: Listing, ranges: Sequence[int], above: Sequence[int]) -> Listing:
    """List labels without the words of what they are a part of: a permit's title is called `título da permissão`."""
    short = Listing()
    numbers, fields, starts, words = listing.numbers, listing.fields, listing.starts, listing.words
    beyond: Recent[int, frozenset[int]] = Recent(_MOST_PARENTS)

    def words_of(number: int) -> frozenset[int]:
        if number == _NOTHING:
            return frozenset()
        return frozenset(words[starts[ranges[number]] : starts[ranges[number + 1]]])

    for place, number in enumerate(numbers):
        parent = above[number]
        if parent < 0 or fields[place] not in _NAMING:
            continue
        there = beyond[parent]
        if there is None:
            there = beyond.keep(parent, words_of(parent) | words_of(above[parent]))
        own = listing.at(place)
        if there.isdisjoint(own):
            continue
        kept = [word for word in own if word not in there]
        if kept:
            short.add(kept, number, Field.SHORT)
    return short
