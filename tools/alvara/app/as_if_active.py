"""What decides on each capability of a registry if all that it defines were active: so scenarios see it."""

from alvara.app.charters import Decidable, charter_for
from alvara.decisions.charter import ACTIVE, Charter
from alvara.decisions.clauses import nowhere
from alvara.diagnostics.site import Pointer
from alvara.model.policy import DECIDING
from alvara.workspace.entity import Entity


class AsIfActive:
    """The charters of a registry, each compiled when it is first asked for."""

    def __init__(self, registry: Decidable) -> None:
        """Look at a registry. Where a condition stands is found later, if there is something to say of it."""
        self._registry = registry._replace(place=lambda entity, pointer: nowhere(entity.kind, entity.id, pointer))
        self._charters: dict[tuple[str, Pointer], Charter] = {}
        self._attached: set[tuple[str, Pointer]] = set()

    def charter(self, capability: Entity) -> Charter:
        """Compile what decides on a capability. Raises `Undecidable`."""
        place = capability.path, capability.pointer
        if place not in self._charters:
            self._charters[place] = charter_for(self._registry, capability, ACTIVE, self._decides)
        return self._charters[place]

    def counts(self, policy: Entity) -> bool:
        """Whether a policy decides: a draft does where no version of it is in use yet."""
        if policy.status in DECIDING:
            return True
        others = self._registry.view.definitions("policy", policy.id)
        return policy.status == "draft" and not any(other.status in DECIDING for other in others)

    def is_attached(self, policy: Entity) -> bool:
        """Whether a policy decides on a capability that was asked for."""
        return (policy.path, policy.pointer) in self._attached

    def _decides(self, policy: Entity) -> bool:
        counts = self.counts(policy)
        if counts:
            self._attached.add((policy.path, policy.pointer))
        return counts
