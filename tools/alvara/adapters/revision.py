"""A `FileTree` over a git revision: one listing and one process that hands out blobs, whatever the size."""

import os
import re
from contextlib import suppress
from hashlib import sha1, sha256
from typing import IO

from alvara.adapters.clock import commit_moment
from alvara.adapters.git import Process, start, wait_for
from alvara.adapters.scan import SKIPPED
from alvara.files.tree import Ending, Entry, EntryKind, Unreadable

_STRANGE = re.compile(r"^-|[\x00-\x20\x7f:]|^$")
KINDS: dict[str, EntryKind] = {"100644": "file", "100755": "file", "120000": "symlink"}


UNKNOWN = "there is no such revision here"
"""What is said where git knows no commit by a name."""

LEFT_OUT = "git has no blob"
"""How what is said of a file begins whose bytes are not in this clone."""

PARTIAL = "what a partial clone leaves out comes with: git fetch --refetch --no-filter"


class NoRevision(Exception):
    """Git has no such revision, or does not let us see it; the text says why."""


class Search:
    """A commit that git is asked for by a name, while something else goes on."""

    def __init__(self, root: str, name: str) -> None:
        """Start asking as seen from a folder. Raises `NoRevision` for what can be no name."""
        if _STRANGE.search(name):
            raise NoRevision("that is not the name of a revision")
        self._root, self._name = root, name
        asked = ("rev-parse", "--verify", "--end-of-options", f"{name}^{{commit}}")
        self._process = Process(root, "-c", "core.warnAmbiguousRefs=true", *asked)

    def commit(self) -> str:
        """Give the commit. Raises `NoRevision`."""
        found = self._process.result()
        if found.code != 0:
            if b"expected commit type" in found.errors:
                raise NoRevision("what has this name is no commit")
            unknown = found.reason == "Needed a single revision"
            raise NoRevision(UNKNOWN if unknown else found.reason)
        if b"is ambiguous" in found.errors:
            raise NoRevision(f"several things have this name; write {_in_full(self._root, self._name)} in full")
        return found.output.decode("ascii").strip()


def moment_at(root: str, name: str) -> str:
    """Tell when a commit was made. Raises `NoRevision`, and `ValueError` where that is no date."""
    said = Process(root, "cat-file", "commit", name).result()
    if said.code != 0:
        raise NoRevision(said.reason)
    return commit_moment(said.output)


class Revision:
    """A commit, found under whatever name it was asked for. What it holds is listed while something else goes on."""

    def __init__(self, root: str, name: str, *, commit: str = "") -> None:
        """Find a commit as seen from a folder, unless git named it a moment ago. Raises `NoRevision`."""
        self.commit = commit or Search(root, name).commit()
        self._root = root
        self._listing = Process(root, "ls-tree", "-r", "-z", self.commit)
        self._blobs: dict[str, tuple[EntryKind, str]] | None = None

    @property
    def moment(self) -> str:
        """When it was committed. Raises `ValueError` where that is no date."""
        return moment_at(self._root, self.commit)

    def blobs(self) -> dict[str, tuple[EntryKind, str]]:
        """List every path below the folder with its kind and the ID of its blob."""
        if self._blobs is None:
            listing = self._listing.result()
            if listing.code != 0:
                raise NoRevision(f"{listing.reason}; {PARTIAL}" if _is_partial(self._root) else listing.reason)
            self._blobs = {}
            for line in listing.output.decode("utf-8", "surrogateescape").split("\0")[:-1]:
                head, _, path = line.partition("\t")
                mode, _, blob = head.split(" ")
                self._blobs[path] = (KINDS.get(mode, "special"), blob)
        return self._blobs

    def tree(self, folders: tuple[str, ...]) -> "RevisionTree":
        """Give the files below some folders of the revision, and any other that is asked for by path."""
        return RevisionTree(self._root, self.blobs(), folders)


def stem_of(name: str) -> str:
    """Give the name of a ref without what leads on from it, as `~1` does."""
    return re.split(r"[~^@]", name, maxsplit=1)[0]


def places_of(stem: str) -> tuple[str, ...]:
    """List the refs that a name may stand for, those first that git looks up first (gitrevisions)."""
    return (
        f"refs/{stem}",
        f"refs/tags/{stem}",
        f"refs/heads/{stem}",
        f"refs/remotes/{stem}",
        f"refs/remotes/{stem}/HEAD",
    )


def _is_partial(root: str) -> bool:
    return bool(Process(root, "config", "--get-regexp", r"^remote\..*\.partialclonefilter$").result().output)


