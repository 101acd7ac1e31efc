"""Files that do not belong to a registry, found below the paths that were named. No link is followed."""

import os
import stat
from collections.abc import Iterator
from typing import NamedTuple

_SKIPPED = frozenset({"node_modules", "__pycache__", "venv", "site-packages", "dist", "build", "target"})


class Outside(NamedTuple):
    """A file under the name that leads to it, or something that was passed over, with the reason why.

    `refused` marks what was asked for and could not be looked at, `of_another_kind` what ends otherwise.
    """

    path: str
    trouble: str = ""
    refused: bool = False
    of_another_kind: bool = False


def find(paths: tuple[str, ...], ends: tuple[str, ...], largest: int) -> Iterator[Outside]:
    """Yield the files below some paths, each once, folders in the order of their names.

    Only those whose names end in one of some ways are to be looked at; the others are marked.

    Hidden folders, and those that tools fill, are passed over unless they are named.
    """
    seen: set[tuple[int, int]] = set()
    for path in map(os.path.normpath, paths):
        try:
            status = os.lstat(path)
        except OSError as error:
            yield Outside(path, error.strerror or "cannot be opened", refused=True)
            continue
        if stat.S_ISLNK(status.st_mode):
            yield Outside(path, "a link, which is not followed", refused=True)
        elif stat.S_ISDIR(status.st_mode):
            yield from _below(path, ends, largest, seen)
        elif not path.lower().endswith(ends):
            yield Outside(path, "not Markdown, JSON, YAML, TypeScript or Python", refused=True)
        else:
            yield from _file(path, status, largest, seen)


def _below(top: str, ends: tuple[str, ...], largest: int, seen: set[tuple[int, int]]) -> Iterator[Outside]:
    waiting = [top]
    while waiting:
        folder = waiting.pop()
        try:
            with os.scandir(folder) as listed:
                entries = sorted(listed, key=lambda entry: entry.name)
        except OSError as error:
            yield Outside(folder, error.strerror or "cannot be opened", refused=True)
            continue
        folders = []
        for entry in entries:
            path = entry.name if folder == "." else entry.path
            if entry.is_symlink():
                continue
            if entry.is_dir(follow_symlinks=False):
                if not entry.name.startswith(".") and entry.name not in _SKIPPED:
                    folders.append(path)
            elif entry.name.lower().endswith(ends):
                try:
                    status = entry.stat(follow_symlinks=False)
                except OSError as error:
                    yield Outside(path, error.strerror or "cannot be opened", refused=True)
                    continue
                yield from _file(path, status, largest, seen)
            else:
                yield Outside(path, of_another_kind=True)
        waiting += reversed(folders)


def _file(path: str, status: os.stat_result, largest: int, seen: set[tuple[int, int]]) -> Iterator[Outside]:
    if (status.st_dev, status.st_ino) in seen:
        return
    seen.add((status.st_dev, status.st_ino))
    if not stat.S_ISREG(status.st_mode):
        yield Outside(path, "not a regular file")
    elif status.st_size > largest:
        yield Outside(path, f"its {status.st_size:,} bytes are more than the {largest:,} that are looked at")
    else:
        yield Outside(path)


def read(path: str) -> bytes:
    """Read a file, unless it became a link or a device since it was found. Raises `OSError`."""
    handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    with open(handle, "rb") as file:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise OSError(0, "not a regular file", path)
        return file.read()
