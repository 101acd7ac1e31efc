"""What a thing is bound to, exactly: what it can do, what explains it, where it is shown and written."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple

from alvara.bundle.public import PublicCapability, PublicPolicy, PublicResource
from alvara.identity.ids import Name
from alvara.registry.holdings import Holdings
from alvara.registry.shown import Shown


class KnowledgeRef(NamedTuple):
    """A knowledge page: its title in each language, the original's under an empty text.

    One that is `external` is kept elsewhere, and nothing is known of it but its ID.
    """

    id: str
    titles: Mapping[str, str]
    external: bool


class SourceMapping(NamedTuple):
    """Where a resource is in code; `symbol` is empty where that is the whole file."""

    resource: str
    path: str
    symbol: str


class Bindings:
    """The bindings of the resources of a registry, both sides merged. Threads may share it."""

    def __init__(self, holdings: Holdings, shown: Shown) -> None:
        """Take what a registry holds."""
        self._holdings = holdings
        self._shown = shown

    def capabilities(self, resource: str) -> tuple[PublicCapability, ...]:
        """Give the capabilities of a resource that models may see, by ID."""
        found = (self._shown.capabilities[id] for id in self._partners(resource, "capability"))
        return tuple(capability for capability in found if capability is not None)

    def policies(self, resource: str) -> tuple[PublicPolicy, ...]:
        """Give the policies of a resource that are in use, by ID."""
        found = (self._shown.policies[id] for id in self._partners(resource, "policy"))
        return tuple(policy for policy in found if policy is not None)

    def knowledge(self, name: str) -> tuple[KnowledgeRef, ...]:
        """Give the pages that explain what a name stands for, a capability or a policy too, by ID."""
        known = {
            "resource": self._shown.resources[name], "capability": self._shown.capabilities[name],
            "policy": self._shown.policies[name],
        }  # fmt: skip
        named = (Name(kind, shown.id) for kind, shown in known.items() if shown is not None)
        pages = {id for thing in named for kind, id in self._holdings.partners.get(thing, ()) if kind == "page"}
        return tuple(self._page(id) for id in sorted(pages))

    def screens(self, resource: str) -> tuple[PublicResource, ...]:
        """Give the pages, sections and components that show a resource."""
        shown = self._shown.resources[resource]
        named = (self._shown.resources[name] for name in (shown and shown.ui_refs) or ())
        return tuple({screen.id: screen for screen in named if screen is not None}.values())

    @cached_property
    def sources(self) -> tuple[SourceMapping, ...]:
        """Where resources are in code, sorted; those of what is removed are left out."""
        found: set[SourceMapping] = set()
        for body in self._holdings.bodies("resource"):
            if body["status"] != "removed":
                for source in body.get("sourceRefs", ()):
                    found.add(SourceMapping(body["id"], source["path"], source.get("symbol", "")))
                for relation in body.get("relations", ()):
                    if relation["type"] == "IMPLEMENTED_BY":
                        path, _, symbol = relation["target"].partition("#")
                        found.add(SourceMapping(body["id"], path, symbol))
        return tuple(sorted(found))

    def _partners(self, resource: str, kind: str) -> Iterator[str]:
        """Yield the things of a kind that a resource is bound to; none for one that models may not know of."""
        shown = self._shown.resources[resource]
        for partner, id in () if shown is None else self._holdings.partners.get(Name("resource", shown.id), ()):
            if partner == kind:
                yield id

    def _page(self, id: str) -> KnowledgeRef:
        page = self._holdings.pages.get(id)
        texts = () if page is None else page["texts"]
        titles = {text.get("locale") or "": text["title"] for text in texts}
        return KnowledgeRef(id, MappingProxyType(titles), page is None and id in self._holdings.about.external_pages)
