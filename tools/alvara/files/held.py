"""A tree that stays as it was when it was first looked at: what was checked is what is used afterwards."""

from collections.abc import Callable, Mapping
from contextlib import suppress

from alvara.files.tree import Ending, Entry, FileTree, Unreadable


class HeldTree:
    """Another tree, each question to it asked once."""

    def __init__(self, tree: FileTree) -> None:
        """Hold a tree; nothing is read yet."""
        self._tree = tree
        self._listed: list[Entry] | None = None
        self._entries: dict[str, Entry | None] = {}
        self._bytes: dict[str, bytes] = {}

    def entries(self) -> list[Entry]:
        """List everything below the folders that a registry reads."""
        if self._listed is None:
            self._listed = self._tree.entries()
        return self._listed

    def hold(self, wanted: Callable[[str], bool]) -> None:
        """Read the files that are wanted of those listed, so that processes forked from this one see the same."""
        for entry in self.entries():
            if entry.kind == "file" and wanted(entry.path):
                with suppress(Unreadable, KeyError):  # whoever wants this file is told in turn
                    self.read(entry.path)

    def entry(self, path: str) -> Entry | None:
        """Look one path up."""
        if path not in self._entries:
            self._entries[path] = self._tree.entry(path)
        return self._entries[path]

    def ending(self, path: str) -> Ending:
        """Say where a path leads."""
        return self._tree.ending(path)

    def read(self, path: str) -> bytes:
        """Return a file's bytes."""
        if path not in self._bytes:
            self._bytes[path] = self._tree.read(path)
        return self._bytes[path]

    @property
    def held(self) -> Mapping[str, bytes]:
        """The files that were read so far."""
        return self._bytes
