"""What may be shown of a registry: the public projection of each definition, under every name that it has."""

from functools import cached_property, partial

from alvara.bundle.public import PublicCapability, PublicPolicy, PublicResource
from alvara.bundle.public import public_capability as project_capability
from alvara.bundle.public import public_policy as project_policy
from alvara.bundle.public import public_resource as project_resource
from alvara.registry.holdings import Holdings
from alvara.registry.kept import Kept


class Shown:
    """Public projections by ID, alias or old ID; of several majors the active one. Drafts and the like are not there.

    Each is made when it is first asked for. Threads may share it.
    """

    def __init__(self, holdings: Holdings) -> None:
        """Show what a registry holds."""
        self._holdings = holdings
        self.resources: Kept[PublicResource] = Kept(self._resource, partial(holdings.meant, "resource"))
        self.capabilities: Kept[PublicCapability] = Kept(self._capability, partial(holdings.meant, "capability"))
        self.policies: Kept[PublicPolicy] = Kept(self._policy, partial(holdings.meant, "policy"))

    def _resource(self, id: str) -> PublicResource | None:
        body = self._holdings.body("resource", id)
        return None if body is None else project_resource(body, self._names)

    def _capability(self, id: str) -> PublicCapability | None:
        body = self._holdings.body("capability", id)
        return None if body is None else project_capability(body)

    def _policy(self, id: str) -> PublicPolicy | None:
        body = self._holdings.body("policy", id)
        return None if body is None else project_policy(body)

    @cached_property
    def _names(self) -> dict[str, str]:
        """The ID of each name of a resource: the nearest above a resource is its parent."""
        return {**self._holdings.aliases["resource"], **{id: id for id in self._holdings.ids("resource")}}
