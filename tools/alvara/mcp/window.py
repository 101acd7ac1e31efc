"""A registry as one caller sees it: what they may not ask for is not named to them."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from alvara.bundle.public import PublicCapability, PublicPolicy, PublicResource
from alvara.mcp.caller import Caller
from alvara.registry.edges import Edge
from alvara.registry.edges import Name as Node
from alvara.registry.graph import Graph
from alvara.registry.locales import in_first
from alvara.runtime.registry import Registry

_EVERYTHING = 1 << 30


class Window:
    """Answers from a registry to one caller. Nothing of it changes, and threads may share it."""

    def __init__(self, registry: Registry, caller: Caller) -> None:
        """Look at a registry as somebody."""
        self.registry = registry
        self.caller = caller

    @property
    def locales(self) -> tuple[str, ...]:
        """The languages to tell a text in, the best first."""
        asked = (self.caller.locale,) if self.caller.locale else ()
        return (*asked, *self.registry.locales)

    def resource(self, name: str) -> dict[str, Any] | None:
        """Give a resource as JSON, without the capabilities that the caller may not know of."""
        found = self.registry.get_resource(name)
        return None if found is None else self._cleared(found)

    def capability(self, name: str) -> PublicCapability | None:
        """Give a capability; None also where the caller may not know of it."""
        found = self.registry.get_capability(name)
        return found if found is not None and self.knows(found.id) else None

    def policy(self, name: str) -> PublicPolicy | None:
        """Give a policy."""
        return self.registry.get_policy(name)

    def knows(self, capability: str) -> bool:
        """Whether the caller may know of a capability, by its ID."""
        return self._offered is None or capability in self._offered

    def capabilities_of(self, resource: str) -> list[PublicCapability]:
        """List the capabilities that a resource is bound to, as far as the caller may know of them."""
        return [each for each in self.registry.get_capabilities(resource) if self.knows(each.id)]

    def ids(self, kind: str) -> list[str]:
        """List the IDs of a kind that the caller may know of, sorted."""
        return [each.id for each in self.registry.find(kinds=kind) if kind != "capability" or self.knows(each.id)]

    def tell(self, text: str | Mapping[str, str]) -> str:
        """Give a text in the first of the caller's languages that it has, else in any; empty where there is none."""
        return in_first(self.locales, text) if text else ""

    def graph(self, graph: Graph) -> Graph:
        """Leave out of a graph what the caller may not know of."""
        hidden = {node.name for node in graph.nodes if not self._shows(node.name)}

        def shown(edge: Edge) -> bool:
            return edge.source not in hidden and edge.target not in hidden

        nodes = tuple(node for node in graph.nodes if node.name not in hidden)
        roots = tuple(root for root in graph.roots if root not in hidden)
        return Graph(roots, nodes, tuple(filter(shown, graph.edges)))

    def _shows(self, name: Node) -> bool:
        return name.kind != "capability" or self.knows(name.id)

    def _cleared(self, resource: PublicResource) -> dict[str, Any]:
        said = resource.as_json()
        if self._offered is not None:
            for key, field in (("capabilityRefs", "ref"), ("relations", "target")):
                if key in said:
                    said[key] = [item for item in said[key] if self._may_name(item, field)]
        return said

    def _may_name(self, item: str | Mapping[str, str], field: str) -> bool:
        name = item if isinstance(item, str) else item[field]
        capability = self.registry.get_capability(name)
        return capability is None or self.knows(capability.id)

    @cached_property
    def _offered(self) -> frozenset[str] | None:
        """The capabilities that the caller may know of: those offered to them; None where nothing is kept from them."""
        if not self.caller.is_known:
            return None
        found = self.registry.discover(
            permissions=self.caller.permissions, tenant=self.caller.tenant, limit=_EVERYTHING
        )
        return frozenset(each.id for each in found.capabilities)
