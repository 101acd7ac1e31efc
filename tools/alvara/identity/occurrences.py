"""Whole IDs within a text: not a part of a word, of a longer dotted name, or of a path."""

import re
from functools import lru_cache

_BEFORE = r"(?<![\w.$/\\@-])"
_BEHIND = r"(?![\w$/\\(\[-]|\.[\w*$]|@(?!\d))"


@lru_cache(maxsize=16)
def _finder(name: str) -> re.Pattern[str]:
    return re.compile(f"{_BEFORE}{re.escape(name)}{_BEHIND}")


def mentions(text: str, name: str) -> bool:
    """Whether a name stands whole somewhere in a text."""
    return name in text and _finder(name).search(text) is not None


DOTTED = re.compile(rf"{_BEFORE}[A-Za-z][A-Za-z0-9_-]*(?:\.[A-Za-z][A-Za-z0-9_-]*)*{_BEHIND}")
"""Whatever could be an ID where it stands whole."""
