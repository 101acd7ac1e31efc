"""What a run remembers for the next one: facts and verdicts in pieces, of which a run unpacks only what it asks for."""

import marshal
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple
from zlib import crc32

from alvara.diagnostics.finding import Diagnostic
from alvara.workspace.contribution import Contribution, pack, pack_diagnostic, unpack, unpack_diagnostic
from alvara.workspace.verdict import Verdict
from alvara.workspace.workspace import Key, keys_of

Stamp = tuple[int | str, ...]
Piece = tuple[int, int, int]
"""Where a piece starts, how long it is, and its checksum."""

_Shard = dict[Key, tuple[tuple[tuple[str, int], ...], tuple[str, ...]]]
"""From a key to the path and position of the entities that answer it, and to the files that asked it."""

_KEYS_A_SHARD = 16


class Damaged(Exception):
    """A piece is not what was written: somebody else's hand, or a disk's, was at it."""


class Remembered(NamedTuple):
    """What is known of a file without unpacking it. `counts` are of capabilities, resources, policies and pages.

    `uses` are the files that it was read together with; `speaks` tells whether there are findings.
    """

    piece: Piece
    counts: tuple[int, int, int, int]
    bindings: int
    uses: tuple[tuple[str, str], ...]
    readable: bool
    speaks: bool


KINDS: tuple[str, ...] = ("capability", "resource", "policy", "page")


class Snapshot:
    """The memory of one run, opened. Raises `Damaged` where a piece does not have its checksum."""

    def __init__(self, header: tuple[Any, ...], read: Callable[[int, int], bytes]) -> None:
        """Take the header as `remember` made it, and the function that reads a stretch of the body."""
        self.today: str = header[0]
        self.stamps: Mapping[str, Stamp] = header[1]
        self.files: Mapping[str, tuple[Any, ...]] = header[2]
        self._shards: tuple[Piece, ...] = header[3]
        self._read = read
        self._opened: dict[int, _Shard] = {}

    def remembered(self, path: str) -> Remembered:
        """Say what is known of a file."""
        return Remembered._make(self.files[path])

    def contribution(self, path: str) -> Contribution:
        """Unpack what a file contributed."""
        return unpack(self._piece(self.files[path][0])[0])

    def diagnostics(self, path: str) -> tuple[Diagnostic, ...]:
        """Unpack what was said about a file, by its own rules and by those on the whole registry."""
        packed, verdict = self._piece(self.files[path][0])
        return tuple(unpack_diagnostic(d) for d in (*packed[3], *verdict[1]))

    def verdict(self, path: str) -> Verdict:
        """Unpack the verdict on a file."""
        asked, diagnostics, bindings = self._piece(self.files[path][0])[1]
        return Verdict(frozenset(asked), tuple(unpack_diagnostic(d) for d in diagnostics), bindings)

    def definers(self, key: Key) -> tuple[tuple[str, int], ...]:
        """List the path and position of every entity that answers a key."""
        return self._shard(key).get(key, ((), ()))[0]

    def askers(self, key: Key) -> tuple[str, ...]:
        """List the files whose verdict depends on a key."""
        return self._shard(key).get(key, ((), ()))[1]

    def _shard(self, key: Key) -> _Shard:
        number = _shard_of(key, len(self._shards))
        if number not in self._opened:
            self._opened[number] = self._piece(self._shards[number])
        return self._opened[number]

    def _piece(self, piece: Piece) -> Any:
        start, length, checksum = piece
        data = self._read(start, length)
        if crc32(data) != checksum:
            raise Damaged
        return marshal.loads(data)


def remember(
    today: str, stamps: Mapping[str, Stamp], contributions: Mapping[str, Contribution], verdicts: Mapping[str, Verdict]
) -> tuple[tuple[Any, ...], bytes]:
    """Pack a whole run into a header and a body, for `Snapshot`."""
    body = bytearray()
    files = {}
    for path, contribution in contributions.items():
        verdict = verdicts[path]
        said = tuple(pack_diagnostic(d) for d in verdict.diagnostics)
        piece = _append(body, (pack(contribution), (tuple(verdict.asked), said, verdict.bindings)))
        kinds = [str(entity.kind) for entity in contribution.entities]
        counts = tuple(kinds.count(kind) for kind in KINDS)
        speaks = bool(said or contribution.diagnostics)
        files[path] = (piece, counts, verdict.bindings, contribution.uses, contribution.readable, speaks)
    pieces = tuple(_append(body, shard) for shard in _sharded(contributions, verdicts))
    return (today, dict(stamps), files, pieces), bytes(body)


def _append(body: bytearray, value: Any) -> Piece:
    data = marshal.dumps(value)
    piece = (len(body), len(data), crc32(data))
    body += data
    return piece


def _sharded(contributions: Mapping[str, Contribution], verdicts: Mapping[str, Verdict]) -> list[_Shard]:
    definers: dict[Key, list[tuple[str, int]]] = {}
    askers: dict[Key, list[str]] = {}
    for path, contribution in contributions.items():
        for position, entity in enumerate(contribution.entities):
            for key in keys_of(entity):
                definers.setdefault(key, []).append((path, position))
        for key in verdicts[path].asked:
            askers.setdefault(key, []).append(path)
    keys = definers.keys() | askers.keys()
    shards: list[_Shard] = [{} for _ in range(len(keys) // _KEYS_A_SHARD + 1)]
    for key in keys:
        shard = shards[_shard_of(key, len(shards))]
        shard[key] = (tuple(definers.get(key, ())), tuple(askers.get(key, ())))
    return shards


def _shard_of(key: Key, shards: int) -> int:
    return crc32(key.encode("utf-8", "surrogatepass")) % shards
