"""What belongs to a scope: the whole application, a domain, an entity, a field or a screen; the nearest first."""

from collections.abc import Iterable, Iterator, Mapping, Set
from itertools import chain
from typing import Literal, NamedTuple

from alvara.identity.ids import Name
from alvara.model.capability import RISKS
from alvara.registry.atlas import SCREENS, Atlas, Thing
from alvara.registry.clearance import Clearance
from alvara.registry.edges import UNSURE
from alvara.registry.offers import Offer
from alvara.registry.places import UnknownName
from alvara.registry.ways import Ways

APPLICATION = "app"
"""The scope that is all of a registry, unless a resource is called so."""

Section = Literal["resources", "capabilities", "policies", "rules", "pages"]
SECTIONS: tuple[Section, ...] = ("resources", "capabilities", "policies", "rules", "pages")
"""The sorts of items, in the order in which those of one distance are told."""

_TELLING = frozenset({"RELATED_TO", "USES", "REQUIRES", "DEPENDS_ON", "VALIDATED_BY", "WORKFLOW"})
"""The relations by which another resource helps to understand one."""

_BINDING_ABOVE = frozenset({"VALIDATED_BY", "WORKFLOW"})
"""Those that hold for the parts of a resource as well."""


_HOLDERS = frozenset({"page", "entity", "domain"})
"""The types that tell what their sections and components are a part of."""


class Item(NamedTuple):
    """Something that belongs to a scope, so many steps from it. A capability is told with the resource it is had by."""

    name: Name
    section: Section
    distance: int
    by: str = ""


class Scope(NamedTuple):
    """A scope by its ID and type, with all that belongs to it and that the caller may know of, the nearest first."""

    id: str
    type: str
    items: tuple[Item, ...]


def find_scope(seen: Clearance, name: str) -> Scope:
    """Find a scope: a resource, a domain of capabilities, or `app`. Raises `UnknownName`.

    Its resources are the thing itself and its parts, a screen's also what it shows. With them come the capabilities
    that somebody was sure to bind to them, the policies on either, and the pages; then what the thing is a part of and
    what it is related to, without what can be done there. Of the screens that show a thing nothing is told.
    """
    atlas, offers = seen.ground.atlas, list(seen.offers())
    thing = atlas.named(name)
    if thing is not None:
        parts = _parts(atlas, thing)
        around = _around(seen, thing, parts)
        here = [offer for offer in offers if not parts.keys().isdisjoint(offer.resources)]
        return Scope(thing.id, thing.type, _ranked(seen, parts, around, here, offers))
    if name == APPLICATION:
        screens = {id: depth for id, depth in atlas.depths.items() if is_screen(atlas, id)}
        rest = {id: depth for id, depth in atlas.depths.items() if id not in screens}
        return Scope(name, "application", _ranked(seen, rest, screens, offers, offers))
    here = [offer for offer in offers if offer.domain == name]
    if not here:
        known = (APPLICATION, *atlas.things, *(offer.domain for offer in offers))
        raise UnknownName("there is no scope", name, known, f"`{APPLICATION}` is the whole application")
    things = {id: 1 for offer in here for id in offer.resources if id in atlas.things}
    return Scope(name, "domain", _ranked(seen, {}, things, here, offers))


def is_screen(atlas: Atlas, id: str) -> bool:
    """Whether a resource is a page or on one: a section may as well be a part of an entity."""
    thing = atlas.things[id]
    if thing.type not in SCREENS:
        return False
    holders = (above.type for above in chain((thing,), atlas.above(id)) if above.type in _HOLDERS)
    return next(holders, "page") == "page"


def _parts(atlas: Atlas, thing: Thing) -> Mapping[str, int]:
    """Give how far below a resource each of its parts is, itself included. Parts of a screen are what it shows, too."""
    found = {thing.id: 0}
    level, distance, screen = [thing.id], 0, is_screen(atlas, thing.id)
    while level:
        distance += 1
        below = [part for id in level for part in atlas.children.get(id, ()) if screen or not is_screen(atlas, part)]
        shown = [part for id in level for part in (atlas.shows.get(id, ()) if screen else ())]
        level = [part for part in dict.fromkeys([*below, *shown]) if part not in found]
        found |= dict.fromkeys(level, distance)
    return found


