"""A second, faster parser for text so plain that both must read it alike; anything else goes to the strict one.

The strict loader decides what YAML means here. This module may only save time: it looks at the text first, and declines
whatever the two parsers could see differently (`tests/documents/test_fast.py` holds them together). It is an optional
extra; without the library every text is declined.
"""

import json
import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from alvara.documents.text import DEEPEST

try:
    from yaml_rs import loads
except ImportError:  # the extra is not installed
    loads = None  # type: ignore[assignment]

DECLINED = object()
"""Says that the strict loader has to read the text."""

_PLAIN = bytes({*b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 .-_/()=;$+~^", *range(0x80, 0x100)})
"""What is left when these bytes are deleted is a tenth of the text, and all that most of the looks below need."""

_AT_START = r"(?<![^\s\[{,:-]%s)"
_NEVER = (b"\t", b"\\", b"\x7f", b"<<")
_SOMETIMES: Mapping[bytes, str] = {
    **{sign.encode(): rf"[{sign}]" + _AT_START % f"[{sign}]" for sign in "*?"},
    **{sign.encode(): rf"[{sign}]" + _AT_START % f"[{sign}]" + rf"(?<![\w)] [{sign}])" for sign in "@`%"},
    **{sign.encode(): rf"[{sign}]" + _AT_START % f"[{sign}]" + rf"(?<![\w)\"'\]] [{sign}])" for sign in "|>&!"},
    b"#": r"#(?<=[^\s] #)|#(?<=[^\s]  #)|#(?<=   #)(?<!\n   #)",
}
_ALWAYS = tuple(
    map(
        re.compile,
        (
            r":(?:[\]},]|(?<![^\s\[\]{},]:)|(?<=[0-9.~]:)(?=\s|\Z)|(?<=[eElL]:)"
            r"(?:(?<=null:)|(?<=Null:)|(?<=NULL:)|(?<=true:)|(?<=True:)|(?<=TRUE:)|(?<=false:)|(?<=False:)|(?<=FALSE:)))",
            r"\n(?:---|\.\.\.|%|,| {25}|[ -]*- - - - - - )",
            r"\.[iInN](?:nf|NF|an|aN|AN)",
            r"0[xob]",
            r"\r(?!\n)",
        ),
    )
)
"""Characters that are harmless in most places, with the places where they are not: anchors, aliases, tags, merges,
block scalars, escapes, keys that are not text, odd starts of plain text, numbers in other notations, further documents,
comments behind values, deep nesting. Each pattern starts with a character, which the engine finds fast."""

_DIGITS = bytes(48 if 48 <= byte <= 57 else byte for byte in range(256))
_NUMBERS = (re.compile(rb"0[_eE]"), re.compile(rb"_\.?0"), re.compile(rb"0\._"))
_LONG_NUMBER = b"0" * 16
"""Numbers that the parsers may see differently, every digit written as 0."""

_NOT_FLOW = bytes(set(range(256)) - set(b"[]{},:\n"))
_NOT_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))
_QUOTED = re.compile(rb'"[^"\n]*"')
_WHOLE_FLOW = re.compile(rb"\[,*\]|\{(?::(?:,:)*)?\}")
_KEY_ALONE = re.compile(rb"\{(?=\s*[\[{]|[^{}:]*[^{}:\s][^{}:]*\})(?<![^\s\[{,:-]\{)(?<![\w)\"'\]] \{)")
"""A map that may hold one key and no value: the parsers differ on what is a key."""
_DEEPEST_FLOW = 8


def parse(text: str) -> Any:
    """Give the value of a text, or `DECLINED`. Its control characters must have been refused already."""
    if loads is None or text.startswith(("---", "...", "%", ",", " " * 25, "- - - - - - ")):
        return DECLINED
    data = text.encode("utf-8", "surrogatepass")
    signs = data.translate(None, _PLAIN)
    if _is_unusual(text, signs) or _has_odd_number(data) or _has_odd_flow(data, signs):
        return DECLINED
    try:
        value = loads(text, parse_datetime=False)
        return DECLINED if value is None else value
    except (ValueError, TypeError):  # keys that are lists raise the latter
        return DECLINED


def parse_json(text: str) -> Any:
    """Give the value of a JSON text, or `DECLINED`: for repeated keys, numbers that are none, deep nesting."""
    if _is_nested_deeply(text.encode("utf-8", "surrogatepass")):
        return DECLINED
    try:
        value = json.loads(
            text, object_pairs_hook=_distinct, parse_constant=_refuse, parse_int=_sound, parse_float=_finite
        )
    except ValueError:
        return DECLINED
    return DECLINED if value is None else value


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError
    return found


def _refuse(constant: str) -> None:
    raise ValueError(constant)


def _sound(digits: str) -> int:
    if len(digits) > 15:
        raise ValueError
    return int(digits)


def _finite(digits: str) -> float:
    number = float(digits)
    if number in (float("inf"), float("-inf")):
        raise ValueError
    return number


def _is_nested_deeply(data: bytes) -> bool:
    """Whether brackets nest too deeply. Those in quoted text count too, which costs time and no more."""
    brackets = data.translate(None, _NOT_BRACKETS)
    for _ in range(DEEPEST - 4):
        if not brackets:
            return False
        brackets = brackets.replace(b"[]", b"").replace(b"{}", b"")
    return True


def _is_unusual(text: str, signs: bytes) -> bool:
    if any(sign in signs for sign in _NEVER):
        return True
    if any(sign in signs and _pattern(sign).search(text) for sign in _SOMETIMES):
        return True
    return any(pattern.search(text) for pattern in _ALWAYS)


@cache
def _pattern(sign: bytes) -> re.Pattern[str]:
    """Compile a pattern when the first text has its sign: most never come up."""
    return re.compile(_SOMETIMES[sign])


def _has_odd_number(data: bytes) -> bool:
    shapes = data.translate(_DIGITS)
    return _LONG_NUMBER in shapes or any(number.search(shapes) for number in _NUMBERS)


def _has_odd_flow(data: bytes, signs: bytes) -> bool:
    """Whether a flow collection may run over lines, nest deeply, or be a map with a key that has no value."""
    signs = _QUOTED.sub(b"", signs).translate(None, _NOT_FLOW)
    looked = False
    for _ in range(_DEEPEST_FLOW):
        if b"[" not in signs and b"{" not in signs:
            return False
        if b"{}" in signs and not looked:
            if _KEY_ALONE.search(data):
                return True
            looked = True
        signs = _WHOLE_FLOW.sub(b"", signs)
    return True
