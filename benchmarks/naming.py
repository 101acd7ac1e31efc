"""Names of domains and entities, and the paths that IDs have."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from random import Random

from vocabulary import AREAS, HEADS, MODIFIERS, SECTORS, Noun

CAPITAL = re.compile("[A-Z]")


@lru_cache(maxsize=1024)
def kebab(identifier: str) -> str:
    """The path that an ID has: a folder a segment, in kebab-case."""
    return CAPITAL.sub(lambda found: f"-{found[0].lower()}", identifier).replace(".", "/")


def upper_snake(identifier: str) -> str:
    """An ID as the beginning of an error or reason code."""
    return kebab(identifier).replace("-", "_").replace("/", "_").upper()


def capital(text: str) -> str:
    """The text with a capital first letter."""
    return text[0].upper() + text[1:]


@cache
def places(seed: int) -> tuple[tuple[Noun, Noun], ...]:
    """Every sector with every area that makes a short name, in an order that depends on the seed only."""
    pairs = [(sector, area) for sector in SECTORS for area in AREAS if len(sector.key) + len(area.key) <= 14]
    Random(f"{seed}/places").shuffle(pairs)
    return tuple(pairs)


def domain_key(seed: int, index: int) -> str:
    """The first segment of the IDs of one domain."""
    sector, area = places(seed)[index]
    return sector.key + capital(area.key)


@cache
def entity_nouns(seed: int, index: int, count: int) -> tuple[Noun, ...]:
    """The names of one domain's entities; other domains refer to them."""
    chance = Random(f"{seed}/{index}/entities")
    heads, modifiers = chance.sample(HEADS, count), chance.sample(MODIFIERS, count)
    return tuple(
        Noun(modifier.key + capital(head.key), head.gender, f"{head.pt} de {modifier.pt}", f"{modifier.en} {head.en}")
        for head, modifier in zip(heads, modifiers, strict=True)
    )
