"""What can be done here: of all active capabilities those that apply to a place and a caller, the nearest first."""

from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import islice
from typing import Any, NamedTuple

from alvara.identity.ids import wire_name
from alvara.model.capability import FLOORS, RISKS
from alvara.registry.atlas import Atlas, Thing
from alvara.registry.caller import ANYBODY, Caller
from alvara.registry.ground import Ground
from alvara.registry.locales import in_first
from alvara.registry.offer_sets import Bits, members, permitted, union
from alvara.registry.offers import Offer
from alvara.registry.places import UnknownName, find_page, find_resource, find_tab, there_are
from alvara.registry.surroundings import Level, Link


class Question(NamedTuple):
    """What is asked. Whatever is None was not said, and narrows nothing.

    `page` and `tab` are where the user is, `focus` the resource that they are at, by its ID or as it is called there:
    `validity` on a page that shows an entity with that field. `selection` is the ID of the record that is selected. Of
    `domains`, `actions` and `risks` any one will do. `navigation` asks for navigations, or for none; where it is not
    said, a tab leaves them out, unless `actions` ask for them.
    """

    page: str | None = None
    tab: str | None = None
    focus: str | None = None
    selection: str | None = None
    caller: Caller = ANYBODY
    domains: Set[str] | None = None
    actions: Set[str] | None = None
    risks: Set[str] | None = None
    navigation: bool | None = None
    limit: int = 20
    offset: int = 0
    locale: str | None = None


class Offered(NamedTuple):
    """A capability that applies, in the caller's language, with what explains it and why it is offered."""

    id: str
    name: str
    description: str
    risk: str
    confirmation: Mapping[str, Any] | None
    wire_name: str
    knowledge: tuple[str, ...]
    why: str


class Discovery(NamedTuple):
    """What applies: how many there are in all, and those that were asked for, in their order."""

    total: int
    capabilities: tuple[Offered, ...]


class _Place(NamedTuple):
    """A resource that the user is at, and what it is called in a sentence."""

    sort: str
    id: str


class _Tier(NamedTuple):
    """Offers of one nearness, and the links that they are had by; no links where no place was named."""

    offers: Bits
    links: tuple[Link, ...] = ()
    place: _Place = _Place("", "")


def discover(ground: Ground, question: Question) -> Discovery:
    """Tell what can be done here. Raises `UnknownName`, and `ValueError` where what is asked makes no sense.

    What the caller is not permitted is as if it were not there: nothing that is told differs by it.
    """
    if question.limit < 1 or question.offset < 0:
        raise ValueError("a limit is at least 1, and an offset at least 0")
    sets = ground.atlas.sets
    known = permitted(sets, question.caller)
    fitting = known & _asked_for(ground, question, known)
    tiers = list(_ordered(_tiers(ground, question, fitting), sets.on_record if question.selection else 0))
    total = sum(tier.offers.bit_count() for tier in tiers)
    start = min(question.offset, total)
    told = islice(_all(tiers), start, start + min(question.limit, total))
    locales = ground.locales if question.locale is None else (question.locale, *ground.locales)
    offered = tuple(_offered(ground, sets.ranked[rank], 1 << rank, tier, locales) for rank, tier in told)
    return Discovery(total, offered)


def _asked_for(ground: Ground, question: Question, known: Bits) -> Bits:
    """Give what has the asked domain, action and risk, wherever it is. Raises `UnknownName`."""
    sets, asked = ground.atlas.sets, ground.atlas.sets.all
    if question.locale is not None and question.locale not in ground.locales:
        raise UnknownName("there is no locale", question.locale, ground.locales, there_are(ground.locales))
    if question.domains is not None:
        _check_domains(ground, question.domains, known)
        asked &= union(sets.domains, question.domains)
    if question.actions is not None:
        _check("action", question.actions, tuple(FLOORS))
        asked &= union(sets.actions, question.actions)
    if question.risks is not None:
        _check("risk", question.risks, RISKS)
        asked &= union(sets.risks, question.risks)
    wanted = question.navigation
    if wanted is None and question.tab is not None:
        wanted = "navigate" in (question.actions or ())
    return asked & ~sets.navigating if wanted is False else asked


def _check(sort: str, given: Set[str], known: Sequence[str]) -> None:
    for name in sorted(given - set(known)):
        raise UnknownName(f"there is no {sort}", name, known, there_are(known))


