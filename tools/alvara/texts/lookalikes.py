"""Letters that pass for others: words that mix alphabets, and the plain letters behind a disguise."""

import re
import unicodedata
from typing import NamedTuple

from alvara.texts.hidden import hidden_runs

_DOUBLES = (
    ("АВЕКМНОРСТУХЅІЈԚԜаеорсухѕіјһԁԛԝӏѵвкмнтёЁ", "ABEKMHOPCTYXSIJQWaeopcyxsijhdqwlvbkmhteE"),
    ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαορνικτυχεηωγβ", "ABEZHIKMNOPTYXaopviktuxenwyb"),
    ("øıłđɑɩօոսցᎪᴀʙᴄᴅᴇꜰɢɡʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ", "oildaionugaabcdefgghijklmnoprstuvwyz"),
)
"""Letters of other alphabets, and the Latin letters that readers take them for."""

_PLAIN = str.maketrans({odd: latin for odds, latins in _DOUBLES for odd, latin in zip(odds, latins, strict=True)})

# The letters of each alphabet that a reader takes for a Latin letter. In Cyrillic every letter counts when it stands in
# a Latin word; Greek letters are also symbols (μm, kΩ, Δt), so there only the true doubles count.
_CYRILLIC_DOUBLES = frozenset("авекмнорстухѕіјһԁԛԝӏѵєёАВЕКМНОРСТУХЅІЈҺԀԚԜӀѴЄЁ")
_GREEK_DOUBLES = frozenset("ανορικτυχΑΒΕΖΗΙΚΜΝΟΡΤΥΧ")
_SCRIPTS = re.compile(
    "(?P<Cyrillic>[\u0400-\u052f\u1c80-\u1c8f\u2de0-\u2dff\ua640-\ua69f])|(?P<Greek>[\u0370-\u03ff\u1f00-\u1fff])"
    "|(?P<Armenian>[\u0531-\u0587])|(?P<Cherokee>[\u13a0-\u13ff\uab70-\uabbf])|(?P<Coptic>[\u2c80-\u2cff])"
    "|(?P<phonetic>[\u0250-\u02af])|(?P<mathematical>[\U0001d400-\U0001d7ff])|(?P<fullwidth>[\uff21-\uff3a\uff41-\uff5a])"
)
_LATIN = re.compile("[A-Za-z\xc0-\xd6\xd8-\xf6\xf8-\u024f\u1e00-\u1eff]")
_WORD = re.compile(r"[^\W\d_]+")
_FOREIGN = re.compile(
    "[\u0250-\u02af\u0370-\u058f\u13a0-\u13ff\u1c80-\u1c8f\u1f00-\u1fff\u2c80-\u2dff\ua640-\uabbf\uff21-\U0001d7ff]"
)


class Disguise(NamedTuple):
    """A word that is not what it looks like: its place, the first odd letter, and that letter's alphabet.

    `mixed` tells a word of two alphabets from one that is written in doubles throughout.
    """

    start: int
    end: int
    letter: str
    alphabet: str
    mixed: bool


def disguises(text: str) -> list[Disguise]:
    """Find the words that mix Latin letters with doubles from elsewhere, or consist of doubles amid Latin text."""
    if not _FOREIGN.search(text):
        return []
    latin_text = bool(_LATIN.search(text))
    found = []
    for word in _WORD.finditer(text):
        letters = [(c, _alphabet(c)) for c in word[0] if c.isalpha()]
        latin = bool(_LATIN.search(word[0]))
        odd = [(c, name) for c, name in letters if name and (name != "Greek" or c in _GREEK_DOUBLES)]
        if latin and odd:
            found.append(Disguise(word.start(), word.end(), *odd[0], True))
        elif not latin and latin_text and len(letters) > 2 and all(_is_double(c) for c, _ in letters):
            found.append(Disguise(word.start(), word.end(), *letters[0], False))
    spoken = _spoken(text) if found else set()
    return [d for d in found if d.mixed or d.alphabet not in spoken]


def _alphabet(letter: str) -> str:
    match = _SCRIPTS.match(letter)
    return match.lastgroup or "" if match else ""


def _is_double(letter: str) -> bool:
    return letter in _CYRILLIC_DOUBLES or letter in _GREEK_DOUBLES


def _spoken(text: str) -> set[str]:
    """List the alphabets that a text truly uses: those with letters that no Latin letter looks like."""
    return {_alphabet(c) for c in text if not c.isascii() and c.isalpha() and not _is_double(c)}


class Plain(NamedTuple):
    """A text in plain lower-case letters; `origins` holds for each character its position in the text as written."""

    text: str
    origins: list[int]


def plain(text: str) -> Plain:
    """Undo every disguise: compatibility forms, accents, hidden characters, look-alikes, case."""
    if text.isascii():
        return Plain(text.lower(), list(range(len(text))))
    unseen = {i for run in hidden_runs(text) for i in range(run.start, run.end)}
    letters: list[str] = []
    origins: list[int] = []
    for position, character in enumerate(text):
        if position in unseen:
            continue
        lower = unicodedata.normalize("NFKD", character).translate(_PLAIN).lower()
        for letter in unicodedata.normalize("NFKD", lower):
            if not unicodedata.combining(letter):
                letters.append(letter)
                origins.append(position)
    return Plain("".join(letters), origins)


def in_words(told: Plain) -> Plain:
    """Keep the words of a plain text, one blank between two."""
    letters: list[str] = []
    origins: list[int] = []
    for letter, origin in zip(told.text, told.origins, strict=True):
        if letter.isalnum():
            letters.append(letter)
            origins.append(origin)
        elif letters and letters[-1] != " ":
            letters.append(" ")
            origins.append(origin)
    return Plain("".join(letters).rstrip(), origins)
