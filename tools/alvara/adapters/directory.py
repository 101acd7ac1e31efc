"""A `FileTree` over a directory on disk."""

import os
import stat

from alvara.adapters.scan import Folder, Found, look, scan
from alvara.files.tree import Ending, Entry, Unreadable

_VAST = 1 << 28
"""Bytes. A larger file is not even read to say that it is too large: it may be more than the memory holds."""


class DirectoryTree:
    """The files below some folders of a root, links neither followed nor opened."""

    def __init__(self, root: str | os.PathLike[str], folders: tuple[str, ...]) -> None:
        """Look below `folders` only; a folder that is missing holds nothing."""
        self.root = os.fspath(root)
        self.folders = folders
        self._entries: list[Entry] | None = None
        self.seen: list[Folder] = []
        """The folders that were listed, with their times."""

    def know(self, folders: tuple[str, ...], found: list[Found], seen: list[Folder]) -> None:
        """Take a list that was made just now instead of making another, if it is of the same folders."""
        if folders == self.folders:
            self._entries, self.seen = list(map(Entry._make, found)), seen

    def entries(self) -> list[Entry]:
        """List everything below the folders, hidden names left out."""
        if self._entries is None:
            found, self.seen = scan(self.root, self.folders)
            self._entries = list(map(Entry._make, found))
        return self._entries

    def entry(self, path: str) -> Entry | None:
        """Look one path up. A path that leaves the root, or passes through a link, names nothing."""
        found = look(self.root, path)
        return None if found is None else Entry._make(found)

    def ending(self, path: str) -> Ending:
        """Say where a path leads. What the system does not let us see is left to `entries`, which names it."""
        where, parts = self.root, path.split("/")
        for number, part in enumerate(parts, 1):
            where = f"{where}/{part}"
            try:
                mode = os.lstat(where).st_mode
            except (FileNotFoundError, NotADirectoryError, ValueError):
                return "nothing"
            except OSError:
                return "folder"
            if stat.S_ISLNK(mode):
                return "folder" if number == len(parts) else "link"
            if not stat.S_ISDIR(mode):
                return "file"
        return "folder"

    def read(self, path: str) -> bytes:
        """Return a file's bytes. A name that became a link or a device since it was listed is refused."""
        try:
            handle = os.open(f"{self.root}/{path}", os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        except FileNotFoundError:
            raise KeyError(path) from None
        except OSError as error:
            raise Unreadable(error.errno, error.strerror, path) from error
        try:
            status = os.fstat(handle)
            if not stat.S_ISREG(status.st_mode):
                raise Unreadable(0, "not a regular file", path)
            if status.st_size > _VAST:
                raise Unreadable(0, f"its {status.st_size:,} bytes are more than anybody can review", path)
            with open(handle, "rb", buffering=0, closefd=False) as file:
                return file.readall()
        except Unreadable:
            raise
        except OSError as error:
            raise Unreadable(error.errno, error.strerror, path) from error
        finally:
            os.close(handle)
