"""What a run remembers for the next one: facts and verdicts in pieces, of which a run unpacks only what it asks for."""

import marshal
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any, NamedTuple
from zlib import crc32

from alvara.diagnostics.finding import Diagnostic
from alvara.workspace.contribution import Contribution, freeze, pack_diagnostic, thaw, unpack_diagnostic
from alvara.workspace.synonyms import MarkTable
from alvara.workspace.verdict import Verdict
from alvara.workspace.workspace import MARKED, Key, Workspace

Stamp = tuple[int | str, ...]
Piece = tuple[int, int, int]
"""Where a piece starts, how long it is, and its checksum."""

Shard = dict[Key, tuple[tuple[tuple[str, int], ...], tuple[str, ...]]]
"""From a key to the path and position of the entities that answer it, and to the files that asked it."""

_KEYS_A_SHARD = 16


class Damaged(Exception):
    """A piece is not what was written: somebody else's hand, or a disk's, was at it."""


class Remembered(NamedTuple):
    """What is known of a file without unpacking it. `counts` are of capabilities, resources, policies and pages.

    `said` is the piece with the diagnostics of its verdict, None where there are none; `speaks` tells whether there are
    any diagnostics, those of its own rules included. `uses` are the files that it was read together with, `blob` is
    git's name for its bytes.
    """

    piece: Piece
    said: Piece | None
    counts: tuple[int, int, int, int]
    bindings: int
    uses: tuple[tuple[str, str], ...]
    readable: bool
    speaks: bool
    blob: str


class Totals(NamedTuple):
    """What all files come to, so that a run need not add up what it knows. `counts` are by kind, as in `Remembered`.

    `speaking` are the files about which something is said, `users` the files that were read together with another,
    `used` git's names for the bytes of those others.
    """

    counts: tuple[int, ...]
    bindings: int
    speaking: frozenset[str]
    users: Mapping[str, tuple[str, ...]]
    used: Mapping[str, str]


_COUNTS, _BINDINGS, _USES, _SPEAKS, _BLOB = (
    Remembered._fields.index(name) for name in ("counts", "bindings", "uses", "speaks", "blob")
)


class Memory(NamedTuple):
    """A run, packed: what `Snapshot` opens. The body is written piece after piece; `marks` is the table of synonyms."""

    today: str
    stamps: Mapping[str, Stamp]
    totals: tuple[Any, ...]
    files: Mapping[str, tuple[Any, ...]]
    shards: tuple[Piece, ...]
    marks: Piece
    body: tuple[bytes, ...]


KINDS: tuple[str, ...] = ("capability", "resource", "policy", "page")
"""The kinds of what is defined, in the order in which they are counted."""


class Snapshot:
    """The memory of one run, opened. Raises `Damaged` where a piece does not have its checksum."""

    def __init__(
        self, today: str, stamps: Mapping[str, Stamp], totals: tuple[Any, ...], files: Mapping[str, tuple[Any, ...]],
        shards: tuple[Piece, ...], marks: Piece, read: Callable[[int, int], bytes],
    ) -> None:  # fmt: skip
        """Take what `remember` made, but for the body the function that reads a stretch (start, length) of it."""
        self.today, self.stamps, self.files = today, stamps, files
        self.totals = Totals._make(totals)
        self._shards, self._marks, self._read = shards, marks, read
        self._opened: dict[int, Shard] = {}

    def by_blob(self) -> "Snapshot":
        """Give the same for a tree of git's, whose stamps are the names of blobs."""
        stamps: dict[str, Stamp] = {
            path: (blob,) for path, blob in {**self.totals.used, **self.blobs()}.items() if blob
        }
        return Snapshot(self.today, stamps, tuple(self.totals), self.files, self._shards, self._marks, self._read)

    def remembered(self, path: str) -> Remembered:
        """Say what is known of a file."""
        return Remembered._make(self.files[path])

    def blobs(self) -> dict[str, str]:
        """Give git's name for the bytes of every file."""
        return {path: file[_BLOB] for path, file in self.files.items()}

    def contribution(self, path: str) -> Contribution:
        """Unpack what a file contributed."""
        return thaw(self._bytes(self.files[path][0]))

    def frozen(self, path: str) -> bytes:
        """Give what a file contributed, as it was frozen."""
        return self._bytes(self.files[path][0])

    def diagnostics(self, path: str) -> tuple[Diagnostic, ...]:
        """Unpack what was said about a file, by its own rules and by those on the whole registry."""
        return self.contribution(path).diagnostics + self._said(path)

    def verdicts(self, paths: Iterable[str]) -> dict[str, Verdict]:
        """Unpack the verdicts on some files."""
        asked: dict[str, set[Key]] = {path: set() for path in paths}
        for number in range(len(self._shards)):
            for key, (_, askers) in self._shard(number).items():
                for path in askers:
                    if path in asked:
                        asked[path].add(key)
        return {
            path: Verdict(frozenset(keys), self._said(path), self.remembered(path).bindings)
            for path, keys in asked.items()
        }

    def definers(self, key: Key) -> tuple[tuple[str, int], ...]:
        """List the path and position of every entity that answers a key."""
        return self._shard_for(key).get(key, ((), ()))[0]

    def askers(self, key: Key) -> tuple[str, ...]:
        """List the files whose verdict depends on a key. On the mark of a synonym depends whoever has it."""
        if key.startswith(MARKED):
            return tuple(self.bearers(int(key.removeprefix(MARKED))))
        return self._shard_for(key).get(key, ((), ()))[1]

    def bearers(self, mark: int) -> list[str]:
        """List the paths of what has a mark of a synonym, each as often as its file has it."""
        return [self._paths[number] for number in self._table.files(mark)]

    @cached_property
    def _table(self) -> MarkTable:
        return MarkTable(self._bytes(self._marks))

    @cached_property
    def _paths(self) -> list[str]:
        return list(self.files)

    def _said(self, path: str) -> tuple[Diagnostic, ...]:
        piece = self.files[path][1]
        return () if piece is None else tuple(unpack_diagnostic(d) for d in marshal.loads(self._bytes(piece)))

    def _shard_for(self, key: Key) -> Shard:
        return self._shard(_number_of(key, len(self._shards)))

    def _shard(self, number: int) -> Shard:
        if number not in self._opened:
            self._opened[number] = marshal.loads(self._bytes(self._shards[number]))
        return self._opened[number]

    def _bytes(self, piece: Piece) -> bytes:
        start, length, checksum = piece
        data = self._read(start, length)
        if crc32(data) != checksum:
            raise Damaged
        return data


