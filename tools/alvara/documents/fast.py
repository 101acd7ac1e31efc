"""A second, faster parser for text so plain that both must read it alike; anything else goes to the strict one.

The strict loader decides what YAML means here. This module may only save time: it looks at the text first, and declines
whatever the two parsers could see differently (`tests/documents/test_fast.py` holds them together). It is an optional
extra; without the library every text is declined.
"""

import re
from typing import Any

try:
    from yaml_rs import loads
except ImportError:  # the extra is not installed
    loads = None  # type: ignore[assignment]

DECLINED = object()
"""Says that the strict loader has to read the text."""

_AT_START = r"(?<![^\s\[{,:-]%s)"
_UNUSUAL: tuple[tuple[str, re.Pattern[str]], ...] = (
    *((sign, re.compile(re.escape(sign))) for sign in ("\t", "\\", "\x7f", "<<", "- - - - - - - - ")),
    *((sign, re.compile(rf"[{sign}]" + _AT_START % f"[{sign}]")) for sign in "*?@`%,"),
    *((sign, re.compile(rf"[{sign}]" + _AT_START % f"[{sign}]" + rf"(?<![\w)\"'\]] [{sign}])")) for sign in "|>"),
    ("&", re.compile("&(?!&)" + _AT_START % "&")),
    ("!", re.compile("!(?!=)" + _AT_START % "!")),
    (":", re.compile(r":(?:[\]},]|(?<![^\s\[{,]:))")),
    (".", re.compile(r"\.[iInN](?:nf|NF|an|aN|AN)")),
    ("0", re.compile(r"0[xob]")),
    ("\r", re.compile(r"\r(?!\n)")),
    ("\n", re.compile(r"\n(?:---|\.\.\.|%| {25})")),
    (" #", re.compile(r"[^\s] +#")),
)
"""Characters that are harmless in most places, with the places where they are not: anchors, aliases, tags, merges, block
scalars, escapes, odd keys and starts of plain text, numbers in other notations, further documents, comments behind
values, deep nesting. Each pattern starts with its character, which the engine finds fast."""

_DIGITS = bytes(48 if 48 <= byte <= 57 else byte for byte in range(256))
_NUMBERS = (b"0" * 16, b"0_", b"0e0", b"0e+", b"0e-", b"0E0", b"0E+", b"0E-")
"""Numbers that the parsers see differently, every digit written as 0."""

_NOT_BRACKETS = bytes(set(range(256)) - set(b"[]{}\n"))
_DEEPEST_FLOW = 8


def parse(text: str, data: bytes) -> Any:
    """Give the value of a text, or `DECLINED`. `data` is the text in UTF-8, its control characters refused already."""
    if loads is None or _is_unusual(text) or _has_odd_number(data) or _has_odd_flow(data):
        return DECLINED
    try:
        value = loads(text, parse_datetime=False)
        return DECLINED if value is None else value
    except (ValueError, TypeError):  # keys that are lists raise the latter
        return DECLINED


def _is_unusual(text: str) -> bool:
    return text.startswith(("---", "...", "%")) or any(sign in text and pattern.search(text) for sign, pattern in _UNUSUAL)


def _has_odd_number(data: bytes) -> bool:
    shapes = data.translate(_DIGITS)
    return any(number in shapes for number in _NUMBERS)


def _has_odd_flow(data: bytes) -> bool:
    """Whether a flow collection may run over lines or nest deeply. Brackets in quoted text count too, for simplicity."""
    brackets = data.translate(None, _NOT_BRACKETS)
    for _ in range(_DEEPEST_FLOW):
        brackets = brackets.replace(b"[]", b"").replace(b"{}", b"")
        if not brackets.strip(b"\n"):
            return False
    return True
