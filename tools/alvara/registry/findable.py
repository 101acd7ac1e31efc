"""What models may see, by the words that it goes by: what `find` looks through, laid out once."""

from collections.abc import Collection, Iterator
from functools import cached_property
from sys import intern
from typing import NamedTuple

from alvara.bundle.public import STATUSES, is_public_resource
from alvara.registry.finding import loose, place_of, spread, texts_of, words
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
    """A definition that models may see, and all its words in one text, in which one look tells most of them apart."""

    kind: Kind
    id: str
    type: str
    domain: str
    text: str


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
        found: list[tuple[tuple[int, str, int], Found]] = []
        for entry in self._entries:
            fits = entry.kind in kinds and type in (None, entry.type) and domain in (None, entry.domain)
            if fits and all(word in entry.text for word in wanted):
                body = self._holdings.body(entry.kind, entry.id) if wanted else {}
                placed = None if body is None else place_of(body, wanted, whole)
                if placed is not None:
                    rank, by = placed
                    place = rank, entry.id, KINDS.index(entry.kind)
                    found.append((place, Found(entry.kind, entry.id, entry.type, entry.domain, by)))
        return [each for _, each in sorted(found)]

    @cached_property
    def _entries(self) -> tuple[_Entry, ...]:
        return tuple(self._read())

    def _read(self) -> Iterator[_Entry]:
        for kind in KINDS:
            for id in self._holdings.ids(kind):
                body = self._holdings.body(kind, id)
                if body is not None and _is_public(kind, body):
                    type = body["effect"] if kind == "policy" else body["type"]
                    domain = intern(body.get("domain") or id.partition(".")[0])
                    text = "\n".join([spread(text) for _, text in texts_of(body)])
                    yield _Entry(kind, id, intern(type), domain, text)


def _is_public(kind: Kind, body: Body) -> bool:
    return is_public_resource(body) if kind == "resource" else body["status"] in STATUSES
