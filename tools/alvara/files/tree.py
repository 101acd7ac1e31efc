"""The only view of storage that the core has: a tree of named entries with bytes."""

from collections.abc import Mapping
from typing import Literal, NamedTuple, Protocol

EntryKind = Literal["file", "symlink", "special", "directory", "refused"]
"""`special` is a FIFO, a socket or a device, never opened; `directory` a folder with the name of a file;
`refused` a folder that the system does not let us see into, with its word as stamp."""


Ending = Literal["folder", "link", "file", "nothing"]
"""Where a path leads that should be a folder's: `link` where it passes through one on its way."""


class Entry(NamedTuple):
    """Something in the tree. `stamp` changes whenever the content may have; equal stamps mean equal bytes.

    Paths are relative to the root, with `/` between the parts.
    """

    path: str
    kind: EntryKind
    stamp: tuple[int | str, ...]


class Unreadable(OSError):
    """The system refused to open a file that is there; `filename` is its path, where it is known."""


class FileTree(Protocol):
    """A directory, a git revision, the index, or a dictionary in a test."""

    def entries(self) -> list[Entry]:
        """List everything below the folders that a registry reads, in no promised order."""

    def entry(self, path: str) -> Entry | None:
        """Look one path up, wherever in the tree it lies."""

    def ending(self, path: str) -> Ending:
        """Say where a path leads. Whether the folder at its end is itself a link, `entries` says."""

    def read(self, path: str) -> bytes:
        """Return a file's bytes. Raises `Unreadable`, or `KeyError` where there is no such file."""


class DictTree:
    """A tree held in memory."""

    def __init__(self, files: Mapping[str, bytes | str]) -> None:
        """Keep the files; a text stands for its UTF-8 bytes."""
        self._files = {p: c.encode() if isinstance(c, str) else c for p, c in files.items()}

    def entries(self) -> list[Entry]:
        """List every file."""
        return [Entry(path, "file", (hash(data),)) for path, data in self._files.items()]

    def entry(self, path: str) -> Entry | None:
        """Look one path up."""
        return Entry(path, "file", (hash(self._files[path]),)) if path in self._files else None

    def ending(self, path: str) -> Ending:
        """Say where a path leads."""
        if path in self._files:
            return "file"
        return "folder" if any(name.startswith(f"{path}/") for name in self._files) else "nothing"

    def read(self, path: str) -> bytes:
        """Return a file's bytes."""
        return self._files[path]
