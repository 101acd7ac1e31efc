"""Which revision a registry is compared with: the one asked for, or the point where this work left the main branch."""

from contextlib import suppress
from functools import cached_property
from typing import NamedTuple

from alvara.adapters.git import Process, Result
from alvara.adapters.revision import UNKNOWN, NoRevision, Search, stem_of


class Found(NamedTuple):
    """A base: under what name it was found, what git says it names, and what there is to say of that.

    `sure` tells that it names a commit: a tag may name anything.
    """

    ref: str
    commit: str
    note: str = ""
    sure: bool = True


class Missing(NamedTuple):
    """There is nothing to compare with, and why: a note, no failure."""

    note: str


class Unusable(Exception):
    """There is a base, and it cannot be had; the text says why, and the command that would help."""


class Unrelated(Unusable):
    """Two revisions have no commit in common, so that another base has to be named, or none."""


class Refs:
    """The refs that decide what a registry is compared with, asked for while something else goes on."""

    def __init__(self, root: str, branch: str, tag_prefix: str) -> None:
        """Take the name of a branch, here or on any remote, and how the tags of releases begin."""
        self.listing = ("for-each-ref", f"--format={_FORMAT}", *patterns(branch, tag_prefix))
        """The arguments with which git lists the refs and their commits."""
        self._root, self._branch, self._tags = root, branch, f"refs/tags/{tag_prefix}"
        self._named: dict[str, Search] = {}

    def expect(self, base: str | None, *, releases: bool) -> None:
        """Start asking git for what will be wanted: a base (None: the fork point), the tags of releases.

        Whatever else turns out to be wanted is asked for then.
        """
        if base is None:
            _ = self._listing, self._head
        elif base != "none" and _is_name(base):
            with suppress(NoRevision):  # which is said when it is asked for
                self._named[base] = Search(self._root, base)
        if releases:
            _ = self._listing

    @cached_property
    def _listing(self) -> Process:
        return Process(self._root, *self.listing)

    @cached_property
    def _head(self) -> Process:
        return Process(self._root, "rev-parse", "--verify", "--quiet", "HEAD^{commit}")

    @property
    def result(self) -> Result:
        """What git said: it is the same as long as no ref has moved."""
        return self._listing.result()

    def explicit(self, name: str) -> Found | Missing:
        """Find the base that was asked for. `A...B` means the point where B left A. Raises `Unusable`."""
        return explicit_base(self._root, name, self._named.get(name))

    def fork_point(self) -> Found | Missing:
        """Find where HEAD left the branch, as a remote has it or else as it is here. Raises `Unusable`.

        The remote called `origin` comes first, then the first by name.
        """
        found, head = self._listing.result(), self._head.result()
        if found.code != 0:
            return Missing(f"nothing is compared: {found.reason or 'there is no git repository'}")
        if head.code != 0:
            return Missing("nothing is compared: there is no commit yet")
        refs = self._commits()
        names = sorted((name for name in refs if _is_branch(name, self._branch)), key=_preference)
        if not names:
            none = f"there is no branch `{self._branch}` here or on a remote; `defaultBranch` in alvara.yaml names it"
            return Missing(f"nothing is compared: {none}")
        commit = head.output.decode("ascii").strip()
        name = short(names[0])
        return Found(name, commit if refs[names[0]] == commit else _fork(self._root, refs[names[0]], commit, name))

    def tagged(self, version: str) -> Found | None:
        """Find the tag of a release, if it is here."""
        name = f"{self._tags}{version}"
        commit = self._commits().get(name)
        return None if commit is None else Found(name.removeprefix("refs/tags/"), commit, sure=False)

    def fetching(self, version: str) -> str:
        """Write the command that fetches the tag of a release, and nothing else."""
        remotes = sorted((name for name in self._commits() if name.startswith("refs/remotes/")), key=_preference)
        remote = remotes[0].split("/")[2] if remotes else "origin"
        depth = " --depth 1" if is_shallow(self._root) else ""
        return f"git fetch{depth} {remote} tag {self._tags.removeprefix('refs/tags/')}{version}"

    def _commits(self) -> dict[str, str]:
        """Give the commit of each ref by its full name."""
        lines = self._listing.result().output.decode("utf-8", "surrogateescape").split("\n")[:-1]
        parts = (line.split(" ", 2) for line in lines)
        told = (tuple(part) for part in parts if len(part) == 3)  # a git that is none may say anything
        return {name: commit or object for object, commit, name in told}


