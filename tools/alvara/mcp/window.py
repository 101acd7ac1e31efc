"""A registry as one caller sees it: what they may not ask for is not named to them."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from alvara.bundle.public import Projection, PublicCapability, PublicPolicy, PublicResource
from alvara.decode.capability import references_of as references_of_capability
from alvara.decode.resource import references_of as references_of_resource
from alvara.identity.ids import Name
from alvara.model.reference import Reference
from alvara.registry.caller import ANYBODY, Caller
from alvara.registry.locales import in_first
from alvara.runtime.registry import Registry

P = TypeVar("P", bound=Projection)


class Window:
    """Answers from a registry to one caller. Nothing of it changes, and threads may share it.

    Arguments of a call never widen what the caller may know of. `asking` are the keywords that tell a question of the
    registry who asks.
    """

    def __init__(self, registry: Registry, caller: Caller = ANYBODY, locale: str | None = None) -> None:
        """Look at a registry as somebody, who prefers a language."""
        self.registry = registry
        self.caller = caller
        self.locale = locale
        self.asking: Mapping[str, Any] = caller._asdict()
        self._clearance = registry.clearance(**self.asking)

    def resource(self, name: str) -> PublicResource | None:
        """Give a resource."""
        return self._cleared(self.registry.get_resource(name), references_of_resource)

    def capability(self, name: str) -> PublicCapability | None:
        """Give a capability; None also where the caller may not know of it."""
        found = self.registry.get_capability(name)
        known = found if found is not None and self.knows("capability", found.id) else None
        return self._cleared(known, references_of_capability)

    def policy(self, name: str) -> PublicPolicy | None:
        """Give a policy; None also where the caller may not know of it."""
        found = self.registry.get_policy(name)
        return found if found is not None and self.knows("policy", found.id) else None

    def knows(self, kind: str, id: str) -> bool:
        """Whether the caller may know of something."""
        return self._clearance.knows(Name(kind, id))

    def capabilities_of(self, resource: str) -> list[str]:
        """List the capabilities that a resource is bound to, as far as the caller may know of them, by ID."""
        bound = (capability.id for capability in self.registry.get_capabilities(resource))
        return [id for id in bound if self.knows("capability", id)]

    def ids(self, kind: str) -> list[str]:
        """List the IDs of a kind that the caller may know of, sorted."""
        return [each.id for each in self.registry.find(kinds=kind) if self.knows(kind, each.id)]

    def tell(self, text: str | Mapping[str, str]) -> str:
        """Give a text in the first of the caller's languages that it has, else in any; empty where there is none."""
        asked = (self.locale,) if self.locale else ()
        return in_first((*asked, *self.registry.locales), text) if text else ""

    def _cleared(self, found: P | None, references_of: Callable[[Mapping[str, Any]], list[Reference]]) -> P | None:
        """Leave out of a projection the references to what the caller may not know of."""
        if found is None or self.caller == ANYBODY:
            return found
        said: Any = found.as_json()
        hidden = [each.pointer[:2] for each in references_of(said) if not self._clearance.may_follow(each)]
        for key, at in reversed(hidden):  # from the end, where lists are shortened
            del said[key][at]
        return found.read(said)
