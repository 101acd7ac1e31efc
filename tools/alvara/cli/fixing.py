"""What `alvara check --fix` does between two looks at a registry."""

from collections.abc import Callable, Sequence
from contextlib import suppress

from alvara.adapters.batch import Written, write_all
from alvara.adapters.directory import DirectoryTree
from alvara.adapters.writing import is_read_only
from alvara.app.filechange import FileChange
from alvara.app.fixing import Fixed, by_file, fix, fixable
from alvara.cli.changes import write
from alvara.cli.checking import Looked
from alvara.cli.errors import CannotLook
from alvara.cli.output import say
from alvara.cli.place import Place
from alvara.files.tree import FileTree

_MOST_ROUNDS = 5
"""What is mended may bring to light what can be mended: a version that reads as one, and is too low."""


def fix_and_look(looked: Looked, look_again: Callable[[], Looked]) -> Looked:
    """Mend what was found, until nothing is left that can be; give what the last look found. Raises `CannotLook`."""
    if not looked.in_full:
        if fixable(looked.findings):
            say("nothing was fixed: not everything could be looked at")
        return looked
    done = _Done(looked.place)
    if not isinstance(looked.place.tree, DirectoryTree):
        if done.make(_fixes_of_staged(looked)):
            done.tell()
            say("what is staged is as it was: stage these files again")
        return looked
    try:
        for _ in range(_MOST_ROUNDS):
            if not looked.in_full or not done.make(_fixes(looked, looked.place.tree)):
                break
            looked = look_again()
    finally:
        done.tell()
    return looked


class _Done:
    """What was mended so far. Where the rest cannot be written, it is taken back."""

    def __init__(self, place: Place) -> None:
        self._place = place
        self._changes: list[FileChange] = []
        self._rules: dict[str, set[str]] = {}

    def make(self, fixes: Sequence[Fixed]) -> bool:
        """Write files, all or none, and tell whether there were any. Raises `CannotLook`."""
        changes = [change for change, _ in fixes]
        try:
            for change in changes:
                if is_read_only(self._place.root, change.path):
                    raise CannotLook(f"{change.path}: nobody may write it; nothing was changed")
            write(self._place, changes)
        except (CannotLook, OSError):
            self._take_back()
            raise
        self._changes += changes
        for change, rules in fixes:
            self._rules.setdefault(change.path, set()).update(rules)
        return bool(changes)

    def tell(self) -> None:
        """Say what was mended, in a line for each file."""
        for path, rules in sorted(self._rules.items()):
            say(f"fixed {path}: {', '.join(sorted(rules))}")

    def _take_back(self) -> None:
        for change in reversed(self._changes):
            with suppress(OSError):
                undone = Written(change.path, change.path, change.data, (change.before or "").encode())
                write_all(self._place.root, [undone])
        self._rules.clear()


def _fixes(looked: Looked, tree: FileTree) -> list[Fixed]:
    """Work out what mends the files of a tree that has what was looked at. Raises `CannotLook`."""
    config = looked.place.settings.config
    if config is None:
        return []
    found, compared = [], by_file(looked.compared.comparisons)
    for path, rules in fixable(looked.findings).items():
        try:
            data = tree.read(path)
        except KeyError:
            raise CannotLook(f"{path}: not there any more; nothing was changed") from None
        said = [finding for finding in looked.findings if finding.file == path]
        if (fixed := fix(path, data, rules, config, compared.get(path, ()), said)) is not None:
            found.append(fixed)
    return found


def _fixes_of_staged(looked: Looked) -> list[Fixed]:
    """Work out what mends on disk what is staged. Raises `CannotLook` where the two are not the same."""
    staged, disk = looked.place.tree, DirectoryTree(looked.place.root, ())
    to_fix = [change.path for change, _ in _fixes(looked, staged)]
    for path in to_fix:
        try:
            same = _as_git_stores(staged.read(path)) == _as_git_stores(disk.read(path))
        except (KeyError, OSError):
            same = False
        if not same:
            raise CannotLook(
                f"{path}: on disk is not what is staged, so nothing was changed; stage all of it, or put the rest aside"
            )
    return [fixed for fixed in _fixes(looked, disk) if fixed.change.path in to_fix]


def _as_git_stores(data: bytes) -> bytes:
    """Give the bytes with the line ends that git may have written otherwise on disk."""
    return data.replace(b"\r\n", b"\n")
