"""Whether a text gives orders to the model that reads it."""

import re
from functools import cache
from typing import NamedTuple

from alvara.texts import english, portuguese
from alvara.texts.clauses import NEGATIONS, NEVER, Clauses, commands_never
from alvara.texts.lookalikes import plain
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
    clauses = Clauses(text, written)
    words = clauses.words
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
        if _meant(phrase, found, clauses)
    ]
    return min(orders, default=None)


@cache
def _compiled() -> tuple[list[tuple[str, re.Pattern[str]]], list[tuple[Phrase, re.Pattern[str]]]]:
    marks = [(mark.meaning, re.compile(mark.pattern)) for mark in MARKS]
    return marks, [(phrase, re.compile(rf"\b(?P<head>{phrase.head})\b{phrase.tail}")) for phrase in PHRASES]


def _meant(phrase: Phrase, found: re.Match[str], clauses: Clauses) -> bool:
    """Whether what stands before a phrase leaves it an order."""
    if not phrase.unless and not phrase.needs:
        return True
    before = clauses.before(clauses.words.origins[found.start()])
    if phrase.needs and phrase.needs.isdisjoint(before):
        return False
    head = found["head"].split()
    if head[0] in NEVER:
        return commands_never(before)
    return not _REFUSALS.isdisjoint(head) or phrase.unless.isdisjoint(before)
