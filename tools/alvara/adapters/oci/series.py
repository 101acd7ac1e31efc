"""Numbered documents in a repository, of which the highest counts: each under a tag of its own that is never moved.

A registry has no request that writes a tag only where there is none: of two who look first and write then, both would
believe that they wrote it. So a number is claimed, by a tag that nobody else has, before it is used; and whoever then
sees another claim beside their own gives the number up. A number that was given up stays empty.
"""

import re
import time
from collections.abc import Iterable, Mapping
from secrets import token_hex
from typing import NamedTuple

from alvara.adapters.oci.artifacts import Foreign, Kind, read_artifact, write_artifact
from alvara.adapters.oci.client import Client, Taken
from alvara.adapters.oci.references import OURS
from alvara.adapters.oci.transport import NoAnswer

_ATTEMPTS = 8
_PAUSE = 0.2
_LONGEST_WAIT = 60.0
_NO_LAYER = b"{}"


class Overtaken(ValueError):
    """Somebody else came first: what was to be written was judged by what is no longer the last."""


class Numbered(NamedTuple):
    """A document and its number."""

    number: int
    data: bytes


class Standing(NamedTuple):
    """What the tags of a series say: the numbers that are used, and by number who claimed it."""

    used: tuple[int, ...]
    claims: Mapping[int, frozenset[str]]

    @property
    def last(self) -> int:
        """The number of the document that counts; 0 where there is none."""
        return self.used[-1] if self.used else 0

    @property
    def highest(self) -> int:
        """The highest number that anybody used or claimed."""
        return max(self.last, *self.claims, 0)

    def pending(self, own: frozenset[str]) -> frozenset[str]:
        """Give the claims of others to numbers above the last."""
        return frozenset().union(*(held for number, held in self.claims.items() if number > self.last)) - own


def stand(name: str, tags: Iterable[str]) -> Standing:
    """Tell from the tags of a repository how a series stands."""
    form = re.compile(rf"{OURS}{name}-(?:claim-([1-9][0-9]{{0,8}})-([0-9a-f]{{12}})|([1-9][0-9]{{0,8}}))")
    used: set[int] = set()
    claims: dict[int, set[str]] = {}
    for found in filter(None, map(form.fullmatch, tags)):
        if found[3]:
            used.add(int(found[3]))
        else:
            claims.setdefault(int(found[1]), set()).add(found[2])
    return Standing(tuple(sorted(used)), {number: frozenset(held) for number, held in claims.items()})


class Series:
    """The documents of one name and kind. Methods raise `NoAnswer`, `Altered`, and `Foreign` for what is not ours."""

    def __init__(self, client: Client, name: str, kind: Kind, settle: float = 3.0) -> None:
        """Look at a repository; a claim that nothing follows for `settle` seconds is one of somebody who went away."""
        self._client = client
        self._name, self._kind, self._settle = name, kind, settle

    def stand(self) -> Standing:
        """Look how the series stands."""
        return stand(self._name, self._client.tags())

    def last(self) -> Numbered | None:
        """Give the document that counts; None where there is none."""
        number = self.stand().last
        return Numbered(number, self.read(number)) if number else None

    def read(self, number: int) -> bytes:
        """Give the document of a number that is used."""
        tag = self._tag(number)
        manifest, begun = self._client.tagged(tag), time.monotonic()
        while manifest is None:  # a registry may list a tag while it is still writing what that stands for
            if time.monotonic() - begun >= self._settle:
                raise NoAnswer(f"{self._client.repository} lists `{tag}` and does not have it; try again")
            time.sleep(_PAUSE)
            manifest = self._client.tagged(tag)
        try:
            artifact = read_artifact(manifest, self._kind, len(_NO_LAYER))
        except Foreign as error:
            raise Foreign(f"`{tag}` in {self._client.repository}: its manifest {error}") from None
        return self._client.words(artifact)

    def append(self, data: bytes, after: int) -> int:
        """Write a document behind the last, whose number is `after`, and give its number. Raises `Overtaken`.

        Of several who do so at once one gets through, and the others are told.
        """
        self._client.put_blob(data)
        manifest = write_artifact(self._kind, data, self._client.put_blob(_NO_LAYER))
        own: frozenset[str] = frozenset()
        for _ in range(_ATTEMPTS):
            number = self._wait(own, after) + 1
            token = token_hex(6)
            own |= {token}
            self._client.put_manifest(manifest, self._tag(f"claim-{number}-{token}"))
            seen = self._unchanged(after)
            if seen.highest == number and seen.claims.get(number) == frozenset((token,)):
                self._use(number, manifest)
                return number
            time.sleep(self._settle * int(token, 16) / 2**48)  # so that not all come back at once
        raise self._crowded()

    def _use(self, number: int, manifest: bytes) -> None:
        try:
            self._client.put_manifest(manifest, self._tag(number))
        except Taken:
            raise Overtaken from None
        if self.stand().last != number:
            raise Overtaken

    def _wait(self, own: frozenset[str], after: int) -> int:
        """Wait until whoever claimed a number has used it or must have gone away; give the highest number."""
        pending: frozenset[str] = frozenset()
        begun = since = time.monotonic()
        while time.monotonic() - begun < _LONGEST_WAIT:
            seen = self._unchanged(after)
            if not (now := seen.pending(own)) or (now <= pending and time.monotonic() - since >= self._settle):
                return seen.highest
            if not now <= pending:
                pending, since = now, time.monotonic()
            time.sleep(_PAUSE)
        raise self._crowded()

    def _unchanged(self, after: int) -> Standing:
        seen = self.stand()
        if seen.last != after:
            raise Overtaken
        return seen

    def _crowded(self) -> NoAnswer:
        return NoAnswer(f"others write to {self._client.repository} all the time; try again later")

    def _tag(self, what: int | str) -> str:
        return f"{OURS}{self._name}-{what}"
