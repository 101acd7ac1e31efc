"""One quick look at many texts, which says whether there is anything to look at more closely.

The heads of all phrases, marks and traits go into one automaton, which reads the texts of a definition in a microsecond
or two. It may be alarmed in vain, but never the other way round.
"""

from collections.abc import Callable
from functools import cache

from alvara.texts.lookalikes import plain
from alvara.texts.marks import MARKS
from alvara.texts.orders import PHRASES
from alvara.texts.traits import LONGEST, TRAITS

_ODD = "\0"
"""Stands in a folded text for every character that wants a closer look."""


_BETWEEN_WORDS = r"(?:[ -/:-@\[-`{-~]+)"


def unremarkable(texts: list[str]) -> bool:
    """Whether none of some texts is worth a closer look."""
    joined = "\n".join(texts)
    if len(joined) > LONGEST and max(map(len, texts)) > LONGEST:
        return False
    try:
        folded = joined.encode("latin-1").translate(_table("latin-1"))
    except UnicodeEncodeError:
        try:
            folded = joined.encode("cp1252").translate(_table("cp1252"))
        except UnicodeEncodeError:
            return False
    return _look()(folded.decode("ascii"))


@cache
def _look() -> Callable[[str], bool]:
    from jsonschema_rs import RegexOptions, validator_for

    signs = [phrase.sign or phrase.head for phrase in PHRASES]
    heads = [sign.replace(" ", _BETWEEN_WORDS) for sign in signs]
    heads += [mark.head.replace(" ", " *") for mark in (*MARKS, *TRAITS)]
    suspicious = "|".join((_ODD, *dict.fromkeys(heads)))
    return validator_for({"not": {"pattern": suspicious}}, pattern_options=RegexOptions()).is_valid


@cache
def _table(encoding: str) -> bytes:
    """Fold the letters of an encoding to plain small ones; other characters that hide nothing become blanks."""
    return bytes(_folded(bytes([code]).decode(encoding, "replace")) for code in range(256))


def _folded(character: str) -> int:
    if character in "\t\n":
        return ord(" ")
    if character == "\ufffd" or not (character.isprintable() or character == "\xa0"):
        return ord(_ODD)
    letters = plain(character).text
    if len(letters) == 1 and letters.isascii():
        return ord(letters)
    return ord("?")
