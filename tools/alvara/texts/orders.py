"""Does a text give orders to the model that reads it? The phrases of `phrases`, looked for in a text."""

import re
from functools import cache
from typing import NamedTuple

from alvara.texts.lookalikes import Plain, in_words, plain
from alvara.texts.phrases import MARKS, NEGATIONS, PHRASES, Phrase

_BREAK = re.compile(r"[.!?;:]\s|\n")
_LOOKED_BACK = 6
_REFUSALS = NEGATIONS | {"don", "dont", "mustn", "shouldn", "avoid", "stop", "skip", "evite"}


class Order(NamedTuple):
    """An order and where it stands; `meaning` goes on after "the text"."""

    start: int
    end: int
    meaning: str


def order_in(text: str) -> Order | None:
    """Find the first order that a text gives to a model."""
    written = plain(text)
    words = in_words(written)
    marks, phrases = _compiled()
    orders = [
        Order(written.origins[found.start()], written.origins[found.end() - 1] + 1, meaning)
        for meaning, pattern in marks
        for found in pattern.finditer(written.text)
    ]
    orders += [
        Order(words.origins[found.start()], words.origins[found.end() - 1] + 1, phrase.meaning)
        for phrase, pattern in phrases
        for found in pattern.finditer(words.text)
        if _meant(phrase, found, text, words)
    ]
    return min(orders, default=None)


@cache
def _compiled() -> tuple[list[tuple[str, re.Pattern[str]]], list[tuple[Phrase, re.Pattern[str]]]]:
    marks = [(mark.meaning, re.compile(mark.pattern)) for mark in MARKS]
    return marks, [(phrase, re.compile(rf"\b(?P<head>{phrase.head})\b{phrase.tail}")) for phrase in PHRASES]


def _meant(phrase: Phrase, found: re.Match[str], text: str, words: Plain) -> bool:
    """Whether what stands before a phrase leaves it an order."""
    if not phrase.unless and not phrase.needs:
        return True
    before = text[: words.origins[found.start()]]
    clause = _BREAK.split(before)[-1]
    last = set(in_words(plain(clause)).text.split()[-_LOOKED_BACK:])
    if phrase.needs and last.isdisjoint(phrase.needs):
        return False
    refuses = not _REFUSALS.isdisjoint(found["head"].split())
    return refuses or last.isdisjoint(phrase.unless)
