"""Several files of a registry written together: all of them, or none."""

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple

from alvara.adapters.writing import create, exists, move, prune, remove, replace


class Written(NamedTuple):
    """What becomes of one file: `before` are its bytes, None where there is none; `after` None where it goes.

    `path` is where it lies, `target` where it will.
    """

    path: str
    target: str
    before: bytes | None
    after: bytes | None


def write_all(root: Path, files: Sequence[Written]) -> None:
    """Write files and move them; what was done is undone where one of them fails. Raises `OSError`.

    Folders that are left empty go.
    """
    undo: list[Callable[[], None]] = []
    try:
        for file in files:
            _write(root, file, undo)
    except BaseException as error:
        for step in reversed(undo):
            with suppress(OSError):
                step()
        if isinstance(error, OSError) and error.filename not in (file.path, file.target):
            error.filename = file.path  # and not one of the folders above it, or what was written beside it
        raise
    for file in files:
        if file.after is None or file.path != file.target:
            prune(root, os.path.dirname(file.path))


def _write(root: Path, file: Written, undo: list[Callable[[], None]]) -> None:
    if file.before is None:
        if file.after is not None:
            create(root, file.target, file.after)
            undo.append(partial(_take_away, root, file.target))
        return
    if (root / file.path).read_bytes() != file.before:
        raise OSError(0, "changed while it was read", file.path)
    if file.after is None:
        mode = (root / file.path).stat().st_mode
        remove(root, file.path)
        undo.append(partial(_bring_back, root, file.path, file.before, mode & 0o7777))
        return
    if file.path != file.target:  # before it says anything new: what is cut off in between can be begun again
        if exists(root, file.target):
            raise FileExistsError(0, "is there already", file.target)
        move(root, file.path, file.target)
        undo.append(partial(_move_back, root, file.target, file.path))
    if file.after != file.before:
        replace(root, file.target, file.after)
        undo.append(partial(replace, root, file.target, file.before))


def _take_away(root: Path, path: str) -> None:
    remove(root, path)
    prune(root, os.path.dirname(path))


def _bring_back(root: Path, path: str, data: bytes, mode: int) -> None:
    create(root, path, data)
    os.chmod(root / path, mode)


def _move_back(root: Path, path: str, target: str) -> None:
    move(root, path, target)
    prune(root, os.path.dirname(path))