_FORMAT = "%(objectname) %(*objectname) %(refname)"
"""What a ref names, what that names where it is a tag with a message, and the ref."""


def _is_branch(name: str, branch: str) -> bool:
    return name == f"refs/heads/{branch}" or (name.startswith("refs/remotes/") and name.endswith(f"/{branch}"))


def patterns(branch: str, tag_prefix: str) -> tuple[str, ...]:
    """Name the refs that a comparison depends on."""
    return f"refs/remotes/*/{branch}", f"refs/heads/{branch}", f"refs/tags/{tag_prefix}*"


def _is_name(base: str) -> bool:
    """Whether a base is the name of one revision, as far as that shows."""
    return ".." not in base and not _is_nothing(base)


def _is_nothing(base: str) -> bool:
    """Whether a base is how git writes that there is no commit."""
    return len(base) in (40, 64) and not base.strip("0")


def explicit_base(root: str, name: str, asked: Search | None = None) -> Found | Missing:
    """Find the base that was asked for, perhaps a while ago. `A...B` means the point where B left A.

    Raises `Unusable`.
    """
    if _is_nothing(name):
        return Missing("nothing is compared: the base is no commit (all zeros)")
    start, dots, end = name.partition("...")
    if dots:
        one, other = _commit(root, start or "HEAD"), _commit(root, end or "HEAD")
        notes = " ".join(filter(None, (one.note, other.note)))
        return Found(name, _fork(root, one.commit, other.commit, start or "HEAD"), notes)
    if ".." in name:
        raise Unusable(
            f"`{name}` is a range, and a base is one revision; `main...HEAD` is the one where HEAD left main"
        )
    return _commit(root, name, asked)


def short(ref: str) -> str:
    """Write a ref as people do."""
    return ref.removeprefix("refs/heads/").removeprefix("refs/remotes/")


def _preference(ref: str) -> tuple[bool, bool, str]:
    return ref.startswith("refs/heads/"), not ref.startswith("refs/remotes/origin/"), ref


def _commit(root: str, name: str, asked: Search | None = None) -> Found:
    """Find a commit; a branch that is only on a remote is found under its plain name, which is said."""
    try:
        return Found(name, (asked or Search(root, name)).commit())
    except NoRevision as error:
        reason = str(error)
    for ref in _on_remotes(root, stem_of(name)) if reason == UNKNOWN else ():
        there = short(ref) + name[len(stem_of(name)) :]
        try:
            return Found(there, Search(root, ref + name[len(stem_of(name)) :]).commit(), _elsewhere(name, there))
        except NoRevision:
            continue
    raise Unusable(f"`{name}` cannot be the base: {reason}{_help(root) if reason == UNKNOWN else ''}")


def _elsewhere(name: str, there: str) -> str:
    return f"there is no `{name}` here: `{there}` is taken for it"


def _on_remotes(root: str, stem: str) -> list[str]:
    """List the branches of this name on remotes, that on `origin` first."""
    if stem in ("", "HEAD"):  # HEAD of a remote is its main branch, and is not what is meant here
        return []
    listing = Process(root, "for-each-ref", "--format=%(refname)", f"refs/remotes/*/{stem}").result()
    names = listing.output.decode("utf-8", "surrogateescape").split("\n")
    return sorted((name for name in names if name.endswith(f"/{stem}")), key=_preference)


def _fork(root: str, one: str, other: str, name: str) -> str:
    found = Process(root, "merge-base", one, other).result()
    if found.code == 0:
        return found.output.decode("ascii").split("\n")[0]
    if is_shallow(root):
        raise Unusable(f"where this work left `{name}` is not in this shallow clone; to get it: git fetch --unshallow")
    reason = f": {found.reason}" if found.reason else ""
    raise Unrelated(f"this work and `{name}` have no commit in common{reason}")


def _help(root: str) -> str:
    """The command that would fetch what is missing, where one would."""
    if is_shallow(root):
        return "; this clone is shallow, and the rest comes with: git fetch --unshallow --tags"
    if Process(root, "remote").result().output:
        return "; branches and tags that only the remote has come with: git fetch --tags"
    return ""


def is_shallow(root: str) -> bool:
    """Whether a clone lacks the commits before some that it has."""
    return Process(root, "rev-parse", "--is-shallow-repository").result().output.strip() == b"true"
