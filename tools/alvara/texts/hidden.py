"""Characters that nobody sees: where they stand, what they are, and the message that they spell."""

import re
import unicodedata
from typing import NamedTuple

# Controls (tab and line feed are fine), formatting and direction marks, fillers that are drawn as nothing, variation
# selectors, tag characters, private use, halves of surrogate pairs, and what Unicode keeps free for ever.
CHARACTERS = (
    "\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u17b4\u17b5"
    "\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ud800-\udfff\ue000-\uf8ff\ufdd0-\ufdef\ufe00-\ufe0f"
    "\ufeff\uffa0\ufff0-\ufffc\ufffe\uffff\U000110bd\U000110cd\U00013430-\U00013455\U0001bca0-\U0001bca3"
    "\U0001d173-\U0001d17a\U0001fffe\U0001ffff\U0002fffe\U0002ffff\U000e0000-\U000e0fff\U000f0000-\U0010ffff"
)
_RUN = re.compile(f"[{CHARACTERS}]+")

# What may stand inside an emoji: a presentation selector, a skin tone, a joiner between two pictures, a keycap, and the
# three flags that are spelled with tag characters.
_PICTURE = (
    "[\xa9\xae\u203c\u2049\u2122\u2139\u2190-\u21ff\u2300-\u23ff\u2460-\u24ff\u25a0-\u27bf\u2934\u2935\u2b00-\u2bff"
    "\u3030\u303d\u3297\u3299\U0001f000-\U0001faff][\U0001f3fb-\U0001f3ff]?[\ufe0e\ufe0f]?"
)
_FLAGS = "|".join("".join(chr(0xE0000 + ord(c)) for c in name) for name in ("gbeng", "gbsct", "gbwls"))
_EMOJI = re.compile(f"\U0001f3f4(?:{_FLAGS})\U000e007f|[0-9#*]\ufe0f?\u20e3|{_PICTURE}(?:\u200d{_PICTURE})*")

_BIDIRECTIONAL = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_CONTROLS = {0: "null", 7: "bell", 8: "backspace", 13: "carriage return", 27: "escape", 127: "delete"}


class Run(NamedTuple):
    """Hidden characters that stand side by side, from `start` up to `end`."""

    start: int
    end: int
    characters: str


def hidden_runs(text: str) -> list[Run]:
    """Find what nobody sees in a text; what belongs to an emoji is seen."""
    if _is_plain(text):
        return []
    veiled = _EMOJI.sub(lambda found: "x" * len(found[0]), text)
    return [Run(found.start(), found.end(), found[0]) for found in _RUN.finditer(veiled)]


def _is_plain(text: str) -> bool:
    """Whether a text is of western letters and visible signs only, which most are: a quick look."""
    try:
        text.encode("latin-1")
    except UnicodeEncodeError:
        return False
    return text.replace("\n", " ").isprintable()


def without_hidden(text: str) -> str:
    """Drop what nobody sees."""
    kept, last = [], 0
    for run in hidden_runs(text):
        kept.append(text[last : run.start])
        last = run.end
    return "".join((*kept, text[last:]))


def called(character: str) -> str:
    """Name a hidden character for people: its number and what it is."""
    code = ord(character)
    name = _CONTROLS.get(code) or unicodedata.name(character, "").lower()
    category = unicodedata.category(character)
    kinds = {"Cc": "control character", "Co": "private use", "Cs": "half of a surrogate pair"}
    return f"U+{code:04X} ({name or kinds.get(category, 'no character')})"


def first_mark(characters: str) -> str:
    """Give the first of some characters that changes the order in which text is shown; empty where none does."""
    return next((character for character in characters if character in _BIDIRECTIONAL), "")


def spelled(characters: str) -> str:
    """Read the message that tag characters, or variation selectors used as bytes, spell; empty where there is none."""
    tags = "".join(chr(ord(c) - 0xE0000) for c in characters if "\U000e0020" <= c <= "\U000e007e")
    if tags:
        return tags
    carried = bytes(_byte(c) for c in characters if _byte(c) >= 0)
    message = carried.decode("utf-8", "replace")
    return message if len(message) > 2 and message.isprintable() and "\ufffd" not in message else ""


def _byte(character: str) -> int:
    code = ord(character)
    if 0xFE00 <= code <= 0xFE0F:
        return code - 0xFE00
    return code - 0xE0100 + 16 if 0xE0100 <= code <= 0xE01EF else -1
