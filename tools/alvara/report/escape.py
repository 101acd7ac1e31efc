"""Text from authors made safe to show: nothing hidden, nothing that a terminal or a CI log obeys."""

import re
from collections.abc import Iterable
from html import escape

LONGEST = 400
"""How many characters of a message are shown."""

_C0 = r"\x00-\x1f"

# DEL, C1, every format character (bidi controls, zero-width, tags), the other characters that leave no mark, line and
# paragraph separators, surrogates, noncharacters. The two variation selectors of emoji stay.
_UNSEEN = (
    r"\x7f-\x9f\xad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u17b4\u17b5\u180b-\u180f"
    r"\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufdd0-\ufdef\ufe00-\ufe0d\ufeff\uffa0\ufff0-\ufffb"
    r"\ufffe\uffff\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    r"\U000e0000-\U000e0fff"
)

# Some CI services obey `##[command]`, `##vso[command]` and their like anywhere in a log line.
_LOG_COMMAND = r"#(?=#\w*\[)"

_HIDDEN = re.compile(f"[{_C0}{_UNSEEN}]|{_LOG_COMMAND}")
_HIDDEN_IN_JSON = re.compile(f"[{_UNSEEN}]|{_LOG_COMMAND}")
_SHORT = {"\n": r"\n", "\r": r"\r", "\t": r"\t"}


def visible(text: str) -> str:
    r"""Write text on one line with every hidden character as an escape, such as `\n`, `\x1b` or `\u202e`."""
    return _HIDDEN.sub(_escape, text)


def visible_characters(text: str) -> list[str]:
    """Write each character as `visible` does, one by one, for who has to count columns."""
    cells = list(text)
    for match in _HIDDEN.finditer(text):
        cells[match.start()] = _escape(match)
    return cells


def shorten(text: str) -> str:
    """Cut a long text and say how long it is."""
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}… ({len(text):,} characters)"


def one_line(text: str) -> str:
    """Make a message fit to stand in a line of output: short enough, and nothing hidden."""
    return visible(shorten(text))


def in_lines(texts: Iterable[str]) -> str:
    """Make messages fit to stand in output, each on a line of its own."""
    return "".join(f"{one_line(text)}\n" for text in texts)


def in_html(text: str) -> str:
    """Make a message fit to stand in HTML, between tags and in the value of an attribute."""
    return escape(one_line(text))


def in_json(text: str) -> str:
    r"""Escape what is hidden in finished JSON, which means the same afterwards.

    A lone surrogate is the exception: many readers refuse it even as `\ud800`, so it becomes visible text.
    """
    return _HIDDEN_IN_JSON.sub(_escape_in_json, text)


def _escape(match: re.Match[str]) -> str:
    character = match[0]
    code = ord(character)
    if character in _SHORT:
        return _SHORT[character]
    if code <= 0xFF:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"


def _escape_in_json(match: re.Match[str]) -> str:
    code = ord(match[0])
    if 0xD800 <= code <= 0xDFFF:
        return f"\\\\u{code:04x}"
    if code <= 0xFFFF:
        return f"\\u{code:04x}"
    high, low = divmod(code - 0x10000, 0x400)
    return f"\\u{0xD800 + high:04x}\\u{0xDC00 + low:04x}"
