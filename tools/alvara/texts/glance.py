"""One quick look at many texts: is there anything at all to look at more closely?

All heads of phrases, marks and traits and every character out of the ordinary go into one automaton, which reads a whole
definition in a few microseconds. It may be alarmed in vain, but never the other way round.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

from alvara.texts.lookalikes import plain
from alvara.texts.phrases import MARKS, PHRASES
from alvara.texts.traits import LONGEST, TRAITS

_ORDINARY = "\\t\\n -~\\u00a0-\\u00ac\\u00ae-\\u00ff\\u2010-\\u2015\\u2018-\\u201f\\u2022\\u2026\\u20ac"
"""Characters that hide nothing and pass for no other: ASCII, western letters, typographic marks."""


@cache
def _look() -> Callable[[Any], bool]:
    from jsonschema_rs import RegexOptions, validator_for

    heads = [_widened(p.head, "(?:[^0-9A-Za-z\\u00aa-\\u00ff]+)") for p in PHRASES]
    heads += [_widened(m.head, "\\s*") for m in MARKS]
    heads += [_widened(t.head, "\\s*") for t in TRAITS]
    suspicious = f"(?i)[^{_ORDINARY}]|" + "|".join(dict.fromkeys(heads))
    clean = {"not": {"pattern": suspicious}, "maxLength": LONGEST}
    look = {
        "if": {"type": "string"},
        "then": clean,
        "else": {"propertyNames": clean, "items": {"$ref": "#"}, "additionalProperties": {"$ref": "#"}},
    }
    return validator_for(look, offline=True, pattern_options=RegexOptions()).is_valid


def unremarkable(texts: Any) -> bool:
    """Whether none of the texts in a value, however nested, keys included, is worth a closer look."""
    try:
        return _look()(texts)
    except UnicodeError:  # half of a surrogate pair
        return False


@cache
def _accented() -> dict[str, str]:
    """For each small letter the letters of Latin-1 that are the same but for an accent."""
    found: dict[str, str] = {}
    for code in range(0xAA, 0x100):
        letters = plain(chr(code)).text
        if len(letters) == 1 and letters.isascii() and letters.isalnum():
            found[letters] = found.get(letters, "") + chr(code)
    return found


def _widened(head: str, blank: str) -> str:
    """Let every letter of a head stand for its accented forms too, and every blank for whatever separates words."""
    wide, escaped, listed = [], False, False
    for character in head:
        if character == "[" and not escaped:
            listed = True
        elif character == "]":
            listed = False
        if escaped or listed:
            wide.append(character)
        elif character == " ":
            wide.append(blank)
        elif character in _accented():
            wide.append(f"[{character}{_accented()[character]}]")
        else:
            wide.append(character)
        escaped = character == "\\" and not escaped
    return "".join(wide)