def _around(seen: Clearance, thing: Thing, parts: Mapping[str, int]) -> Mapping[str, int]:
    """Give how far away is what a thing is a part of, what it is related to, and the rules it shares a policy with."""
    found: dict[str, int] = {}
    above = list(seen.ground.atlas.above(thing.id))
    for distance, whole in enumerate(above, 1):
        found.setdefault(whole.id, distance)
    for source, target in _related(seen.ground.ways, thing.id, _TELLING):
        found.setdefault(target if source == thing.id else source, 1)
    for distance, whole in enumerate(above, 1):
        for source, target in _related(seen.ground.ways, whole.id, _BINDING_ABOVE):
            if source == whole.id:
                found.setdefault(target, distance + 1)
    for policy in _partners(seen, "resource", thing.id, "policy"):
        for id in _partners(seen, "policy", policy, "resource"):
            if seen.ground.atlas.things[id].type == "rule":
                found[id] = 1
    screen = is_screen(seen.ground.atlas, thing.id)
    kept = (id for id in found if id not in parts and (screen or not is_screen(seen.ground.atlas, id)))
    return {id: found[id] for id in kept}


def _related(ways: Ways, id: str, types: Set[str]) -> Iterator[tuple[str, str]]:
    """Yield the two ends of each relation between a resource and another that somebody is sure of."""
    for edge in ways.at(Name("resource", id)):
        if edge.type in types and edge.confidence not in UNSURE and edge.source.kind == edge.target.kind:
            yield edge.source.id, edge.target.id


def _ranked(
    seen: Clearance, things: Mapping[str, int], around: Mapping[str, int], here: Iterable[Offer],
    permitted: Iterable[Offer],
) -> tuple[Item, ...]:  # fmt: skip
    """Gather what belongs to a scope and put the nearest first.

    Only policies that decide on something that the caller may use are told: others would tell what else there is.
    """
    atlas, protection = seen.ground.atlas, seen.ground.ways.protection
    deciding = {policy for offer in permitted for policy in protection.get(offer.id, ())}
    items = {Name("resource", id): _thing(atlas, id, distance) for id, distance in {**around, **things}.items()}
    risks: dict[str, int] = {}
    for offer in here:
        near = min(((things[id], id) for id in offer.resources if id in things), default=(0, ""))
        name = Name("capability", offer.id)
        items[name] = Item(name, "capabilities", *near)
        risks[offer.id] = RISKS.index(offer.risk)
        for policy in protection.get(offer.id, ()):
            _put(items, Name("policy", policy), "policies", near[0])
        for page in offer.knowledge:
            _put(items, Name("page", page), "pages", near[0])
    for id, distance in things.items():
        for policy in _partners(seen, "resource", id, "policy"):
            if policy in deciding:
                _put(items, Name("policy", policy), "policies", distance)
        for page in _partners(seen, "resource", id, "page"):
            _put(items, Name("page", page), "pages", distance)
    screens = {id for id in (*things, *around) if is_screen(atlas, id)}
    last = screens if screens.isdisjoint(id for id, distance in things.items() if distance == 0) else set[str]()

    def rank(item: Item) -> tuple[bool, int, int, int, str]:
        screen = item.section == "resources" and item.name.id in last
        risk = risks[item.name.id] if item.section == "capabilities" else 0
        return screen, item.distance, SECTIONS.index(item.section), risk, item.name.id

    return tuple(sorted(items.values(), key=rank))


def _thing(atlas: Atlas, id: str, distance: int) -> Item:
    return Item(Name("resource", id), "rules" if atlas.things[id].type == "rule" else "resources", distance)


def _put(items: dict[Name, Item], name: Name, section: Section, distance: int) -> None:
    """Add an item, or bring one nearer that is there."""
    known = items.get(name)
    if known is None or distance < known.distance:
        items[name] = Item(name, section, distance)


def _partners(seen: Clearance, kind: str, id: str, other: str) -> Iterator[str]:
    """Yield what of another kind something is bound to, and the caller may know of."""
    for partner in seen.ground.holdings.partners.get(Name(kind, id), ()):
        if partner.kind == other and seen.ground.ways.sees(partner) and seen.knows(partner):
            yield partner.id
