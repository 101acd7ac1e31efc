"""The files and folders that a command is narrowed to."""

import os
from pathlib import Path

from alvara.cli.errors import CannotLook


def relative_paths(directory: str, root: Path, paths: tuple[str, ...]) -> list[str]:
    """Write paths as seen from the root. They are given as seen from DIR, else the root, else the current folder."""
    starts = (directory, str(root), ".")
    found = []
    for path in paths:
        given = next((there for start in starts if os.path.lexists(there := os.path.join(start, path))), None)
        if given is None:
            raise CannotLook(f"{path}: there is no such file or folder{_where(path, starts)}")
        relative = os.path.relpath(_resolved(given), os.path.realpath(root))
        if relative == ".." or relative.startswith(f"..{os.sep}"):
            raise CannotLook(f"{path} lies outside the registry in {root}")
        found.append(relative)
    return found


def _resolved(path: str) -> str:
    """Write a path without the links on its way. A link at its end stays: it is what was asked about."""
    parent, name = os.path.split(path)
    return os.path.realpath(path) if name in ("", ".", "..") else os.path.join(os.path.realpath(parent), name)


def _where(path: str, starts: tuple[str, ...]) -> str:
    """Say which folders a path was looked up in."""
    if os.path.isabs(path):
        return ""
    places = dict.fromkeys(os.path.abspath(start) for start in starts)
    return f" in {' or '.join(places)}"


def selects(selected: list[str], path: str) -> bool:
    """Whether a path is among those selected, or lies below one; nothing selected is everything."""
    return not selected or any(s == "." or path == s or path.startswith(f"{s}/") for s in selected)
