"""A second, faster parser for text so plain that both must read it alike; anything else goes to the strict one.

The strict loader decides what YAML means here. This module may only save time: it looks at the text first, and declines
whatever the two parsers could see differently (`tests/documents/test_fast.py` holds them together). It is an optional
extra; without the library every text is declined.
"""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

try:
    from yaml_rs import loads
except ImportError:  # the extra is not installed
    loads = None  # type: ignore[assignment]

DECLINED = object()
"""Says that the strict loader has to read the text."""

_AT_START = r"(?<![^\s\[{,:-]%s)"
_UNUSUAL: Mapping[str, str] = {
    **{sign: re.escape(sign) for sign in ("\t", "\\", "\x7f", "<<", "- - - - - - - - ")},
    **{sign: rf"[{sign}]" + _AT_START % f"[{sign}]" for sign in "*?@`%,"},
    **{sign: rf"[{sign}]" + _AT_START % f"[{sign}]" + rf"(?<![\w)\"'\]] [{sign}])" for sign in "|>"},
    "&": "&(?!&)" + _AT_START % "&",
    "!": "!(?!=)" + _AT_START % "!",
    ":": r":(?:[\]},]|(?<![^\s\[{,]:)|(?<=[0-9.~]:)(?=\s|\Z)|(?<=[eElL]:)"
    r"(?:(?<=null:)|(?<=Null:)|(?<=NULL:)|(?<=true:)|(?<=True:)|(?<=TRUE:)|(?<=false:)|(?<=False:)|(?<=FALSE:)))",
    ".": r"\.[iInN](?:nf|NF|an|aN|AN)",
    "0": r"0[xob]",
    "\r": r"\r(?!\n)",
    "\n": r"\n(?:---|\.\.\.|%| {25})",
    " #": r"[^\s] +#",
}
"""Characters that are harmless in most places, with the places where they are not: anchors, aliases, tags, merges, block
scalars, escapes, keys that are not text, odd starts of plain text, numbers in other notations, further documents,
comments behind values, deep nesting. Each pattern starts with its character, which the engine finds fast."""

_DIGITS = bytes(48 if 48 <= byte <= 57 else byte for byte in range(256))
_NUMBERS = (b"0" * 16, b"0_", b"0e0", b"0e+", b"0e-", b"0E0", b"0E+", b"0E-")
"""Numbers that the parsers see differently, every digit written as 0."""

_NOT_FLOW = bytes(set(range(256)) - set(b"[]{},:\n"))
_QUOTED = re.compile(rb'"[^"\n]*"')
_WHOLE_FLOW = re.compile(rb"\[,*\]|\{(?::(?:,:)*)?\}")
_DEEPEST_FLOW = 8


def parse(text: str) -> Any:
    """Give the value of a text, or `DECLINED`. Its control characters must have been refused already."""
    if loads is None or _is_unusual(text):
        return DECLINED
    data = text.encode("utf-8", "surrogatepass")
    if _has_odd_number(data) or _has_odd_flow(data):
        return DECLINED
    try:
        value = loads(text, parse_datetime=False)
        return DECLINED if value is None else value
    except (ValueError, TypeError):  # keys that are lists raise the latter
        return DECLINED


def _is_unusual(text: str) -> bool:
    return text.startswith(("---", "...", "%")) or any(
        sign in text and _pattern(sign).search(text) for sign in _UNUSUAL
    )


@cache
def _pattern(sign: str) -> re.Pattern[str]:
    """Compile a pattern when the first text has its sign: most never come up."""
    return re.compile(_UNUSUAL[sign])


def _has_odd_number(data: bytes) -> bool:
    shapes = data.translate(_DIGITS)
    return any(number in shapes for number in _NUMBERS)


def _has_odd_flow(data: bytes) -> bool:
    """Whether a flow collection may run over lines, nest deeply, be a key, or be a map with a key that has no value."""
    signs = _QUOTED.sub(b"", data).translate(None, _NOT_FLOW)
    if b"}:" in signs or b"]:" in signs:
        return True
    for _ in range(_DEEPEST_FLOW):
        if b"[" not in signs and b"{" not in signs:
            return False
        signs = _WHOLE_FLOW.sub(b"", signs)
    return True
