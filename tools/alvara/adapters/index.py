"""A `FileTree` over git's index: the files as the next commit would hold them, whatever lies on disk."""

from alvara.adapters.git import Process
from alvara.adapters.revision import KINDS, NoRevision, RevisionTree
from alvara.files.tree import EntryKind


def index_tree(root: str, folders: tuple[str, ...]) -> RevisionTree:
    """Read the index of the repository that a folder lies in. Raises `NoRevision` where there is none to be had."""
    listing = Process(root, "ls-files", "--stage", "-z").result()
    if listing.code != 0:
        raise NoRevision(listing.reason)
    blobs: dict[str, tuple[EntryKind, str]] = {}
    for line in listing.output.split(b"\0")[:-1]:
        head, _, name = line.partition(b"\t")
        mode, blob, stage = head.decode("ascii").split(" ")
        path = name.decode("utf-8", "surrogateescape")
        if stage != "0":
            raise NoRevision(f"{path} is not merged yet")
        blobs[path] = (KINDS.get(mode, "special"), blob)
    return RevisionTree(root, blobs, folders)
