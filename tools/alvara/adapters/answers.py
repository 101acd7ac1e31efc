"""What `check` printed, kept to be printed again for as long as nothing that it depends on has changed."""

import os
import sys

from alvara.adapters.git import Process
from alvara.adapters.memory import path_for, read, tool_mark, write
from alvara.adapters.scan import Folder, Found, look

Answer = tuple[str, str, int]
"""Standard output, standard error, exit code."""


class Question:
    """One call of the command, before anything is known of the registry."""

    def __init__(self, arguments: list[str], root: str) -> None:
        """Start asking git for HEAD's commit, whose date is the moment that a run judges as of."""
        self._root = root
        self._commit = Process(root, "cat-file", "commit", "HEAD")
        terminal = sys.stdout.isatty()
        width = os.get_terminal_size(sys.stdout.fileno()).columns if terminal else 0
        surroundings = (_here(), terminal, width, _said("NO_COLOR"), _said("ALVARA_ROOT"), sys.stdout.encoding)
        self._key = (tuple(arguments), surroundings)
        self._path = path_for(root, "answer")
        self.listing: tuple[tuple[str, ...], list[Found], list[Folder]] | None = None
        """What lies below which folders, and when they were listed, where `answer` has found that out in vain."""

    def answer(self) -> Answer | None:
        """Give the answer that was given before, if every file is as it was then."""
        remembered = read(self._path)
        if not isinstance(remembered, tuple) or remembered[0] != self._key or remembered[1] != tool_mark():
            return None
        _, _, commit, folders, seen, alone, listed, (arguments, refs), answer = remembered
        moving = Process(self._root, *arguments) if arguments else None
        if any(look(self._root, path) != found for path, found in alone.items()):
            return None
        found = self._listed(folders, seen, listed)
        if found is not listed:
            self.listing = None if found is None else (folders, found, seen)
            return None
        if moving is not None and moving.result().output != refs:
            return None
        return answer if self.commit() == commit else None

    def _listed(self, folders: tuple[str, ...], seen: list[Folder], listed: list[Found]) -> list[Found] | None:
        """List the files as they are now: the same list where none has changed, None where there are other names."""
        root, lstat = self._root, os.lstat
        met = {path for path, _, _ in seen}
        if any(folder not in met and os.path.lexists(f"{root}/{folder}") for folder in folders):
            return None
        changed: dict[int, Found] = {}
        try:
            for path, modified, moved in seen:
                status = lstat(f"{root}/{path}")
                if status.st_mtime_ns != modified or status.st_ctime_ns != moved:
                    return None
            for number, (path, kind, stamp) in enumerate(listed):
                status = lstat(f"{root}/{path}")
                now = (status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino)
                if kind == "file" and stamp != now:
                    changed[number] = (path, kind, now)
        except OSError:
            return None
        return [changed.get(number, found) for number, found in enumerate(listed)] if changed else listed

    def keep(
        self, answer: Answer, folders: tuple[str, ...], seen: list[Folder], listed: list[Found],
        alone: dict[str, Found | None], refs: tuple[tuple[str, ...], bytes],
    ) -> None:  # fmt: skip
        """Keep an answer. `alone` are the files outside the folders that it depends on.

        `refs` are the arguments with which git lists the refs that it depends on, and what git said.
        """
        if self.commit():
            write(self._path, (self._key, tool_mark(), self.commit(), folders, seen, alone, listed, refs, answer))

    def commit(self) -> bytes:
        """Give HEAD's commit as git stores it; empty where there is none."""
        return self._commit.result().output


def _said(name: str) -> str:
    return os.environ.get(name, "")


def _here() -> str:
    try:
        return os.getcwd()
    except OSError:  # a folder that is not there any more is no reason not to look at another
        return ""


def find_root(directory: str, marker: str) -> str | None:
    """Find the nearest folder upwards that holds a file of this name; None too where that is in any doubt."""
    try:
        here = os.path.abspath(directory)
        found = nearest_with(here, marker) if os.path.isdir(here) else None
    except OSError:
        return None
    return found if found is not None and os.path.isfile(os.path.join(found, marker)) else None


def nearest_with(folder: str, name: str) -> str | None:
    """Find the nearest folder upwards that holds something of this name, whatever it is; None where none does.

    Raises `OSError` where a folder on the way is kept shut: it may be the one.
    """
    here = folder
    while True:
        try:
            os.lstat(os.path.join(here, name))
        except (FileNotFoundError, NotADirectoryError):
            above = os.path.dirname(here)
            if above == here:
                return None
            here = above
        else:
            return here
