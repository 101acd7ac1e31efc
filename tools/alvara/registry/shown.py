"""What may be shown of a registry: the public projection of each definition, under every name that it has."""

from collections.abc import Callable
from functools import cached_property, partial
from typing import Generic, TypeVar

from alvara.bundle.public import PublicCapability, PublicPolicy, PublicResource
from alvara.bundle.public import public_capability as project_capability
from alvara.bundle.public import public_policy as project_policy
from alvara.bundle.public import public_resource as project_resource
from alvara.registry.holdings import Holdings

T = TypeVar("T")


class Known(dict[str, "T | None"], Generic[T]):
    """Values by every name of a thing, worked out when they are first asked for.

    To ask again costs what a dict does, also where there is nothing to tell of a thing. A name that nobody knows is not
    kept: whoever asks makes those up.
    """

    def __init__(self, meant: Callable[[str], str | None], make: Callable[[str], T | None]) -> None:
        """Take what gives the ID that a name stands for, and what works the value of an ID out; None where is none."""
        super().__init__()
        self._meant = meant
        self._make = make

    def __missing__(self, name: str) -> T | None:
        """Work a value out."""
        id = self._meant(name)
        if id is None:
            return None
        value = self._make(id) if id == name else self[id]
        self[name] = value
        return value


class Shown:
    """Public projections by ID, alias or old ID; of several majors the active one. Drafts and the like are not there.

    Each is made when it is first asked for. Threads may share it.
    """

    def __init__(self, holdings: Holdings) -> None:
        """Show what a registry holds."""
        self._holdings = holdings
        self.resources: Known[PublicResource] = Known(partial(holdings.meant, "resource"), self._resource)
        self.capabilities: Known[PublicCapability] = Known(partial(holdings.meant, "capability"), self._capability)
        self.policies: Known[PublicPolicy] = Known(partial(holdings.meant, "policy"), self._policy)

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
