"""Whether a text gives orders to the model that reads it."""

import re
from functools import cache
from typing import NamedTuple

from alvara.texts import english, portuguese
from alvara.texts.clauses import NEGATIONS, NEVER, commands_never, words_before
from alvara.texts.lookalikes import Plain, in_words, plain
from alvara.texts.marks import MARKS
from alvara.texts.phrase import Phrase

PHRASES = english.PHRASES + portuguese.PHRASES
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
    before = words_before(text, words.origins[found.start()])
    if phrase.needs and phrase.needs.isdisjoint(before):
        return False
    head = found["head"].split()
    if head[0] in NEVER:
        return commands_never(before)
    return not _REFUSALS.isdisjoint(head) or phrase.unless.isdisjoint(before)