def remember(
    today: str, stamps: Mapping[str, Stamp], workspace: Workspace, verdicts: Mapping[str, Verdict],
    frozen: Mapping[str, bytes],
) -> Memory:  # fmt: skip
    """Pack a whole run. `frozen` are the contributions that are frozen already."""
    body = _Body()
    files = {}
    for path, contribution in workspace.contributions.items():
        verdict = verdicts[path]
        piece = body.append(frozen.get(path) or freeze(contribution))
        packed = tuple(pack_diagnostic(d) for d in verdict.diagnostics)
        said = body.append(marshal.dumps(packed)) if packed else None
        kinds = [str(entity.kind) for entity in contribution.entities]
        counts = tuple(kinds.count(kind) for kind in KINDS)
        speaks = bool(packed or contribution.diagnostics)
        files[path] = (
            piece, said, counts, verdict.bindings, contribution.uses, contribution.readable, speaks, contribution.blob,
        )  # fmt: skip
    shards = tuple(body.append(marshal.dumps(shard)) for shard in _sharded(workspace, verdicts))
    table = MarkTable.write((e.synonyms for e in c.entities) for c in workspace.contributions.values())
    marks = body.append(table)
    return Memory(today, dict(stamps), tuple(_totals(files)), files, shards, marks, tuple(body.pieces))


def _totals(files: Mapping[str, tuple[Any, ...]]) -> Totals:
    users: dict[str, list[str]] = {}
    blobs: dict[str, str] = {}
    for path, file in files.items():
        for used, blob in file[_USES]:
            users.setdefault(used, []).append(path)
            blobs[used] = blob
    counts = tuple(map(sum, zip(*(file[_COUNTS] for file in files.values()), strict=True))) or (0,) * len(KINDS)
    return Totals(
        counts,
        sum(file[_BINDINGS] for file in files.values()),
        frozenset(path for path, file in files.items() if file[_SPEAKS]),
        {used: tuple(paths) for used, paths in users.items()},
        blobs,
    )


class _Body:
    """Pieces in a row."""

    def __init__(self) -> None:
        self.pieces: list[bytes] = []
        self._length = 0

    def append(self, data: bytes) -> Piece:
        piece = (self._length, len(data), crc32(data))
        self.pieces.append(data)
        self._length += len(data)
        return piece


def _sharded(workspace: Workspace, verdicts: Mapping[str, Verdict]) -> list[Shard]:
    askers: dict[Key, list[str]] = {}
    for path, verdict in verdicts.items():
        for key in verdict.asked:
            if key in askers:
                askers[key].append(path)
            else:
                askers[key] = [path]
    definers = workspace.definers()
    keys = definers.keys() | askers.keys()
    shards: list[Shard] = [{} for _ in range(len(keys) // _KEYS_A_SHARD + 1)]
    for key in keys:
        shards[_number_of(key, len(shards))][key] = (definers.get(key, ()), tuple(askers.get(key, ())))
    return shards


def _number_of(key: Key, shards: int) -> int:
    return crc32(key.encode("utf-8", "surrogatepass")) % shards
