"""Who is where: what each resource is a part of, on which screen, and which capabilities it has."""

from collections.abc import Iterator, Mapping, Set
from functools import cached_property
from sys import intern
from typing import Any, NamedTuple

from alvara.bundle.public import STATUSES, is_public_resource, shown_confirmation
from alvara.bundle.wire import freeze
from alvara.identity.ids import prefixes
from alvara.registry.caller import Requirement, requirement_of
from alvara.registry.edges import UNSURE
from alvara.registry.holdings import Holdings
from alvara.registry.offer_sets import OfferSets, sort_out
from alvara.registry.offers import Offer
from alvara.workspace.subjects import Body

SCREENS = frozenset({"page", "section", "component"})
"""The types of resources that a screen is made of."""

_BINDING = frozenset({"UPDATED_BY", "ADD", "REMOVE"})
"""The relations that lead from a resource to a capability."""


class Thing(NamedTuple):
    """A resource that models may know of. All that it names are IDs; `parent` is empty where there is none.

    `shown_by` are the pages, sections and components of the screen that it is on, where somebody was `sure` of it.
    """

    id: str
    type: str
    parent: str
    shown_by: tuple[str, ...]
    sure: bool = True


class _Survey(NamedTuple):
    """What one look at every resource leaves: what it is, and with which capabilities it names for sure."""

    things: dict[str, Thing]
    named: list[tuple[str, str]]


