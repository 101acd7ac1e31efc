"""Whether a commit is one of those that the main branch went through, and not only came in by a merge."""

from typing import Literal

from alvara.adapters.bases import is_shallow
from alvara.adapters.git import Process

Side = Literal["on", "beside", "untold"]


def side_of(root: str, commit: str, branch: str) -> tuple[Side, str]:
    """Tell where a commit stands to a branch, here or on a remote: on it by first parents, beside it, or untold.

    Second comes why, and where more of the history would tell, the command that brings it.
    """
    tips = _tips(root, branch)
    if not tips:
        return "untold", f"there is no branch `{branch}` here or on a remote; `defaultBranch` in alvara.yaml names it"
    if any(tip == commit or _passes(root, tip, commit) for tip in tips.values()):
        return "on", ""
    if is_shallow(root):
        return "untold", (
            f"whether {commit[:12]} is on `{branch}` is not in this shallow clone; to get it: git fetch --unshallow"
        )
    return "beside", f"{commit[:12]} is not on `{branch}`, nor is it where a merge into it was made"


def _tips(root: str, branch: str) -> dict[str, str]:
    listed = Process(root, "for-each-ref", "--format=%(objectname) %(refname)", f"refs/heads/{branch}",
                     f"refs/remotes/*/{branch}").result().output.decode("utf-8", "surrogateescape")  # fmt: skip
    pairs = (line.partition(" ") for line in listed.split("\n") if line)
    return {name: commit for commit, _, name in pairs}


def _passes(root: str, tip: str, commit: str) -> bool:
    """Whether the first parents of a tip lead to a commit."""
    listed = Process(root, "rev-list", "--first-parent", "--parents", f"{commit}..{tip}").result()
    return any(line.split(b" ")[1:2] == [commit.encode()] for line in listed.output.split(b"\n"))
