"""Files written whole or not at all, never through a link."""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


def replace(root: Path, path: str, data: bytes) -> None:
    """Give a file of a registry new bytes; its mode stays. Raises `OSError`, and then the file is as it was."""
    with _folder_of(root, path) as (folder, name):
        found = os.stat(name, dir_fd=folder, follow_symlinks=False)
        if not stat.S_ISREG(found.st_mode):
            raise OSError(0, "not a regular file")
        temporary = f".{name}.{os.getpid()}"
        try:
            _write(folder, temporary, data, stat.S_IMODE(found.st_mode))
            os.replace(temporary, name, src_dir_fd=folder, dst_dir_fd=folder)
        except BaseException:
            with suppress(OSError):
                os.unlink(temporary, dir_fd=folder)
            raise


def create(root: Path, path: str, data: bytes) -> None:
    """Write a new file, with the folders above it, or nothing. Raises `FileExistsError` where there is one already."""
    with _folder_of(root, path, make=True) as (folder, name):
        _write(folder, name, data, None)


def move(root: Path, path: str, target: str) -> None:
    """Give a file another name, with the folders above it. The caller has seen that the name is free."""
    with _folder_of(root, path) as (folder, name), _folder_of(root, target, make=True) as (new_folder, new_name):
        if not stat.S_ISREG(os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode):
            raise OSError(0, "not a regular file", path)
        os.rename(name, new_name, src_dir_fd=folder, dst_dir_fd=new_folder)


def remove(root: Path, path: str) -> None:
    """Delete a file of a registry. Raises `OSError`."""
    with _folder_of(root, path) as (folder, name):
        os.unlink(name, dir_fd=folder)


def prune(root: Path, path: str) -> None:
    """Delete a folder that holds nothing, and those above it that then do; top folders of the registry stay."""
    while "/" in path:
        try:
            os.rmdir(root / path)
        except OSError:
            return
        path = os.path.dirname(path)


def is_read_only(root: Path, path: str) -> bool:
    """Whether nobody may write a file. To put another in its place is more than its mode allows."""
    return not os.stat(root / path, follow_symlinks=False).st_mode & 0o222


def exists(root: Path, path: str) -> bool:
    """Whether something has this name, a broken link included."""
    return os.path.lexists(root / path)


@contextmanager
def _folder_of(root: Path, path: str, *, make: bool = False) -> Iterator[tuple[int, str]]:
    """Open the folder that a file lies in, one step after the other, so that none of them is a link.

    With `make` those that are missing are made; they go again where what is done in them fails.
    """
    *parts, name = path.split("/")
    made: list[str] = []
    here = os.open(root, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        for depth, part in enumerate(parts, 1):
            if make:
                with suppress(FileExistsError):
                    os.mkdir(part, dir_fd=here)
                    made.append("/".join(parts[:depth]))
            inner = os.open(part, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=here)
            os.close(here)
            here = inner
        yield here, name
    except BaseException:
        for folder in reversed(made):
            with suppress(OSError):
                os.rmdir(root / folder)
        raise
    finally:
        os.close(here)


def _write(folder: int, name: str, data: bytes, mode: int | None) -> None:
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
    handle = os.open(name, flags, 0o666, dir_fd=folder)
    try:
        with open(handle, "wb") as file:
            if mode is not None:
                os.fchmod(handle, mode)
            file.write(data)
            file.flush()
            os.fsync(handle)
    except BaseException:  # half a record is worse than none, and stands in the way of the next
        with suppress(OSError):
            os.unlink(name, dir_fd=folder)
        raise
