"""Which values conditions may read: JSON that has one canonical form, small enough to be judged at once."""

import json
import math
import re
from hashlib import sha256
from typing import Any

from alvara.identity.digests import digest

MOST_BYTES = 1 << 20
"""Of a value, written as JSON without spaces. A larger record is no subject of a decision."""

MOST_DEPTH = 64
"""Lists and objects within each other."""

MOST_EXACT = 2**53 - 1
"""The largest integer that every reader of JSON takes for the same number (RFC 8785)."""

_EXPONENT = 1e21
"""From here on a number is written with an exponent, and read as a fraction again."""

_WRITE = json.JSONEncoder(
    ensure_ascii=False, check_circular=False, allow_nan=False, sort_keys=True, separators=(",", ":")
).encode
_READ = json.JSONDecoder().raw_decode
_NUMBER = re.compile(r"[0-9](?:[.eE]|[0-9]{15})")
"""What may be a fraction or a large integer, or looks like one within a text."""


DEEP = f"it is nested deeper than {MOST_DEPTH} levels"
LARGE = f"it is larger than {MOST_BYTES // 1024} KiB"
INEXACT = "a number is none that JSON holds exactly"


class Unread:
    """Stands for a value that was not read, since it could not have been taken; `reason` says why."""

    __slots__ = ("reason",)

    def __init__(self, reason: str) -> None:
        """Take the reason, in words that go on "it cannot be taken: ..."."""
        self.reason = reason


def refuse(value: Any) -> str:
    """Say why a value is not JSON that conditions may read; empty where it is. No word of the value is repeated."""
    try:
        plain(value)
    except ValueError as error:
        return str(error)
    return ""


def plain(value: Any) -> Any:
    """Give a copy of a value as its canonical form reads, in which a whole number is an integer: `5.0` is `5`.

    So what has one digest is judged in one way. Raises `ValueError` where it is not such JSON.
    """
    return measured(value)[0]


def measured(value: Any) -> tuple[Any, int]:
    """Give the same, and how many bytes it has as JSON."""
    copy, _, size = _copied(value)
    return copy, size


def plain_and_digest(value: Any) -> tuple[Any, str]:
    """Give the same, and the digest of it. What is written once here would be written twice by who asks for both."""
    copy, text, _ = _copied(value)
    if text.isascii() and text[:1] in ("{", "["):
        return copy, "sha256:" + sha256(text.encode()).hexdigest()
    return copy, digest(copy)


def _copied(value: Any) -> tuple[Any, str, int]:
    """Give the canonical reading of a value, its canonical text as far as ASCII goes, and the number of its bytes.

    The text is empty where a number in it may be written in another way.
    """
    try:
        text = _WRITE(value)
        size = len(text) if text.isascii() else len(text.encode())
    except (TypeError, ValueError, RecursionError):
        raise ValueError(_reason(value)) from None
    if size > MOST_BYTES:
        raise ValueError(LARGE)
    if text.count("[") + text.count("{") > MOST_DEPTH and _is_deep(value):
        raise ValueError(DEEP)
    copy, _ = _READ(text)  # nothing stands around it
    if copy != value:  # there was a tuple, or a key that is no text
        raise ValueError(_reason(value))
    return (_exact(copy), "", size) if _NUMBER.search(text) else (copy, text, size)


def longest_list(value: Any) -> int:
    """Count the items of the longest list, or the keys of the largest object, in a JSON value."""
    longest, pending = 0, [value]
    while pending:
        box = pending.pop()
        if isinstance(box, (dict, list)):
            longest = max(longest, len(box))
            pending += box.values() if isinstance(box, dict) else box
    return longest


def _exact(value: Any) -> Any:
    """Write whole fractions as integers. Raises `ValueError` for a number that JSON does not hold exactly."""
    kind = type(value)
    if kind is dict:
        return {key: _exact(item) for key, item in value.items()}
    if kind is list:
        return [_exact(item) for item in value]
    if (kind is float and value.is_integer() and abs(value) < _EXPONENT) or kind is int:
        if abs(value) > MOST_EXACT:
            raise ValueError(_fault(value))
        return int(value)
    return value


def _is_deep(value: Any) -> bool:
    level, depth = [value], 0
    while level and depth <= MOST_DEPTH:
        level = [item for box in level for item in _inside(box)]
        depth += 1
    return depth > MOST_DEPTH


def _inside(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return [item for item in value.values() if isinstance(item, (dict, list))]
    return [item for item in value if isinstance(item, (dict, list))] if isinstance(value, list) else []


def _reason(value: Any) -> str:
    """Find the first thing in a value that is wrong with it, level by level. Each list or object is looked at once."""
    level: list[Any] = [value]
    seen: set[int] = set()
    for _ in range(MOST_DEPTH + 1):
        below: list[Any] = []
        for item in level:
            fault = _fault(item)
            if fault:
                return fault
            if isinstance(item, (dict, list)) and id(item) not in seen:
                seen.add(id(item))
                below += item.values() if isinstance(item, dict) else item
        level = below
    return DEEP  # or a ring, which has no end


def _fault(item: Any) -> str:
    """Say what is wrong with one value, whatever is in it."""
    if item is None or isinstance(item, (bool, list)):
        return ""
    if isinstance(item, str):
        return "" if _is_unicode(item) else "a text has half a character (a lone surrogate)"
    if isinstance(item, int):
        return (
            "" if abs(item) <= MOST_EXACT else f"a whole number is beyond {MOST_EXACT}, where JSON is no longer exact"
        )
    if isinstance(item, float):
        if not math.isfinite(item):
            return "a number is not finite"
        return _fault(int(item)) if item.is_integer() and abs(item) < _EXPONENT else ""
    if isinstance(item, dict):
        if not all(isinstance(key, str) for key in item):
            return "a key is no text"
        return "" if all(map(_is_unicode, item)) else "a key has half a character (a lone surrogate)"
    return item.reason if isinstance(item, Unread) else f"a {type(item).__name__} is no JSON value"


def _is_unicode(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
