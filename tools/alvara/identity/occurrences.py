"""Whole IDs within a text: not a part of a word, of a longer dotted name, or of a path."""

import re
from functools import lru_cache

_BEFORE = r"(?<![\w.$/\\@-])"
_BEHIND = r"(?![\w$/\\(\[-]|\.[\w*$]|@(?!\d))"


@lru_cache(maxsize=16)
def finder(names: tuple[str, ...]) -> re.Pattern[str]:
    """Give a pattern that finds any of some names where it stands whole."""
    return re.compile(f"{_BEFORE}(?:{'|'.join(map(re.escape, names))}){_BEHIND}")


def mentions(text: str, name: str) -> bool:
    """Whether a name stands whole somewhere in a text."""
    return name in text and finder((name,)).search(text) is not None


DOTTED = re.compile(rf"{_BEFORE}[A-Za-z][A-Za-z0-9_-]*(?:\.[A-Za-z][A-Za-z0-9_-]*)*{_BEHIND}")
"""Whatever could be an ID where it stands whole."""
