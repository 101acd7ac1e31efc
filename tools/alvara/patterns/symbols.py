"""Sets of characters: what one place of a regular expression matches."""

from bisect import bisect_left
from collections.abc import Iterable
from typing import NamedTuple
from unicodedata import category

LAST = 0x10FFFF

Item = tuple[int, int] | tuple[str, bool]
"""A range of code points, both ends in it; or the name of a property, and whether it is what the set leaves out."""

_LINE_ENDS = ((0x0A, 0x0A), (0x0D, 0x0D), (0x2028, 0x2029))
_WORD = ((0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A))
_SPACE = (
    (0x09, 0x0D), (0x20, 0x20), (0xA0, 0xA0), (0x1680, 0x1680), (0x2000, 0x200A), (0x2028, 0x2029), (0x202F, 0x202F),
    (0x205F, 0x205F), (0x3000, 0x3000), (0xFEFF, 0xFEFF),
)  # fmt: skip
_RANGES: dict[str, tuple[tuple[int, int], ...]] = {"d": ((0x30, 0x39),), "w": _WORD, "s": _SPACE}

_SAMPLES = (
    0xA0, 0xA1, 0xA8, 0xA9, 0xAA, 0xAB, 0xB2, 0xBB, 0xC9, 0xE9, 0x1C5, 0x2B0, 0x301, 0x488, 0x663, 0x903, 0x200B,
    0x2014, 0x2028, 0x2029, 0x203F, 0x2045, 0x2046, 0x20AC, 0x2160, 0x2211, 0x4E2D, 0xE000, 0x1F600,
)  # fmt: skip
"""One character of each general category: enough to tell the sets of one pattern apart."""


class Symbols(NamedTuple):
    """The characters that are in one of the items, or in none of them where the set is negated."""

    items: tuple[Item, ...]
    negated: bool = False


ANY_BUT_LINE_ENDS = Symbols(_LINE_ENDS, negated=True)


def one(character: str) -> Symbols:
    """The set of one character."""
    return Symbols(((ord(character), ord(character)),))


def alphabet(sets: Iterable[Symbols]) -> list[int]:
    """Choose characters that stand for all others: two sets share a character if and only if they share one of these.

    For ranges that is exact. For Unicode properties it holds as far as the samples do.
    """
    points = {*range(128), *_SAMPLES}
    for symbols in sets:
        for low, high in _ranges(symbols):
            points |= {low, high + 1}
    return sorted(point for point in points if point <= LAST)


def mask(symbols: Symbols, points: list[int]) -> int:
    """Write a set as bits, one for each of the chosen characters that is in it."""
    found = 0
    for low, high in _ranges(symbols):
        found |= (1 << bisect_left(points, high + 1)) - (1 << bisect_left(points, low))
    for item in symbols.items:
        if isinstance(item[0], str) and (item[0] not in _RANGES or item[1]):
            found |= _mask_of(item[0], bool(item[1]), points)
    return ((1 << len(points)) - 1) & ~found if symbols.negated else found


def _ranges(symbols: Symbols) -> Iterable[tuple[int, int]]:
    for first, second in symbols.items:
        if isinstance(first, int):
            yield first, second
        elif first in _RANGES and not second:
            yield from _RANGES[first]


def _mask_of(name: str, negated: bool, points: list[int]) -> int:
    found = 0
    for bit, point in enumerate(points):
        if _has(name, point) != negated:
            found |= 1 << bit
    return found


def _has(name: str, point: int) -> bool:
    """Whether a character has a property. One that is no general category, such as a script, is taken for letters."""
    if name in _RANGES:
        return any(low <= point <= high for low, high in _RANGES[name])
    found = category(chr(point))
    wanted = _CATEGORIES.get(name, name)
    return found.startswith(wanted) if len(wanted) <= 2 and wanted[:1] in "LMNPSZC" else found.startswith("L")


_CATEGORIES = {
    "Letter": "L", "Uppercase_Letter": "Lu", "Lowercase_Letter": "Ll", "Uppercase": "Lu", "Lowercase": "Ll",
    "Mark": "M", "Number": "N", "Decimal_Number": "Nd", "Punctuation": "P", "Symbol": "S", "Separator": "Z",
    "Space_Separator": "Zs", "White_Space": "Z", "Other": "C", "Control": "Cc",
}  # fmt: skip
