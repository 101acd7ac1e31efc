"""The files and folders that a command is narrowed to."""

import os
from pathlib import Path

from alvara.cli.errors import CannotLook


def relative_paths(directory: str, root: Path, paths: tuple[str, ...]) -> list[str]:
    """Write paths as seen from the root. They are given as seen from DIR, or from the root itself."""
    found = []
    for path in paths:
        candidates = [os.path.abspath(os.path.join(start, path)) for start in (directory, root)]
        absolute = next((c for c in candidates if os.path.lexists(c)), None)
        if absolute is None:
            raise CannotLook(f"{path}: there is no such file or folder")
        relative = os.path.relpath(absolute, root)
        if relative == ".." or relative.startswith(f"..{os.sep}"):
            raise CannotLook(f"{path} lies outside the registry in {root}")
        found.append(relative)
    return found


def selects(selected: list[str], path: str) -> bool:
    """Whether a path is among those selected, or lies below one; nothing selected is everything."""
    return not selected or any(s == "." or path == s or path.startswith(f"{s}/") for s in selected)
