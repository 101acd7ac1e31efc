"""Whole IDs within a text: not a part of a word, of a longer dotted name, or of a path."""

import re
from collections.abc import Iterable
from functools import lru_cache

_BEFORE = r"(?<![\w.$/\\@-])"
_BEHIND = r"(?![\w$/\\(\[-]|\.[\w*$])"


@lru_cache(maxsize=16)
def finder(names: tuple[str, ...]) -> re.Pattern[str]:
    """Give a pattern that finds any of some names where it stands whole."""
    return re.compile(f"{_BEFORE}(?:{'|'.join(map(re.escape, names))}){_BEHIND}")


def mentions(text: str, name: str) -> bool:
    """Whether a name stands whole somewhere in a text."""
    return name in text and finder((name,)).search(text) is not None


DOTTED = re.compile(rf"{_BEFORE}[A-Za-z][A-Za-z0-9_-]*(?:\.[A-Za-z][A-Za-z0-9_-]*)*{_BEHIND}")
"""Whatever could be an ID where it stands whole."""


def longest_first(names: Iterable[str]) -> tuple[str, ...]:
    """Put names in an order in which the longer of two comes before its beginning."""
    return tuple(sorted(names, key=lambda name: (-len(name), name)))