def _in_full(root: str, name: str) -> str:
    """Write out what an ambiguous name may mean."""
    stem = stem_of(name)
    listing = Process(root, "for-each-ref", "--format=%(refname)", *places_of(stem)).result().output.decode()
    refs = [ref for ref in places_of(stem) if ref in listing.split("\n")]
    meant = [f"`{ref}{name[len(stem) :]}`" for ref in refs]
    return " or ".join(meant if len(meant) > 1 else [*meant, "the hash"])


class RevisionTree:
    """The files of a commit. Links are listed and never followed; submodules are listed as `special`."""

    def __init__(self, root: str, blobs: dict[str, tuple[EntryKind, str]], folders: tuple[str, ...]) -> None:
        """Take the listing; the process that hands out blobs is started when the first is wanted."""
        self._root, self._blobs, self._folders = root, blobs, folders
        self._store: _Store | None = None

    def below(self, folders: tuple[str, ...]) -> "RevisionTree":
        """Give the same files, listed below other folders."""
        return RevisionTree(self._root, self._blobs, folders)

    def entries(self) -> list[Entry]:
        """List everything below the folders, hidden names left out."""
        found: list[Entry] = []
        folders: set[str] = set()
        below = tuple(f"{folder}/" for folder in self._folders)
        for path, (kind, blob) in self._blobs.items():
            if not path.startswith(below) and path not in self._folders:
                continue
            parts = path.split("/")
            if path.startswith(".") or "/." in path or not SKIPPED.isdisjoint(parts):
                continue
            found.append(Entry(path, kind, (blob,) if kind == "file" else ()))
            if ".yaml/" in path:
                folders |= {"/".join(parts[:n]) for n, part in enumerate(parts[:-1], 1) if part.endswith(".yaml")}
        return found + [Entry(path, "directory", ()) for path in sorted(folders)]

    def entry(self, path: str) -> Entry | None:
        """Look one path up."""
        if path not in self._blobs:
            return None
        kind, blob = self._blobs[path]
        return Entry(path, kind, (blob,) if kind == "file" else ())

    def ending(self, path: str) -> Ending:
        """Say where a path leads. Git knows no folder without a file in it."""
        steps = path.split("/")
        for number in range(1, len(steps) + 1):
            kind, _ = self._blobs.get("/".join(steps[:number]), (None, ""))
            if kind == "symlink":
                return "folder" if number == len(steps) else "link"
            if kind is not None:
                return "file"
        return "folder" if any(name.startswith(f"{path}/") for name in self._blobs) else "nothing"

    def read(self, path: str) -> bytes:
        """Return a file's bytes as they were committed, whatever `.gitattributes` says."""
        kind, blob = self._blobs[path]
        if kind != "file":
            raise Unreadable(0, "not a regular file", path)
        if self._store is None or self._store.owner != os.getpid():  # a forked child must not share the pipe
            self._store = _Store(self._root)
        return self._store.read(blob)


class _Store:
    """`git cat-file --batch`: a blob ID in, a blob out."""

    def __init__(self, root: str) -> None:
        self.owner = os.getpid()
        ours, theirs = os.pipe(), os.pipe()
        null = os.open(os.devnull, os.O_WRONLY)
        self._pid = start(root, ("cat-file", "--batch"), (theirs[0], ours[1], null))
        for descriptor in (theirs[0], ours[1], null):
            os.close(descriptor)
        self._questions: IO[bytes] = open(theirs[1], "wb", buffering=0)  # noqa: SIM115 - closed with the store
        self._answers: IO[bytes] = open(ours[0], "rb")  # noqa: SIM115

    def __del__(self) -> None:
        self._questions.close()
        self._answers.close()
        if self._pid and self.owner == os.getpid():
            with suppress(ProcessLookupError):
                os.kill(self._pid, 15)  # it has nothing to do any more, or hangs
            os.waitpid(self._pid, 0)

    def read(self, blob: str) -> bytes:
        try:
            self._questions.write(f"{blob}\n".encode())
            wait_for([self._answers.fileno()])
            head = self._answers.readline().split()
        except BrokenPipeError:
            head = []
        if len(head) != 3:
            raise Unreadable(0, f"{LEFT_OUT} {blob}")
        return self._answers.read(int(head[2]) + 1)[:-1]


def is_same(data: bytes, blob: str) -> bool:
    """Whether a file on disk is what a blob holds, line ends that a checkout may have changed left out."""
    digest = sha256 if len(blob) == 64 else sha1
    unix = data.replace(b"\r\n", b"\n")
    return any(digest(b"blob %d\0" % len(d) + d).hexdigest() == blob for d in (data, unix))
