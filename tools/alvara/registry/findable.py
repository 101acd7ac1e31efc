"""What models may see, by the words that it goes by: what `find` looks through, laid out once."""

from array import array
from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from sys import intern
from typing import NamedTuple

from alvara.bundle.public import STATUSES, is_public_resource
from alvara.registry.finding import loose, place_of, texts_of, words
from alvara.registry.holdings import KINDS, Holdings, Kind
from alvara.workspace.subjects import Body


class Found(NamedTuple):
    """A definition that has the words; `type` is a policy's effect, `by` the field that had all of them."""

    kind: Kind
    id: str
    type: str
    domain: str
    by: str


class _Entry(NamedTuple):
    """A definition that models may see."""

    kind: Kind
    id: str
    type: str
    domain: str


class _Index(NamedTuple):
    """The definitions by number, and under each word, sorted, the numbers of those that have it in any text."""

    entries: Sequence[_Entry]
    words: Sequence[str]
    having: Sequence[Sequence[int]]

    def beginning(self, word: str) -> set[int]:
        """Give the definitions that have a word with some beginning."""
        found: set[int] = set()
        at = bisect_left(self.words, word)
        while at < len(self.words) and self.words[at].startswith(word):
            found.update(self.having[at])
            at += 1
        return found


class Findable:
    """The definitions of a registry that models may see, by their words. Threads may share it."""

    def __init__(self, holdings: Holdings) -> None:
        """Look through what a registry holds, when it is first asked for."""
        self._holdings = holdings

    def find(
        self, text: str, kinds: Collection[str] = KINDS, type: str | None = None, domain: str | None = None
    ) -> list[Found]:
        """List what has every word of a text, of some kinds, of a type and in a domain, the best first.

        The order is that of `alvara find`.
        """
        wanted, whole = words(text), loose(text)
        entries = self._index.entries
        having = [self._index.beginning(word) for word in wanted]
        found: list[tuple[tuple[int, str, int], Found]] = []
        for number in set.intersection(*having) if having else range(len(entries)):
            entry = entries[number]
            if entry.kind in kinds and type in (None, entry.type) and domain in (None, entry.domain):
                body = self._holdings.body(entry.kind, entry.id) if wanted else {}
                placed = None if body is None else place_of(body, wanted, whole)
                if placed is not None:
                    rank, by = placed
                    place = rank, entry.id, KINDS.index(entry.kind)
                    found.append((place, Found(entry.kind, entry.id, entry.type, entry.domain, by)))
        return [each for _, each in sorted(found)]

    @cached_property
    def _index(self) -> _Index:
        spellings = _Spellings()
        entries: list[_Entry] = []
        having: list[array[int]] = []
        for kind, body in self._seen():
            number = len(entries)
            type, domain = body["effect" if kind == "policy" else "type"], body.get("domain")
            entries.append(_Entry(kind, body["id"], intern(type), intern(domain or body["id"].partition(".")[0])))
            together = " ".join([text for _, text in texts_of(body)]).replace(".", " ")  # segments of IDs come again
            numbers = set().union(*map(spellings.__getitem__, together.split()))
            having += [array("I") for _ in range(len(spellings.numbers) - len(having))]
            for word in numbers:
                having[word].append(number)
        listed = sorted(spellings.numbers)
        return _Index(entries, listed, [having[spellings.numbers[word]] for word in listed])

    def _seen(self) -> Iterator[tuple[Kind, Body]]:
        """Yield what models may see, each as it is meant where there are several majors."""
        for kind in KINDS:
            for body in self._holdings.meant_bodies(kind):
                if is_public_resource(body) if kind == "resource" else body["status"] in STATUSES:
                    yield kind, body


class _Spellings(dict[str, tuple[int, ...]]):
    """The numbers of the words in what stands between two spaces, which are the same wherever it stands."""

    def __init__(self) -> None:
        """Begin without any."""
        super().__init__()
        self.numbers: dict[str, int] = {}

    def __missing__(self, spelling: str) -> tuple[int, ...]:
        """Number the words of a spelling that is met for the first time."""
        numbers = tuple([self.numbers.setdefault(word, len(self.numbers)) for word in words(spelling)])
        self[spelling] = numbers
        return numbers
