"""What to ask back, in the language of who asked, made of the labels of the registry."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from alvara.registry.finding import texts_in
from alvara.registry.holdings import Holdings, Kind
from alvara.registry.language.grammar import Grammar

_MOST = 4
"""How many possibilities are named."""

_RECORD = re.compile(r"[0-9A-Za-z][0-9A-Za-z./#_-]{0,39}")


def ask_about(
    holdings: Holdings, grammar: Grammar, locale: str, sentence: str, id: str, selected: str, around: str
) -> str:
    """Ask what is to be done to a thing; `around` is the entity that it is a part of, empty for none."""
    label = _lowered(label_of(holdings, "resource", id, locale))
    record = selected if _RECORD.fullmatch(selected) else ""
    phrases = grammar.phrases
    whole = _short(holdings, around, locale) if around and around != id else ""
    if whole:
        return sentence.format(the=phrases.the(label), of=f" {phrases.of(whole, record)}")
    own = _short(holdings, id, locale) if around == id else label
    return sentence.format(the=f"{phrases.the(own)}{f' {record}' if record and around == id else ''}", of="")


def ask_which(holdings: Holdings, grammar: Grammar, locale: str, kind: Kind, ids: Sequence[str]) -> str:
    """Ask which of several things or capabilities is meant."""
    labels: dict[str, None] = {}
    for id in ids:
        labels[_lowered(label_of(holdings, kind, id, locale))] = None
        if len(labels) == _MOST:
            break
    phrases = grammar.phrases
    *first, last = labels
    these = f"{', '.join(first)} {phrases.last} {last}" if first else last
    return (phrases.choose if kind == "capability" else phrases.meant).format(these=these)


def label_of(holdings: Holdings, kind: Kind, id: str, locale: str) -> str:
    """Give what a thing is called in a language: its label, else its name, else its ID."""
    body = holdings.body(kind, id) or {}
    for block in (body.get("labels"), body.get("name")):
        text = _in(block, locale)
        if text:
            return text
    return id


def _in(block: Any, locale: str) -> str:
    """Give the first text of a block in a language, of several lands the one that is meant, else in any."""
    if isinstance(block, Mapping):
        language = locale.partition("-")[0]
        own = [block[key] for key in (locale, *block) if key in block and key.partition("-")[0] == language]
        return next(iter(texts_in([*own, *block.values()])), "")
    return next(iter(texts_in(block)), "")


def _short(holdings: Holdings, id: str, locale: str) -> str:
    """Give the shortest beginning of a label that people use by itself: a `permissão de trabalho` is a `permissão`."""
    label = _lowered(label_of(holdings, "resource", id, locale))
    words = label.split()
    known = {text.lower() for text in texts_in((holdings.body("resource", id) or {}).get("synonyms"))}
    shorter: Iterable[str] = (" ".join(words[:count]) for count in range(1, len(words)))
    return next((text for text in shorter if text in known), label)


def _lowered(label: str) -> str:
    """Write a label within a sentence; what is an abbreviation stays one."""
    first = label.split(" ", 1)[0]
    return label if len(first) > 1 and first[1:] != first[1:].lower() else label[:1].lower() + label[1:]
