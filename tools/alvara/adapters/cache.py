"""What a run leaves for the next one: the settings as read, the snapshot, and what files define that were compared."""

from collections.abc import Sequence
from zlib import crc32

from alvara.adapters.directory import DirectoryTree
from alvara.adapters.memory import open_pieces, path_for, read, tool_mark, write
from alvara.adapters.scan import look
from alvara.app.recollection import Recollection
from alvara.app.settings import Settings
from alvara.decode.config import config
from alvara.model.filekind import CONFIG
from alvara.workspace.setting import Catalogue
from alvara.workspace.snapshot import Memory, Piece, Snapshot

_ROOM = 32 << 20
"""Bytes of definitions that are kept."""

_SETTLED = 2_000_000_000
"""Nanoseconds. A file changed this shortly before it was read may change again without its stamp showing it."""


class Cache:
    """What this version of the tool remembers of one registry folder under these settings."""

    def __init__(self, root: str, settings: str, began: int) -> None:
        """Name the memory of a run that began to read at this time, in nanoseconds. Nothing is read or written yet."""
        self._began = began
        self._path = path_for(root, "snapshot")
        self._key = f"{tool_mark()} {settings}"

    def load(self) -> Snapshot | None:
        """Open what the last run remembered, or None when that is not usable for whatever reason."""
        opened = open_pieces(self._path)
        if opened is None:
            return None
        header, read = opened
        if isinstance(header, tuple) and len(header) == 7 and header[0] == self._key:
            return Snapshot(*header[1:], read)
        return None

    def save(self, memory: Memory) -> None:
        """Keep what `remember` made for the next run."""
        settled = {path: stamp if is_settled(stamp, self._began) else () for path, stamp in memory.stamps.items()}
        header = (
            self._key, memory.today, settled, memory.totals, memory.files, memory.shards, memory.marks,
        )  # fmt: skip
        write(self._path, header, memory.body)


def recall_settings(root: str) -> Settings | None:
    """Give the settings as they were read before, if the files that they come from are as they were."""
    remembered = read(path_for(root, "settings"))
    if not isinstance(remembered, tuple) or remembered[0] != tool_mark():
        return None
    _, stamps, value, roles, permissions, digest = remembered
    if any(look(root, path) != found for path, found in stamps.items()):
        return None
    tree = DirectoryTree(root, ())
    if any(tree.ending(path.rstrip("/")) != "folder" for path in value.get("knowledge", {}).get("roots", ())):
        return None
    return Settings(config(value), Catalogue(roles, permissions), digest, value=value)


def keep_settings(root: str, settings: Settings, began: int) -> None:
    """Keep settings that hold, unless their files changed so lately that a next change might not show."""
    if settings.config is None:
        return
    paths = [path for path in (CONFIG, settings.config.principal_schema) if path]
    stamps = {path: look(root, path) for path in paths}
    if all(found is not None and is_settled(found[2], began) for found in stamps.values()):
        roles, permissions = settings.catalogue
        write(path_for(root, "settings"), (tool_mark(), stamps, settings.value, roles, permissions, settings.digest))


def is_settled(stamp: Sequence[int | str], began: int) -> bool:
    """Whether a stamp, which starts with two times, is so old that a change since the run began would show in it.

    It may have been taken after the file was read, so what changed while the run went on must not count as known.
    """
    return not stamp or not isinstance(stamp[0], int) or max(stamp[0], int(stamp[1])) < began - _SETTLED


def recall_definitions(root: str) -> Recollection:
    """Open what the last comparison remembered of the files that it read."""
    opened = open_pieces(path_for(root, "definitions"))
    if opened is None:
        return Recollection()
    header, read_piece = opened
    if not isinstance(header, tuple) or len(header) != 2 or header[0] != tool_mark():
        return Recollection()
    pieces: dict[str, Piece] = header[1]

    def recall(key: str) -> bytes | None:
        if key not in pieces:
            return None
        start, length, checksum = pieces[key]
        data = read_piece(start, length)
        return data if crc32(data) == checksum else None

    return Recollection(recall, pieces)


def keep_definitions(root: str, recollection: Recollection) -> None:
    """Keep what a comparison read, if any of it is new, and of what is older as much as there is room for."""
    if not recollection.has_grown:
        return
    kept: dict[str, Piece] = {}
    body: list[bytes] = []
    length = 0
    for key, data in recollection.all():
        if length + len(data) > _ROOM:
            break
        kept[key] = (length, len(data), crc32(data))
        body.append(data)
        length += len(data)
    write(path_for(root, "definitions"), (tool_mark(), kept), body)
