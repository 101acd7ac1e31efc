"""What `matches` may be given: a pattern that is written out, so that no data decides how much work it is."""

import re
from collections.abc import Iterator

from alvara.conditions.tokens import Token

MOST_REPEATED = 1000
"""Repetitions that a pattern counts out, such as `{3,20}`, added up. Each makes it as much longer."""

_COUNT = re.compile(r"\{(\d+)(?:,(\d*))?\}")


def patterns(words: list[Token]) -> Iterator[tuple[Token, Token | None]]:
    """Yield each call of `matches` with its pattern, or without where that is no single text in quotes."""
    for i, word in enumerate(words[:-1]):
        if word.text == "matches" and word.kind == "name" and words[i + 1].text == "(":
            given = _last_argument(words, i + 2)
            yield word, given[0] if len(given) == 1 and given[0].kind == "string" else None


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
