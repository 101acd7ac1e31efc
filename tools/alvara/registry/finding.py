"""Definitions by the words that they go by, accents and case left aside."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from alvara.identity.fold import fold, without_accents
from alvara.registry.locales import in_first
from alvara.registry.lookup import KINDS
from alvara.workspace.entity import Entity

FIELDS = ("id", "alias", "name", "label", "synonym")
"""Where words are looked for, the most telling first."""

_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_BETWEEN_WORDS = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class Query:
    """What is looked for. Empty filters let everything pass; several values of one filter are alternatives."""

    text: str = ""
    kinds: Sequence[str] = ()
    types: Sequence[str] = ()
    domains: Sequence[str] = ()
    statuses: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Match:
    """A definition that was found. `by` is the field that had all the words, or `several`; empty without words."""

    id: str
    kind: str
    type: str
    status: str
    domain: str
    name: str
    file: str
    by: str


def passes(entity: Entity, query: Query) -> bool:
    """Whether a thing may be found, as far as can be told without its words."""
    filters = ((query.kinds, entity.kind), (query.types, _type(entity)), (query.statuses, entity.status))
    return all(not allowed or value in allowed for allowed, value in filters)


def may_hold(text: str, query: Query) -> bool:
    """Whether the text of a file may hold the words of a query: a glance is cheaper than reading it."""
    plain = loose(text)
    return "\\" in text or all(word in plain for word in words(query.text))


def find(written: Iterable[tuple[Entity, Mapping[str, Any]]], query: Query, locales: Sequence[str]) -> list[Match]:
    """List what has every word of a query, each as a word or the beginning of one.

    What has the very text stands first, then what has all words in its ID, its aliases, its name, its labels, its
    synonyms, then the rest; ties go by ID, kind and major. The name shown is in the first of `locales` that has one.
    """
    wanted = words(query.text)
    whole = loose(query.text)
    found: list[tuple[tuple[int, str, int, int], Match]] = []
    for entity, said in written:
        domain = said.get("domain") or entity.id.partition(".")[0]
        if not passes(entity, query) or (query.domains and domain not in query.domains):
            continue
        placed = place_of(said, wanted, whole)
        if placed is not None:
            rank, by = placed
            name = in_first(locales, said.get("name", said.get("description", "")))
            match = Match(entity.id, entity.kind, _type(entity), entity.status, domain, name, entity.path, by)
            found.append(((rank, entity.id, KINDS.index(entity.kind), _major(entity)), match))
    return [match for _, match in sorted(found, key=lambda item: item[0])]


def place_of(said: Mapping[str, Any], wanted: list[str], whole: str) -> tuple[int, str] | None:
    """Give the place of a definition among what is found, the least first, and the field that had all the words.

    `whole` is the text that was asked for, made loose. None where it does not have all the words.
    """
    if not wanted:
        return 0, ""
    texts = list(texts_of(said))
    by = _field_of(wanted, texts)
    if by is None:
        return None
    exact = any(loose(text) == whole for _, text in texts)
    return 0 if exact else 1 + [*FIELDS, "several"].index(by), by


def words(text: str) -> list[str]:
    """Split a text or an identifier into folded words."""
    return [word for word in _BETWEEN_WORDS.split(spread(text)) if word]


def spread(text: str) -> str:
    """Part the words of an identifier, and leave case and accents aside."""
    return loose(_HUMP.sub(" ", text))


def loose(text: str) -> str:
    """Leave case and accents aside."""
    return without_accents(fold(text))


def _major(entity: Entity) -> int:
    return int(entity.major) if entity.major.isdecimal() else 0


def _type(entity: Entity) -> str:
    return entity.effect if entity.kind == "policy" else entity.type


def texts_of(said: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the words that a definition goes by, each with the field that it stands in."""
    yield "id", said["id"]
    yield from (("alias", text) for text in said.get("aliases", ()))
    yield from (("name", text) for text in texts_in(said.get("name", said.get("description"))))
    yield from (("label", text) for text in texts_in(said.get("labels")))
    yield from (("synonym", text) for text in texts_in(said.get("synonyms")))


def texts_in(block: Any) -> list[str]:
    """List the texts of one, of a list, or of a map from locale to either."""
    if isinstance(block, str):
        return [block]
    found: list[str] = []
    for item in block.values() if isinstance(block, (dict, Mapping)) else block or ():
        if isinstance(item, str):
            found.append(item)
        else:
            found += texts_in(item)
    return found


def _field_of(wanted: list[str], texts: list[tuple[str, str]]) -> str | None:
    """Tell which field has all the words; None where even all fields together do not."""
    split = [(field, words(text)) for field, text in texts]
    for field in FIELDS:
        if any(_has(own, wanted) for name, own in split if name == field):
            return field
    return "several" if _has([word for _, own in split for word in own], wanted) else None


def _has(own: list[str], wanted: list[str]) -> bool:
    return all(any(word.startswith(beginning) for word in own) for beginning in wanted)