def _check_domains(ground: Ground, given: Set[str], known: Bits) -> None:
    """Refuse a domain that has neither a resource nor a capability that the caller may know of."""
    unknown = sorted(name for name in given if not ground.atlas.sets.domains.get(name, 0) & known)
    for name in unknown:
        if name not in ground.atlas.areas:
            here = {domain for domain, bits in ground.atlas.sets.domains.items() if bits & known}
            areas = here | ground.atlas.areas
            raise UnknownName("nothing active is of the domain", name, areas, there_are(sorted(here)))


def _tiers(ground: Ground, question: Question, fitting: Bits) -> Iterator[_Tier]:
    """Yield what fits, the nearest first; what comes again further away is yielded again."""
    atlas = ground.atlas
    page = None if question.page is None else find_page(atlas, question.page)
    tab = None if question.tab is None else find_tab(atlas, page, question.tab)
    focus = None if question.focus is None else find_resource(atlas, question.focus, _shown_on(atlas, page, tab))
    screen = _Place("tab", tab.id) if tab else _Place("page", page.id) if page else None
    if focus is None and screen is None:
        yield _Tier(fitting)
    above: list[_Tier] = []
    if focus is not None:
        near, far = _around(ground, _Place("focus", focus.id), fitting)
        yield from near
        if not any(tier.offers & ground.atlas.sets.reading for tier in near):
            above += far[:1]
    if screen is not None:
        near, far = _around(ground, screen, fitting)
        yield from near
        above += far
    yield from above


def _shown_on(atlas: Atlas, page: Thing | None, tab: Thing | None) -> Iterator[str]:
    """Yield what a name may be the rest of: what the page and the tab show, and these themselves."""
    pieces = [piece.id for piece in (page, tab) if piece]
    for piece in pieces:
        yield from atlas.shows.get(piece, ())
    yield from pieces


def _around(ground: Ground, place: _Place, fitting: Bits) -> tuple[list[_Tier], list[_Tier]]:
    """Give what fits around a place, and what fits above it."""
    around = ground.around(place.id)

    def tiers(levels: tuple[Level, ...]) -> list[_Tier]:
        return [_Tier(offers, level.links, place) for level in levels if (offers := level.offers & fitting)]

    return tiers(around.within), tiers(around.above)


def _ordered(tiers: Iterator[_Tier], first: Bits) -> Iterator[_Tier]:
    """Leave out what came before, and within a tier put some offers first."""
    seen = 0
    for tier in tiers:
        fresh = tier.offers & ~seen
        seen |= fresh
        for offers in (fresh & first, fresh & ~first):
            if offers:
                yield tier._replace(offers=offers)


def _all(tiers: list[_Tier]) -> Iterator[tuple[int, _Tier]]:
    for tier in tiers:
        for rank in members(tier.offers):
            yield rank, tier


def _offered(ground: Ground, offer: Offer, bit: Bits, tier: _Tier, locales: Sequence[str]) -> Offered:
    return Offered(
        offer.id, in_first(locales, offer.name), in_first(locales, offer.description), offer.risk, offer.confirmation,
        wire_name(offer.id), offer.knowledge, _why(ground, offer, bit, tier),
    )  # fmt: skip


def _why(ground: Ground, offer: Offer, bit: Bits, tier: _Tier) -> str:
    """Say by which resource, on which way, an offer came here."""
    link = next((link for link in tier.links if link.offers & bit), None)
    if link is None:
        resource = next((id for id in offer.resources if id in ground.atlas.things), None)
        return "Applies everywhere." if resource is None else f"Bound to `{resource}`."
    sort, place = tier.place
    if link.way == "above":
        return f"Reads `{link.thing}`, which `{link.via}` is a part of."
    verb = "Bound to" if link.thing in offer.resources else "Leads to"
    if link.way == "itself":
        return f"{verb} `{link.thing}`, the {sort}."
    where = "below" if sort == "focus" else "on"
    there = f"the {sort} `{place}`" if link.via == place else f"`{link.via}`, {where} the {sort} `{place}`,"
    if link.way == "shown":
        return f"{verb} `{link.thing}`, which {there} shows."
    return f"{verb} `{link.thing}`, a part of {there.removesuffix(',')}."
