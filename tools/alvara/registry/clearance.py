"""What one caller may know of: everything else is as if it were not there."""

from collections.abc import Iterator
from functools import cached_property

from alvara.identity.ids import Name
from alvara.model.reference import Reference
from alvara.registry.caller import ANYBODY, Caller
from alvara.registry.edges import Edge
from alvara.registry.ground import Ground
from alvara.registry.offers import Offer


class Clearance:
    """What a caller may know of in one registry. Nothing of it changes, and threads may share it.

    A capability is known to whoever may ask for it, be it active or deprecated; a policy to whoever may know of a
    capability that it is attached to, since others would tell what else there is. Resources and pages are known to all.
    From somebody of whom nothing was said, nothing is kept.
    """

    def __init__(self, ground: Ground, caller: Caller) -> None:
        """Look at a registry as somebody."""
        self.caller = caller
        self.ground = ground

    def knows(self, name: Name) -> bool:
        """Whether the caller may know of something, by its ID."""
        if self.caller == ANYBODY:
            return True
        if name.kind == "capability":
            requirement = self.ground.atlas.requirements.get(name.id)
            return requirement is not None and self.caller.meets(requirement)
        return name.kind != "policy" or name.id in self._policies

    def may_follow(self, reference: Reference) -> bool:
        """Whether the caller may know of what a reference leads to."""
        return self.knows(self.ground.ways.name_of(reference))

    def offers(self) -> Iterator[Offer]:
        """Yield the active capabilities that the caller may ask for, by ID."""
        return (offer for offer in self.ground.atlas.offers if self.caller.meets(offer.requirement))

    def at(self, name: Name) -> tuple[Edge, ...]:
        """Give the edges that begin or end at a thing, as `Ways.at` does, between what the caller may know of."""
        edges = self.ground.ways.at(name)
        if self.caller == ANYBODY:
            return edges
        return tuple(edge for edge in edges if self.knows(edge.source) and self.knows(edge.target))

    def meant(self, kind: str, name: str) -> Name | None:
        """Give what a name stands for; None where it is nothing that the caller may know of.

        A page that is kept elsewhere is known by what leads to it.
        """
        found = self.ground.ways.meant(kind, name)
        if found is None or not self.knows(found):
            return None
        return found if kind != "page" or name in self.ground.holdings.pages or self.at(found) else None

    @cached_property
    def _policies(self) -> frozenset[str]:
        """The policies that the caller may know of, by ID."""
        protection = self.ground.ways.protection.items()
        return frozenset(
            policy for capability, policies in protection if self.knows(Name("capability", capability))
            for policy in policies
        )  # fmt: skip
