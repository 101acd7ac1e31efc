"""Which revision a registry is compared with: the one asked for, or the point where this work left the main branch."""

from typing import NamedTuple

from alvara.adapters.git import Process, Result
from alvara.adapters.revision import NoRevision, Revision


class Found(NamedTuple):
    """A base: under what name it was found, and the commit; where that was asked for by name, opened already."""

    ref: str
    commit: str
    revision: Revision | None = None


class Missing(NamedTuple):
    """There is nothing to compare with, and why: a note, no failure."""

    note: str


class Unusable(Exception):
    """There is a base, and it cannot be had; the text says why, and the command that would help."""


class Refs:
    """The refs that decide what a registry is compared with, asked for while something else goes on."""

    def __init__(self, root: str, branch: str) -> None:
        """Start asking git for a branch, here and on every remote."""
        self.listing = ("for-each-ref", "--format=%(objectname) %(refname)", *patterns(branch))
        """The arguments with which git lists the refs and their commits."""
        self._root, self._branch = root, branch
        self._listing = Process(root, *self.listing)
        self._head = Process(root, "rev-parse", "--verify", "--quiet", "HEAD^{commit}")

    @property
    def result(self) -> Result:
        """What git said: it is the same as long as no ref has moved."""
        return self._listing.result()

    def fork_point(self) -> Found | Missing:
        """Find where HEAD left the branch, as a remote has it or else as it is here. Raises `Unusable`.

        The remote called `origin` comes first, then the first by name.
        """
        found, head = self._listing.result(), self._head.result()
        if found.code != 0:
            return Missing(f"nothing is compared: {found.reason or 'there is no git repository'}")
        if head.code != 0:
            return Missing("nothing is compared: there is no commit yet")
        lines = found.output.decode("utf-8", "surrogateescape").split("\n")[:-1]
        refs = {name: commit for commit, _, name in (line.partition(" ") for line in lines)}
        names = sorted((name for name in refs if name.endswith(f"/{self._branch}")), key=_preference)
        if not names:
            return Missing(f"nothing is compared: there is no branch `{self._branch}` here or on a remote")
        commit = head.output.decode("ascii").strip()
        name = short(names[0])
        return Found(name, commit if refs[names[0]] == commit else _fork(self._root, refs[names[0]], commit, name))


def patterns(branch: str) -> tuple[str, ...]:
    """Name the refs that a comparison depends on."""
    return f"refs/remotes/*/{branch}", f"refs/heads/{branch}"


def explicit_base(root: str, name: str) -> Found | Missing:
    """Find the base that was asked for. `A...B` means the point where B left A. Raises `Unusable`."""
    if len(name) in (40, 64) and not name.strip("0"):
        return Missing("nothing is compared: the base is no commit (all zeros)")
    start, dots, end = name.partition("...")
    if dots:
        ends = (_revision(root, start or "HEAD").commit, _revision(root, end or "HEAD").commit)
        return Found(name, _fork(root, *ends, name))
    revision = _revision(root, name)
    return Found(name, revision.commit, revision)


def pinned(root: str, name: str) -> tuple[tuple[str, ...], bytes] | None:
    """Give the arguments with which git says what a name stands for, and what it says: the same while that is the same.

    None where git alone does not know the name, so that nothing is to be told from its answer.
    """
    ends = [end or "HEAD" for end in name.split("...")]
    arguments = ("rev-parse", "--end-of-options", *(f"{end}^{{commit}}" for end in ends))
    found = Process(root, *arguments).result()
    return (arguments, found.output) if found.code == 0 else None


def short(ref: str) -> str:
    """Write a ref as people do."""
    return ref.removeprefix("refs/heads/").removeprefix("refs/remotes/")


def _preference(ref: str) -> tuple[bool, bool, str]:
    return ref.startswith("refs/heads/"), not ref.startswith("refs/remotes/origin/"), ref


def _revision(root: str, name: str) -> Revision:
    """Find a commit; a branch that is only on `origin` is found under its plain name."""
    try:
        return Revision(root, name)
    except NoRevision as error:
        reason = str(error)
    if name and "/" not in name and "ambiguous" not in reason and not name.startswith("-"):
        try:
            return Revision(root, f"refs/remotes/origin/{name}")
        except NoRevision:
            pass
    raise Unusable(f"`{name}` cannot be the base: {reason}{_help(root)}")


def _fork(root: str, one: str, other: str, name: str) -> str:
    found = Process(root, "merge-base", one, other).result()
    if found.code == 0:
        return found.output.decode("ascii").split("\n")[0]
    if _is_shallow(root):
        raise Unusable(f"where this work left `{name}` is not in this shallow clone; to get it: git fetch --unshallow")
    raise Unusable(f"this work and `{name}` have no commit in common{'; ' + found.reason if found.reason else ''}")


def _help(root: str) -> str:
    """The command that would fetch what is missing, where one would."""
    return "; this clone is shallow, and the rest comes with: git fetch --unshallow --tags" if _is_shallow(root) else ""


def _is_shallow(root: str) -> bool:
    return Process(root, "rev-parse", "--is-shallow-repository").result().output.strip() == b"true"
