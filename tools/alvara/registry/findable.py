"""Resources by the words that they go by: what `find` looks through, laid out once."""

from collections.abc import Iterator
from functools import cached_property
from sys import intern
from typing import NamedTuple

from alvara.bundle.public import is_public_resource
from alvara.registry.finding import loose, place_of, spread, texts_of, words
from alvara.registry.holdings import Holdings


class _Entry(NamedTuple):
    """A resource that models may see, and all its words in one text, in which one look tells most of them apart."""

    id: str
    type: str
    text: str


class Findable:
    """The resources of a registry that models may see, by their words. Threads may share it."""

    def __init__(self, holdings: Holdings) -> None:
        """Look through what a registry holds, when it is first asked for."""
        self._holdings = holdings

    def find(self, text: str, type: str | None, domain: str | None) -> list[str]:
        """List the IDs of what has every word of a text, of a type and in a domain, the best first."""
        wanted, whole = words(text), loose(text)
        found: list[tuple[int, str]] = []
        for entry in self._entries:
            fits = type in (None, entry.type) and domain in (None, entry.id.partition(".")[0])
            if fits and all(word in entry.text for word in wanted):
                body = self._holdings.body("resource", entry.id) if wanted else {}
                placed = None if body is None else place_of(body, wanted, whole)
                if placed is not None:
                    found.append((placed[0], entry.id))
        return [id for _, id in sorted(found)]

    @cached_property
    def _entries(self) -> tuple[_Entry, ...]:
        return tuple(self._read())

    def _read(self) -> Iterator[_Entry]:
        for body in self._holdings.bodies("resource"):
            if is_public_resource(body):
                yield _Entry(body["id"], intern(body["type"]), "\n".join([spread(text) for _, text in texts_of(body)]))
