"""What lies below some folders: one look at each name, nothing opened, no link followed.

This module and those it imports stay free of anything slow to import: an unchanged registry is answered from here.
"""

import errno
import os
import stat

_GONE = (errno.ENOENT, errno.ENOTDIR)
SKIPPED = frozenset({"node_modules", "__pycache__"})

Found = tuple[str, str, tuple[int | str, ...]]
"""A path relative to the root, the kind of entry (see `alvara.files.tree`), and its stamp."""


Folder = tuple[str, int, int]
"""The path of a folder that was listed, and its times: while they stand, so does the list of names in it."""


def scan(root: str, folders: tuple[str, ...]) -> tuple[list[Found], list[Folder]]:
    """List everything below some folders, hidden names left out, and every folder met. What is missing is empty.

    What the system does not let us see is `refused`, under the name of the folder that it is in or that is shut. What
    vanishes while we look is as if it had never been there.
    """
    found: list[Found] = []
    seen: list[Folder] = []
    refused: dict[str, str] = {}
    for folder in folders:
        _walk(root, folder, found, seen, refused)
    found += [(path, "refused", (reason,)) for path, reason in refused.items()]
    return found, seen


def look(root: str, path: str) -> Found | None:
    """Look one path up. A path that leaves the root, or passes through a link, names nothing."""
    parts = path.split("/")
    if ".." in parts or path.startswith("/"):
        return None
    where = root
    try:
        for part in parts[:-1]:
            where = f"{where}/{part}"
            if stat.S_ISLNK(os.lstat(where).st_mode):
                return None
        return _entry(path, os.lstat(f"{root}/{path}"))
    except (OSError, ValueError):
        return None


def _walk(root: str, top: str, found: list[Found], seen: list[Folder], refused: dict[str, str]) -> None:
    """List all below a folder. The folders still to be listed stand in a row, so that no depth is too deep."""
    regular = stat.S_ISREG
    waiting = [top]
    while waiting:
        prefix = waiting.pop()
        shut = prefix.rpartition("/")[0] or prefix
        try:
            status = os.lstat(f"{root}/{prefix}")
            if not stat.S_ISDIR(status.st_mode):
                if stat.S_ISLNK(status.st_mode):
                    found.append((prefix, "symlink", ()))
                continue
            shut = prefix
            listing = list(os.scandir(f"{root}/{prefix}"))
        except OSError as error:
            if error.errno not in _GONE:
                refused[shut] = str(error.strerror)
            continue
        seen.append((prefix, status.st_mtime_ns, status.st_ctime_ns))
        for item in listing:
            name = item.name
            if name[0] == "." or name in SKIPPED:
                continue
            path = f"{prefix}/{name}"
            try:
                if item.is_dir(follow_symlinks=False):
                    if name.endswith(".yaml"):
                        found.append((path, "directory", ()))
                    waiting.append(path)
                    continue
                status = item.stat(follow_symlinks=False)
            except OSError as error:
                if error.errno not in _GONE:
                    refused[prefix] = str(error.strerror)
                continue
            if regular(status.st_mode):
                stamp = (status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino)
                found.append((path, "file", stamp))
            elif (entry := _entry(path, status)) is not None:
                found.append(entry)


def _entry(path: str, status: os.stat_result) -> Found | None:
    mode = status.st_mode
    if stat.S_ISREG(mode):
        return (path, "file", (status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino))
    if stat.S_ISDIR(mode):
        return None
    return (path, "symlink" if stat.S_ISLNK(mode) else "special", ())
