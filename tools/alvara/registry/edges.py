"""Every relation and binding of a registry as one typed edge, whichever side wrote it down."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from alvara.identity.ids import Name
from alvara.model.reference import Reference
from alvara.workspace.ancestry import parent_of
from alvara.workspace.attachment import capabilities_under
from alvara.workspace.entity import Entity
from alvara.workspace.references import targets
from alvara.workspace.workspace import View

TYPES = (
    "CONTAINS", "BELONGS_TO", "DOCUMENTED_BY", "UPDATED_BY", "ADD", "REMOVE", "USES", "REQUIRES", "DEPENDS_ON",
    "PROTECTED_BY", "AUTHORIZED_BY", "VALIDATED_BY", "VERIFIED_BY", "WORKFLOW", "NAVIGATES_TO", "RELATED_TO",
    "SHOWN_BY", "EXPOSED_BY", "IMPLEMENTED_BY", "REPLACED_BY",
)  # fmt: skip
"""In the order in which they are shown. All but VERIFIED_BY, SHOWN_BY and REPLACED_BY can be written as relations."""

CONFIDENCES = ("SYSTEM_GENERATED", "VERIFIED", "MANUAL", "INFERRED", "DRAFT", "DEPRECATED")
"""From what the registry itself knows to what is on its way out."""

UNSURE = frozenset({"INFERRED", "DRAFT"})
"""What nobody has looked at yet: it is shown, and nothing is concluded from it."""

_OUT, _BACK = True, False
_MEANINGS: dict[tuple[str, str], tuple[str, bool]] = {
    ("capability", "semanticIds"): ("USES", _OUT),
    ("capability", "target"): ("USES", _OUT),
    ("capability", "step"): ("USES", _OUT),
    ("capability", "knowledge"): ("DOCUMENTED_BY", _OUT),
    ("capability", "verification"): ("VERIFIED_BY", _OUT),
    ("capability", "navigation"): ("NAVIGATES_TO", _OUT),
    ("capability", "replacedBy"): ("REPLACED_BY", _OUT),
    ("resource", "capabilityRefs"): ("USES", _BACK),
    ("resource", "policyRefs"): ("PROTECTED_BY", _OUT),
    ("resource", "knowledge"): ("DOCUMENTED_BY", _OUT),
    ("resource", "uiRefs"): ("SHOWN_BY", _OUT),
    ("resource", "apiRefs"): ("EXPOSED_BY", _OUT),
    ("resource", "sourceRefs"): ("IMPLEMENTED_BY", _OUT),
    ("resource", "replacedBy"): ("REPLACED_BY", _OUT),
    ("policy", "appliesTo"): ("PROTECTED_BY", _BACK),
    ("policy", "replacedBy"): ("REPLACED_BY", _OUT),
    ("page", "subject"): ("DOCUMENTED_BY", _BACK),
    ("page", "capabilityRefs"): ("DOCUMENTED_BY", _BACK),
    ("page", "policyRefs"): ("DOCUMENTED_BY", _BACK),
}
"""What a reference says, by who makes it and under which key, and whether it says so of its maker or of its target.

A parent is an edge of its own. Links in prose mention and do not bind, and the entity of a page is that of its subject.
"""


class Edge(NamedTuple):
    """One thing's relation to another."""

    source: Name
    target: Name
    type: str
    confidence: str


NameOf = Callable[[Reference], Name]
"""Names what a reference leads to."""


def edges_of(entities: Iterable[Entity], view: View) -> list[Edge]:
    """List the edges between things, sorted as `settle` says."""

    def meant(reference: Reference) -> Name:
        return name_of(reference, view)

    listed = [(Name(entity.kind, entity.id), entity) for entity in entities]
    related = [edge for own, entity in listed for edge in relations(own, entity.references, meant)]
    bound = [edge for own, entity in listed for edge in bindings(own, entity.references, meant)]
    for own, entity in listed:
        if own.kind == "resource" and (parent := parent_of(entity, view)):
            stated = any(reference.role == "parentId" for reference in entity.references)
            bound.append(part(Name("resource", parent.id), own, stated=stated))
        if own.kind == "policy":
            bound += [protection(Name("capability", c.id), own) for c in capabilities_under(entity, view)]
    return settle(related, bound)


def relations(own: Name, references: Iterable[Reference], meant: NameOf) -> Iterator[Edge]:
    """Yield what a definition says in its own words of its relations to others."""
    for reference in references:
        if reference.role == "relation":
            yield Edge(own, meant(reference), reference.relation, reference.confidence)


def bindings(own: Name, references: Iterable[Reference], meant: NameOf) -> Iterator[Edge]:
    """Yield what a definition is bound to by the keys that its references stand under."""
    for reference in references:
        meaning = _MEANINGS.get((own.kind, reference.role))
        if meaning is not None:
            type, outward = meaning
            other = meant(reference)
            yield Edge(*((own, other) if outward else (other, own)), type, reference.confidence)


def part(whole: Name, own: Name, *, stated: bool) -> Edge:
    """Give the edge to a resource from what it is a part of; where nobody stated that, its ID says so."""
    return Edge(whole, own, "CONTAINS", "MANUAL" if stated else "SYSTEM_GENERATED")


def protection(capability: Name, policy: Name) -> Edge:
    """Give the edge from a capability to a policy that is attached to it, which the registry works out."""
    return Edge(capability, policy, "PROTECTED_BY", "SYSTEM_GENERATED")


def settle(related: Sequence[Edge], bound: Iterable[Edge]) -> list[Edge]:
    """Bring relations and bindings together, each edge once, by type and then by name.

    Where somebody who is sure says in their own words what two things have to do with each other, the mere fact that
    they are bound is left out. An edge that both sides wrote down has the better confidence of the two.
    """
    spoken = {frozenset((edge.source, edge.target)) for edge in related if edge.confidence not in UNSURE}
    best: dict[tuple[Name, Name, str], str] = {}
    for source, target, type, confidence in [*related, *(e for e in bound if frozenset(e[:2]) not in spoken)]:
        if source != target:
            known = best.get((source, target, type), confidence)
            best[source, target, type] = min(known, confidence, key=CONFIDENCES.index)
    return sorted((Edge(*key, confidence) for key, confidence in best.items()), key=order_of)


def order_of(edge: Edge) -> tuple[int, Name, Name]:
    """Give the place of an edge among others: by type, then by name."""
    return TYPES.index(edge.type), edge.target, edge.source


def name_of(reference: Reference, view: View) -> Name:
    """Name what a reference leads to: by its ID where it exists, else as the author wrote it."""
    found = targets(reference, view)
    meant = found[0] if found else None
    return wanted(reference) if meant is None else Name(meant.kind, meant.id)


def wanted(reference: Reference) -> Name:
    """Name what a reference asks for, as the author wrote it."""
    return Name("policy" if reference.kind == "guard" else reference.kind, reference.target)
