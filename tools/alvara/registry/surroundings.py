"""What is around a place: what it is a part of, what its parts are, and what each of them shows."""

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from alvara.registry.atlas import Atlas, Thing
from alvara.registry.offer_sets import Bits, OfferSets

Way = Literal["itself", "part", "shown", "above"]


class Link(NamedTuple):
    """A resource around a place, the way that leads there, and from where: `via` is what shows it, or is a part of it.

    `offers` are the capabilities that are had by it: those bound to it and the navigations that lead to it; of what is
    above only those that read.
    """

    thing: str
    way: Way
    via: str
    offers: Bits


class Level(NamedTuple):
    """What is equally near to a place, by ID, and all that is had by it."""

    links: tuple[Link, ...]
    offers: Bits


class Surroundings(NamedTuple):
    """What is around a place, the nearest first: the place with its parts and what they show, and what is above."""

    within: tuple[Level, ...]
    above: tuple[Level, ...]


def look_around(atlas: Atlas, place: str) -> Surroundings:
    """Look around a place. What an unsure resource says of itself leads nowhere.

    Nearest are the place and what it shows, then its parts and what those show, and so on.
    """
    within = list(_within(atlas, place))
    return Surroundings(tuple(within), tuple(_above(atlas, within)))


def _within(atlas: Atlas, place: str) -> Iterator[Level]:
    """Go down from a place, depth by depth. What is shown may turn out to be a part as well, and then has parts."""
    met, parts_met, parts = {place}, {place}, [place]
    links = [Link(place, "itself", "", _had_by(atlas.sets, place))]
    while parts:
        for part in parts:
            for thing in atlas.shows.get(part, ()):
                if thing not in met:
                    met.add(thing)
                    links.append(Link(thing, "shown", part, _had_by(atlas.sets, thing)))
        if links:
            yield _level(links)
        links, below = [], []
        for part in parts:
            for thing in atlas.children.get(part, ()):
                if thing not in parts_met and atlas.things[thing].sure:
                    parts_met.add(thing)
                    below.append(thing)
                    if thing not in met:
                        met.add(thing)
                        links.append(Link(thing, "part", part, _had_by(atlas.sets, thing)))
        parts = below


def _above(atlas: Atlas, within: Iterable[Level]) -> Iterator[Level]:
    """Go up from the place and from all that is shown, step by step; what is within is nothing above."""
    links = [link for level in within for link in level.links]
    seen = {link.thing for link in links}
    below = [atlas.things[link.thing] for link in links if link.way in ("itself", "shown")]
    while below:
        parents: list[Link] = []
        for thing in below:
            parent = _parent(atlas, thing)
            if parent and parent not in seen:
                seen.add(parent)
                parents.append(Link(parent, "above", thing.id, atlas.sets.bound.get(parent, 0) & atlas.sets.reading))
        if parents:
            yield _level(parents)
        below = [atlas.things[link.thing] for link in parents]


def _parent(atlas: Atlas, thing: Thing) -> str:
    return thing.parent if thing.sure and thing.parent in atlas.things else ""


def _had_by(sets: OfferSets, thing: str) -> Bits:
    return sets.bound.get(thing, 0) | sets.leading.get(thing, 0)


def _level(links: Iterable[Link]) -> Level:
    ordered = tuple(sorted(links))
    joined = 0
    for link in ordered:
        joined |= link.offers
    return Level(ordered, joined)
