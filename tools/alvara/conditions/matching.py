"""What has to be written out in quotes: a pattern, so that no data decides how much work it is, and a time zone.

The library takes the name of a zone for that of a file, whichever the path leads to.
"""

import re
from collections.abc import Iterator

from alvara.conditions.tokens import Token

MOST_REPEATED = 1000
"""Repetitions that a pattern counts out, such as `{3,20}`, added up. Each makes it as much longer."""

_ZONED = re.compile(r"get(?:FullYear|Month|DayOfMonth|Date|DayOfYear|DayOfWeek|Hours|Minutes|Seconds|Milliseconds)")
_ZONE = re.compile(r"[A-Z][\w+-]*(?:/[A-Z][\w+-]*)*|[-+]?(?:[01]\d|2[0-3]):[0-5]\d", re.ASCII)
"""A name as the IANA database has them, or a distance from UTC."""

_COUNT = re.compile(r"\{(\d+)(?:,(\d*))?\}")


def patterns(words: list[Token]) -> Iterator[tuple[Token, Token | None]]:
    """Yield each call of `matches` with its pattern, or without where that is no single text in quotes."""
    for i, word in enumerate(words[:-1]):
        if word.text == "matches" and word.kind == "name" and words[i + 1].text == "(":
            given = _last_argument(words, i + 2)
            yield word, given[0] if len(given) == 1 and given[0].kind == "string" else None


def zones(words: list[Token]) -> Iterator[tuple[Token, Token | None]]:
    """Yield each call that is given a time zone with that, or without where it is no single text in quotes."""
    for i, word in enumerate(words[:-1]):
        if word.kind == "name" and _ZONED.fullmatch(word.text) and words[i + 1].text == "(":
            given = _last_argument(words, i + 2)
            if given:
                yield word, given[0] if len(given) == 1 and given[0].kind == "string" else None


def is_zone(text: str) -> bool:
    """Whether a text may be the name of a time zone, and nothing else."""
    return _ZONE.fullmatch(text) is not None


def repeated(pattern: str) -> int:
    """Add up the repetitions that a pattern counts out."""
    return sum(int(most or least) for least, most in _COUNT.findall(pattern) if len(most or least) < 9)


def _last_argument(words: list[Token], start: int) -> list[Token]:
    found: list[Token] = []
    depth = 0
    for word in words[start:]:
        if word.text in ("(", "[", "{"):
            depth += 1
        elif word.text in (")", "]", "}"):
            depth -= 1
        if depth < 0:
            break
        found = [] if word.text == "," and depth == 0 else [*found, word]
    return found
