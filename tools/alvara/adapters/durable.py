"""Files that are there, whole, once a call has returned: what a crash may take back is written down on disk first.

Whatever is new is written under a name of its own that nobody reads, reaches the disk, and then takes its place by a
rename, which reaches the disk before anybody is told. Each step goes through `FileSystem`, so that tests can record the
steps, and end a process at any of them.
"""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from secrets import token_hex
from time import monotonic, sleep
from typing import Protocol

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
_BETWEEN_TRIES = 0.02
"""Seconds."""


_TOGETHER = 100
"""How many files are open at once while a folder is written."""


class Busy(OSError):
    """Somebody else holds a lock, and did not let go in time."""


class FileSystem(Protocol):
    """The calls that change what is on disk, each of them one step. All raise `OSError`."""

    def make_folder(self, path: str) -> None:
        """Make a folder that all may read. Raises `FileExistsError`."""

    def create(self, path: str) -> int:
        """Open a new file that all may read. Raises `FileExistsError`."""

    def open_folder(self, path: str) -> int:
        """Open a folder, to bring it to the disk."""

    def write(self, handle: int, data: bytes) -> None:
        """Write all of the bytes."""

    def sync(self, handle: int) -> None:
        """Bring a file's bytes, or the names in a folder, to the disk."""

    def close(self, handle: int) -> None:
        """Let go of what was opened."""

    def rename(self, source: str, target: str) -> None:
        """Give another name, in one step; a file that has that name is replaced."""

    def unlink(self, path: str) -> None:
        """Take away a file, or a link but not what it leads to."""

    def remove_folder(self, path: str) -> None:
        """Take away an empty folder."""


class LocalFileSystem:
    """The file system of this machine."""

    def make_folder(self, path: str) -> None:
        """Make a folder that all may read, whatever the umask. Raises `FileExistsError`."""
        os.mkdir(path)
        os.chmod(path, 0o755)  # noqa: S103 - for all to read, as checkouts are

    def create(self, path: str) -> int:
        """Open a new file that all may read, whatever the umask. Raises `FileExistsError`."""
        handle = os.open(path, _NEW)
        os.fchmod(handle, 0o644)
        return handle

    def open_folder(self, path: str) -> int:
        """Open a folder that is no link, to bring it to the disk."""
        return os.open(path, _FOLDER)

    def write(self, handle: int, data: bytes) -> None:
        """Write all of the bytes."""
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(handle, rest) :]

    def sync(self, handle: int) -> None:
        """Bring a file's bytes, or the names in a folder, to the disk; through its cache, where the system can ask."""
        from fcntl import fcntl

        try:
            from fcntl import F_FULLFSYNC  # type: ignore[attr-defined, unused-ignore]
        except ImportError:
            os.fsync(handle)
        else:
            fcntl(handle, F_FULLFSYNC)

    def close(self, handle: int) -> None:
        """Let go of what was opened."""
        os.close(handle)

    def rename(self, source: str, target: str) -> None:
        """Give another name, in one step; a file that has that name is replaced."""
        os.rename(source, target)

    def unlink(self, path: str) -> None:
        """Take away a file, or a link but not what it leads to."""
        os.unlink(path)

    def remove_folder(self, path: str) -> None:
        """Take away an empty folder."""
        os.rmdir(path)


LOCAL = LocalFileSystem()


def passing_name(folder: str) -> str:
    """Give a name in a folder that nothing ever had: with one used again, a forgotten `sync` would not show."""
    return f"{folder}/{token_hex(16)}"


def write_file(system: FileSystem, path: str, data: bytes) -> None:
    """Write a new file and bring its bytes to the disk. Its name is there once its folder is, by `sync_folder`."""
    handle = system.create(path)
    try:
        system.write(handle, data)
        system.sync(handle)
    finally:
        system.close(handle)


def sync_folder(system: FileSystem, path: str) -> None:
    """Bring the names in a folder to the disk."""
    handle = system.open_folder(path)
    try:
        system.sync(handle)
    finally:
        system.close(handle)


def replace_file(system: FileSystem, path: str, data: bytes, passing: str) -> None:
    """Give a file new bytes, or make it; it is whole at any moment, and here to stay when this returns.

    `passing` is a name on the same disk that nobody has or reads, from `passing_name`. Raises `OSError`, and then the
    file is as it was, unless bringing its folder to the disk failed: it is new then, and a crash may take that back.
    """
    try:
        write_file(system, passing, data)
        system.rename(passing, path)
    except OSError:
        with suppress(OSError):
            system.unlink(passing)
        raise
    sync_folder(system, os.path.dirname(path))


def write_folder(system: FileSystem, folder: str, files: Mapping[str, bytes]) -> None:
    """Fill a folder that is there and empty, and bring all of it to the disk: each file, then folders, innermost first.

    The name of the folder itself is there once its parent is, by `sync_folder`.
    """
    inner = {path[:end] for path in files for end, character in enumerate(path) if character == "/"}
    folders = [folder, *(f"{folder}/{name}" for name in sorted(inner))]
    for path in folders[1:]:
        system.make_folder(path)
    paths = list(files)
    for start in range(0, len(paths), _TOGETHER):
        _write_files(system, {f"{folder}/{path}": files[path] for path in paths[start : start + _TOGETHER]})
    for path in reversed(folders):
        sync_folder(system, path)


def _write_files(system: FileSystem, files: Mapping[str, bytes]) -> None:
    """Write new files, and bring them to the disk once all are written: it then takes many of them in one go."""
    handles: list[int] = []
    try:
        for path, data in files.items():
            handles.append(system.create(path))
            system.write(handles[-1], data)
        for handle in handles:
            system.sync(handle)
    finally:
        for handle in handles:
            system.close(handle)


def make_folders(system: FileSystem, path: str) -> None:
    """Make a folder and those above it that are missing, and bring their names to the disk.

    The name of a folder that is there already is brought there too: whoever made it may have ended before that.
    """
    missing, above = [path], os.path.dirname(path)
    while not os.path.isdir(above):
        missing.append(above)
        above = os.path.dirname(above)
    for folder in reversed(missing):
        with suppress(FileExistsError):
            system.make_folder(folder)
    for folder in missing:
        sync_folder(system, os.path.dirname(folder))


def remove_tree(system: FileSystem, path: str) -> None:
    """Take away a folder with all that is in it; links are taken away, not followed."""
    with os.scandir(path) as items:
        inside = sorted((item.path, item.is_dir(follow_symlinks=False)) for item in items)
    for inner, is_folder in inside:
        if is_folder:
            remove_tree(system, inner)
        else:
            system.unlink(inner)
    system.remove_folder(path)


@contextmanager
def locked(path: str, seconds: float) -> Iterator[None]:
    """Hold a file or folder alone, among all who ask for that; it ends with the process, however that ends.

    A file is made where none is. Raises `Busy` after so many seconds of waiting, at once with 0.
    """
    from fcntl import LOCK_EX, LOCK_NB, LOCK_UN, flock

    try:
        handle = os.open(path, _FOLDER)
    except (NotADirectoryError, FileNotFoundError):
        handle = os.open(path, os.O_RDONLY | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, 0o644)
    try:
        end = monotonic() + seconds
        while True:
            try:
                flock(handle, LOCK_EX | LOCK_NB)
                break
            except BlockingIOError:
                if monotonic() >= end:
                    raise Busy(0, "somebody else is changing it", path) from None
                sleep(_BETWEEN_TRIES)
        try:
            yield
        finally:
            flock(handle, LOCK_UN)  # a process that was forked meanwhile holds the same handle
    finally:
        os.close(handle)