class Atlas:
    """The resources and the active capabilities of a registry, with the ways between them.

    Each part is worked out when it is first asked for; nothing of it changes afterwards, and threads may share it.
    """

    def __init__(self, holdings: Holdings) -> None:
        """Survey what a registry holds."""
        self._holdings = holdings
        self._survey: _Survey | None = None

    @cached_property
    def things(self) -> Mapping[str, Thing]:
        """The resources that models may know of, by ID, sorted."""
        return self._surveyed().things

    @cached_property
    def areas(self) -> Set[str]:
        """The first segments of the IDs of all resources: domains that every caller may know of."""
        return {id.partition(".")[0] for id in self.things}

    def named(self, name: str) -> Thing | None:
        """Give the resource that an ID, an alias or an old ID stands for; None where models may know of none."""
        id = self._holdings.meant("resource", name)
        return None if id is None else self.things.get(id)

    @cached_property
    def children(self) -> Mapping[str, tuple[str, ...]]:
        """The resources that each is the parent of, sorted."""
        found: dict[str, list[str]] = {}
        for thing in self.things.values():
            if thing.parent:
                found.setdefault(thing.parent, []).append(thing.id)
        return {id: tuple(below) for id, below in found.items()}

    @cached_property
    def shows(self) -> Mapping[str, tuple[str, ...]]:
        """The resources that each page, section or component of a screen shows for sure, sorted."""
        found: dict[str, list[str]] = {}
        for thing in self.things.values():
            for shown_by in thing.shown_by:
                found.setdefault(shown_by, []).append(thing.id)
        return {id: tuple(shown) for id, shown in found.items()}

    @cached_property
    def offers(self) -> tuple[Offer, ...]:
        """The active capabilities, by ID."""
        extra: dict[str, list[str]] = {}
        for resource, capability in self._surveyed().named:
            extra.setdefault(capability, []).append(resource)
        found: list[Offer] = []
        pages: dict[str, list[str]] = {}
        for page in self._holdings.pages.values():
            for name in page.get("capabilities", ()):
                pages.setdefault(self._holdings.meant("capability", name) or name, []).append(page["id"])
        for id in self._holdings.ids("capability"):
            body = self._holdings.body("capability", id)
            if body is not None and body["status"] == "active":
                found.append(self._offer(len(found), body, extra.get(id, []), pages.get(id, [])))
        return tuple(found)

    @cached_property
    def sets(self) -> OfferSets:
        """The active capabilities as sets of bits."""
        return sort_out(self.offers)

    @cached_property
    def requirements(self) -> Mapping[str, Requirement]:
        """What each capability requires that models may know of, active or deprecated, by ID."""
        found = {offer.id: offer.requirement for offer in self.offers}
        for id in self._holdings.ids("capability"):
            if id not in found:
                body = self._holdings.body("capability", id)
                if body is not None and body["status"] in STATUSES:
                    found[id] = requirement_of(body["authorization"])
        return found

    @cached_property
    def offers_of(self) -> Mapping[str, tuple[Offer, ...]]:
        """The active capabilities that each resource is bound to by somebody who was sure, by ID."""
        found: dict[str, list[Offer]] = {}
        for offer in self.offers:
            for resource in offer.resources:
                found.setdefault(resource, []).append(offer)
        return {id: tuple(offers) for id, offers in found.items()}

    def above(self, id: str) -> Iterator[Thing]:
        """Yield what a resource is a part of, the nearest first; a ring ends where it would begin anew."""
        seen = {id}
        thing = self.things.get(id)
        while thing is not None and thing.parent and thing.parent not in seen:
            seen.add(thing.parent)
            thing = self.things.get(thing.parent)
            if thing is not None:
                yield thing

    @cached_property
    def depths(self) -> Mapping[str, int]:
        """Of how many others each resource is a part, as `above` yields them."""
        found: dict[str, int] = {}
        for id in self.things:
            trail: dict[str, int] = {}
            here = id
            while here in self.things and here not in found and here not in trail:
                trail[here] = len(trail)
                here = self.things[here].parent
            if here in trail:
                ring = len(trail) - trail[here]
                found.update((other, ring - 1) for other, place in trail.items() if place >= trail[here])
            depth = found.get(here, -1)
            for other in reversed(trail):
                if other not in found:
                    depth = found[other] = depth + 1
        return {id: found[id] for id in self.things}

    def below(self, id: str) -> Iterator[str]:
        """Yield the IDs of a resource and of all its parts, each once."""
        seen, waiting = {id}, [id]
        while waiting:
            here = waiting.pop()
            yield here
            fresh = [child for child in reversed(self.children.get(here, ())) if child not in seen]
            seen.update(fresh)
            waiting += fresh

    def bodies(self) -> Iterator[Body]:
        """Decode the resources that models may know of, by ID. The first that comes to the end has surveyed them."""
        survey = _Survey({}, [])
        for body in self._holdings.bodies("resource"):
            if is_public_resource(body):
                if self._survey is None:
                    self._note(survey, body)
                yield body
        if self._survey is None:
            self._survey = survey

    def _surveyed(self) -> "_Survey":
        if self._survey is None:
            for _ in self.bodies():
                pass
        assert self._survey is not None, "it was read to the end"
        return self._survey

    def _note(self, survey: "_Survey", body: Body) -> None:
        """Note what a resource is, and which capabilities it names for sure."""
        id = body["id"]
        sure = body["confidence"] not in UNSURE
        shown_by = [self._holdings.meant("resource", ref) for ref in body.get("uiRefs", ()) if sure]
        type = intern(body["type"])
        survey.things[id] = Thing(id, type, self._parent(body), tuple(filter(None, shown_by)), sure)
        for name in _capabilities_of(body) if sure else ():
            capability = self._holdings.meant("capability", name)
            if capability is not None:
                survey.named.append((id, capability))

    def _parent(self, body: Mapping[str, Any]) -> str:
        if "parentId" in body:
            return self._holdings.meant("resource", body["parentId"]) or ""
        above = (self._holdings.meant("resource", name) for name in reversed(prefixes(body["id"])))
        return next((id for id in above if id is not None and id != body["id"]), "")

    def _offer(self, number: int, body: Mapping[str, Any], named_by: list[str], pages: list[str]) -> Offer:
        own = (self._holdings.meant("resource", name) for name in body.get("semanticIds", ()))
        led_to = (self._holdings.meant("resource", name) for name in _pages_of(body.get("navigation", {})))
        target = body.get("target", {})
        return Offer(
            number=number, id=body["id"], domain=body["domain"], action=body["action"], type=body["type"],
            risk=body["risk"], resources=tuple(dict.fromkeys([*filter(None, own), *named_by])),
            requirement=requirement_of(body["authorization"]),
            target=self._holdings.meant("resource", target.get("resource", "")) or "",
            pages=tuple(filter(None, led_to)), on_record="idFrom" in target, name=freeze(body["name"]),
            description=freeze(body["description"]), confirmation=freeze(_confirmation_of(body)),
            knowledge=tuple(dict.fromkeys([*body.get("knowledgeReferences", ()), *pages])),
        )  # fmt: skip


def _capabilities_of(body: Mapping[str, Any]) -> Iterator[str]:
    """Yield the capabilities that a resource says for sure that it is bound to."""
    for item in body.get("capabilityRefs", ()):
        if isinstance(item, str):
            yield item
        elif item.get("confidence", "MANUAL") not in UNSURE:
            yield item["ref"]
    for relation in body.get("relations", ()):
        if relation["type"] in _BINDING and relation.get("confidence", "MANUAL") not in UNSURE:
            yield relation["target"]


def _pages_of(navigation: Mapping[str, Any]) -> Iterator[str]:
    """Name what a navigation leads to: page `x` is the resource `ui.x`, its tab `y` is `ui.x.y`."""
    if "page" in navigation:
        yield f"ui.{navigation['page']}"
        if "tab" in navigation:
            yield f"ui.{navigation['page']}.{navigation['tab']}"


def _confirmation_of(body: Body) -> dict[str, Any] | None:
    """Give what models may know of how a capability is confirmed; whoever says nothing of it does not always ask."""
    said = shown_confirmation(body)
    return None if said is None else {"required": False, **said}
