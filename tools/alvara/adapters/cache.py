"""The snapshot that a run leaves for the next one."""

import time
from collections.abc import Sequence
from typing import Any

from alvara.adapters.memory import open_pieces, path_for, tool_mark, write
from alvara.workspace.snapshot import Snapshot

_SETTLED = 2_000_000_000
"""Nanoseconds. A file changed this shortly before it was read may change again without its stamp showing it."""


class Cache:
    """What this version of the tool remembers of one registry folder under these settings."""

    def __init__(self, root: str, settings: str) -> None:
        """Name the memory. Nothing is read or written yet."""
        self._path = path_for(root, "snapshot")
        self._key = f"{tool_mark()} {settings}"

    def load(self) -> Snapshot | None:
        """Open what the last run remembered, or None when that is not usable for whatever reason."""
        opened = open_pieces(self._path)
        if opened is None:
            return None
        header, read = opened
        if isinstance(header, tuple) and len(header) == 5 and header[0] == self._key:
            return Snapshot(header[1:], read)
        return None

    def save(self, header: tuple[Any, ...], body: bytes) -> None:
        """Keep what `remember` made for the next run."""
        today, stamps, files, shards = header
        settled = {path: stamp if is_settled(stamp) else () for path, stamp in stamps.items()}
        write(self._path, (self._key, today, settled, files, shards), body)


def is_settled(stamp: Sequence[int | str]) -> bool:
    """Whether a stamp, which starts with two times, is old enough for a later change to show in it."""
    return not stamp or not isinstance(stamp[0], int) or max(stamp[0], int(stamp[1])) < time.time_ns() - _SETTLED
