"""Which capabilities a copy could be composed of where none makes one: a hint for planners, and nothing that runs."""

from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Any, Literal, NamedTuple

from alvara.identity.ids import Name
from alvara.registry.clearance import Clearance
from alvara.registry.edges import UNSURE
from alvara.registry.ground import Ground
from alvara.registry.offers import Offer
from alvara.workspace.subjects import Body

NOTE = (
    "A hint, not a capability: nothing runs it as a whole. Each step is asked for, decided on and confirmed by itself, "
    "and whether a copy is allowed at all stands in the documents."
)
"""What is said of every plan, for whoever reads it."""

_PARTS = frozenset({"collection", "section"})
"""The types of resources that a record may have many of, or that are filled in by themselves."""


class Need(NamedTuple):
    """An input that a step requires. `source` says where it comes from.

    That is `record`, the one that is copied; `user`, who has to say; or the capability of an earlier step, whose output
    has it under the same name.
    """

    input: str
    source: str


class PlanStep(NamedTuple):
    """One capability of a plan, what it works on, and what it needs from before; a part is copied item by item."""

    phase: Literal["READ", "CREATE", "COPY PARTS"]
    capability: str
    resource: str
    needs: tuple[Need, ...]


class PlanHint(NamedTuple):
    """How a copy of a resource could be composed. `documents` are pages on it and on the parts that are copied."""

    resource: str
    steps: tuple[PlanStep, ...]
    documents: tuple[str, ...]
    note: str = NOTE


class _Means(NamedTuple):
    """What a plan is made of: the capabilities that the caller may use, and everything around."""

    ground: Ground
    usable: frozenset[str]

    def body(self, offer: Offer) -> Body:
        """Decode the definition of a capability."""
        return self.ground.holdings.body("capability", offer.id) or {}

    def output(self, offer: Offer) -> Mapping[str, Any]:
        """Give the properties of what a capability answers."""
        schema = self.body(offer).get("outputSchema", {})
        found: Mapping[str, Any] = schema.get("properties", {}) if isinstance(schema, Mapping) else {}
        return found

    def offers_of(self, resource: str) -> Sequence[Offer]:
        """List what may be used on a resource."""
        return [offer for offer in self.ground.atlas.offers_of.get(resource, ()) if offer.id in self.usable]


def plan_copy(seen: Clearance, resource: str) -> PlanHint | None:
    """Say how a copy of a resource could be composed, out of typed facts alone.

    It takes a capability that reads one record of it and one that creates one; for each collection or section of it
    that has one to list, or to read, and one to add to it, the parts are copied. None where that is not had, where the
    caller may not use it, and where the registry has a capability that makes copies: then that one is asked for, and a
    plan would be a way around it.
    """
    means = _Means(seen.ground, frozenset(offer.id for offer in seen.offers()))
    thing = seen.ground.atlas.named(resource)
    if thing is None or any(_copies(means, offer, thing.id) for offer in seen.ground.atlas.offers_of.get(thing.id, ())):
        return None
    offers = means.offers_of(thing.id)
    read = _first(o for o in offers if o.action == "get" and o.on_record and o.target in (thing.id, ""))
    create = _first(o for o in offers if o.action == "create" and not o.on_record and o.target in (thing.id, ""))
    if read is None or create is None:
        return None
    steps = [
        PlanStep("READ", read.id, thing.id, tuple(_needs(means, read, {}, record="record"))),
        PlanStep("CREATE", create.id, thing.id, tuple(_needs(means, create, {read.id: means.output(read).keys()}))),
    ]
    copied = [thing.id]
    for part in _parts(means, thing.id):
        pair = _pair(means, part, read)
        if pair is not None:
            lister, adder = pair
            if lister.id != read.id:
                needs = _needs(means, lister, {}, record="record")
                steps.append(PlanStep("COPY PARTS", lister.id, part, tuple(needs)))
            items = {lister.id: _items(means, lister, part)}
            needs = _needs(means, adder, items, record=create.id)
            steps.append(PlanStep("COPY PARTS", adder.id, part, tuple(needs)))
            copied.append(part)
    return PlanHint(thing.id, tuple(steps), _documents(means, copied))


def _copies(means: _Means, offer: Offer, resource: str) -> bool:
    """Whether a capability makes a new record out of one that is there: it names one, or reads one on its way."""
    if offer.action != "create":
        return False
    steps = {step["capability"] for step in means.body(offer).get("steps", ())}
    reads = any(other.id in steps and other.action == "get" for other in means.ground.atlas.offers_of.get(resource, ()))
    return reads or (offer.on_record and offer.target == resource)


def _first(offers: Iterator[Offer]) -> Offer | None:
    return next(offers, None)


def _parts(means: _Means, resource: str) -> Iterator[str]:
    """Yield the collections and sections that a resource contains, sorted."""
    contained = {
        edge.target.id
        for edge in means.ground.ways.at(Name("resource", resource))
        if edge.type == "CONTAINS" and edge.source.id == resource and edge.confidence not in UNSURE
    }
    yield from sorted(id for id in contained if means.ground.atlas.things[id].type in _PARTS)


def _pair(means: _Means, part: str, read: Offer) -> tuple[Offer, Offer] | None:
    """Give what lists the items of a part, or reads them with the whole, and what adds one; None where one is missing.

    What adds is told by the relation ADD, or creates items of the part itself.
    """
    offers = means.offers_of(part)
    added = {
        edge.target.id
        for edge in means.ground.ways.at(Name("resource", part))
        if edge.type == "ADD" and edge.source.id == part and edge.confidence not in UNSURE
    }
    adder = _first(o for o in offers if o.id in added) or _first(o for o in offers if o.action == "create")
    lister = _first(o for o in offers if o.action == "list") or _first(o for o in offers if o.id == read.id)
    return None if adder is None or lister is None else (lister, adder)


def _needs(means: _Means, offer: Offer, outputs: Mapping[str, Set[str]], record: str = "user") -> Iterator[Need]:
    """Yield the inputs that a capability requires. The one that names the record which it works on is `record`."""
    body = means.body(offer)
    target = body.get("target", {}).get("idFrom", "").removeprefix("input.")
    for name in body["inputSchema"].get("required", ()):
        source = next((id for id, names in outputs.items() if name in names), "user")
        yield Need(name, record if name == target else source)


def _items(means: _Means, offer: Offer, part: str) -> Set[str]:
    """List what the items of a part have in an answer: those of the list that is called so, or of any."""
    lists = {name: s["items"] for name, s in means.output(offer).items() if isinstance(s, Mapping) and "items" in s}
    own = part.rpartition(".")[2]
    items = [lists[own]] if own in lists else lists.values()
    return {name for each in items if isinstance(each, Mapping) for name in each.get("properties", ())}


def _documents(means: _Means, resources: Sequence[str]) -> tuple[str, ...]:
    """List the pages that are bound to some resources, those of the first first."""
    edges = (edge for id in resources for edge in means.ground.ways.at(Name("resource", id)))
    return tuple(dict.fromkeys(edge.target.id for edge in edges if edge.type == "DOCUMENTED_BY"))
