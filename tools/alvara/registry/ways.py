"""Every relation and binding that models may see, to be walked from either end."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import groupby
from operator import itemgetter
from sys import intern
from typing import Any, NamedTuple, cast

from alvara.bundle.public import PRIVATE_RELATIONS, STATUSES
from alvara.decode.capability import references_of as references_of_capability
from alvara.decode.policy import policy as read_policy
from alvara.decode.resource import references_of as references_of_resource
from alvara.identity.ids import Name, prefixes
from alvara.model.reference import Reference, Role
from alvara.registry.atlas import Atlas
from alvara.registry.edges import Edge, bindings, part, protection, relations, settle, wanted
from alvara.registry.holdings import KINDS, Holdings, Kind
from alvara.registry.recent import Recent
from alvara.workspace.subjects import Body

_PRIVATE_ROLES: frozenset[Role] = frozenset({"apiRefs", "sourceRefs", "step", "verification"})
"""The keys that tell how something is carried out."""

_READERS: Mapping[str, Callable[[Body], Iterable[Reference]]] = {
    "resource": references_of_resource, "capability": references_of_capability,
    "policy": lambda body: read_policy(body, "").references,
}  # fmt: skip

_MEANT: Mapping[str, tuple[Kind, ...]] = {**{kind: (kind,) for kind in KINDS}, "guard": ("policy", "resource")}
"""What a reference of each kind may lead to, besides a page."""


_MOST_KEPT = 500
"""How many things' edges are kept for the next question; more than one expansion needs, and little memory."""

_Guarded = tuple[Name, str]
"""One major of a capability with its risk, by which a policy is attached to it."""


_ByEnd = Mapping[Name, list[Edge]]
"""Edges by either end: of a thing that very many others lead to, one asks for the few that lead to another."""


class _Index(NamedTuple):
    """What one look at every definition leaves: who names whom, each as it was written.

    `several` are the definitions of what has more than one major, `scopes` the policies that apply to all below an ID.
    Capabilities are found by their own ID (`guarded`), by an ID that they are below, and by a resource that they list.
    """

    seen: set[Name]
    namers: dict[str, Sequence[Name]]
    several: dict[Name, tuple[Body, ...]]
    scopes: dict[str, list[Name]]
    guarded: dict[str, list[_Guarded]]
    below: dict[str, list[_Guarded]]
    listing: dict[str, list[_Guarded]]


class Ways:
    """The edges of one registry, as `edges_of` has them, less what models do not see.

    The first question reads every definition once, to know who names whom. From then on only what is asked about is
    decoded, with those that name it. What it answers never changes, and threads may share it: two that ask at once may
    both work out the same.
    """

    def __init__(self, holdings: Holdings, atlas: Atlas) -> None:
        """Take what a registry holds, and which of its resources models may know of."""
        self._holdings = holdings
        self._atlas = atlas
        self._at: Recent[Name, tuple[Edge, ...]] = Recent(_MOST_KEPT)
        self._said: Recent[Name, tuple[_ByEnd, _ByEnd]] = Recent(_MOST_KEPT)

    def at(self, name: Name) -> tuple[Edge, ...]:
        """Give the edges that begin or end at a thing, by type and then by name."""
        found = self._at[name]
        if found is None:
            related: list[Edge] = []
            bound: list[Edge] = []
            for author in dict.fromkeys([name, *self._authors(name)]):
                for kept, said in zip((related, bound), self._said_by(author), strict=True):
                    kept += said.get(name, ())
            found = tuple(settle(related, bound))
            self._at.keep(name, found)
        return found

    def meant(self, kind: str, name: str) -> Name | None:
        """Give what a name stands for, an alias or an old ID too; None where models see nothing of it."""
        if kind == "page":
            page = Name(kind, name)
            return page if name in self._holdings.pages or self.at(page) else None
        id = self._holdings.meant(cast(Kind, kind), name)
        return None if id is None or not self.sees(Name(kind, id)) else Name(kind, id)

    def describe(self, name: Name) -> tuple[str, str]:
        """Give the type and the status of something that models see; a policy's type is its effect."""
        if name.kind == "page":
            page = self._holdings.pages.get(name.id)
            return ("", "external") if page is None else (page.get("type", ""), "")
        bodies = self._bodies(name)
        body = next((body for body in bodies if body["status"] == "active"), bodies[-1])
        return body["effect" if name.kind == "policy" else "type"], body["status"]

    def is_guidance(self, name: Name) -> bool:
        """Whether something is a business rule or a workflow."""
        return name.kind == "resource" and self._atlas.things[name.id].type in ("rule", "workflow")

    def is_sure(self, name: Name) -> bool:
        """Whether nobody has to look first at what a resource says of itself; all else was looked at."""
        return name.kind != "resource" or self._atlas.things[name.id].sure

    @cached_property
    def protection(self) -> Mapping[str, tuple[str, ...]]:
        """The policies that are attached to each capability, by ID, sorted."""
        found: dict[str, list[str]] = {}
        for policy in self._holdings.ids("policy"):
            if self.sees(Name("policy", policy)):
                for body in self._bodies(Name("policy", policy)):
                    for capability in dict.fromkeys(self._guarded_by(body)):
                        found.setdefault(capability.id, []).append(policy)
        return {id: tuple(dict.fromkeys(policies)) for id, policies in found.items()}

    def sees(self, name: Name) -> bool:
        """Whether models may know of something."""
        return name.kind == "page" or name in self._index.seen

    def name_of(self, reference: Reference) -> Name:
        """Name what a reference leads to: by its ID where it is held, else as the author wrote it."""
        for kind in _MEANT.get(reference.kind, ()):
            if (id := self._holdings.meant(kind, reference.target)) is not None:
                return Name(kind, id)
        return wanted(reference)

    def _authors(self, name: Name) -> Iterator[Name]:
        """Yield who may have written down an edge to a thing."""
        for word in (name.id, *self._other_names.get(name, ())):
            yield from self._index.namers.get(word, ())
        if name.kind == "resource":
            yield from (Name("resource", child) for child in self._atlas.children.get(name.id, ()))
        if name.kind == "capability":
            for above in prefixes(name.id):
                yield from self._index.scopes.get(above, ())
            for body in self._bodies(name):
                for resource in body.get("semanticIds", ()):
                    id = self._holdings.meant("resource", resource) or resource
                    for word in (id, *self._other_names.get(Name("resource", id), ())):
                        yield from (author for author in self._index.namers.get(word, ()) if author.kind == "policy")

    def _said_by(self, author: Name) -> tuple[_ByEnd, _ByEnd]:
        """Give the relations and the bindings that a definition or a page writes down, those only that models see."""
        found = self._said[author]
        if found is None:
            references = [r for r in self._references(author) if r.role not in _PRIVATE_ROLES]
            related = relations(author, references, self.name_of)
            bound = [*bindings(author, references, self.name_of), *self._worked_out(author)]
            found = (
                _by_end(edge for edge in related if edge.type not in PRIVATE_RELATIONS and self._shows(edge)),
                _by_end(edge for edge in bound if self._shows(edge)),
            )
            self._said.keep(author, found)
        return found

    def _worked_out(self, author: Name) -> Iterator[Edge]:
        """Yield what follows from a definition without a reference in it: its parent, and whom a policy guards."""
        if author.kind == "resource" and (parent := self._atlas.things[author.id].parent):
            stated = any("parentId" in body for body in self._bodies(author))
            yield part(Name("resource", parent), author, stated=stated)
        if author.kind == "policy":
            for body in self._bodies(author):
                yield from (protection(capability, author) for capability in self._guarded_by(body))

    def _guarded_by(self, body: Body) -> list[Name]:
        """List the capabilities that a policy is attached to, as `workspace/attachment.py` says."""
        applies, index = body["appliesTo"], self._index
        matched: list[_Guarded] = []
        for name in applies.get("capabilities", ()):
            if name.endswith(".*"):
                matched += index.below.get(name.removesuffix(".*"), ())
            elif (id := self._holdings.meant("capability", name)) is not None:
                matched += index.guarded.get(id, ())
        for name in applies.get("resources", ()):
            matched += index.listing.get(self._holdings.meant("resource", name) or name, ())
        risks = applies.get("risk", ())
        return [capability for capability, risk in matched if not risks or risk in risks]

    def _references(self, author: Name) -> Iterator[Reference]:
        if author.kind == "page":
            yield from _references_of_page(self._holdings.pages.get(author.id, {}))
        else:
            for body in self._bodies(author):
                yield from _READERS[author.kind](body)

    def _bodies(self, name: Name) -> tuple[Body, ...]:
        """Decode what models see of a definition, each major by itself."""
        several = self._index.several.get(name)
        if several is not None:
            return several
        body = self._holdings.body(cast(Kind, name.kind), name.id)
        return () if body is None else (body,)

    def _shows(self, edge: Edge) -> bool:
        return self.sees(edge.source) and self.sees(edge.target)

    @cached_property
    def _other_names(self) -> Mapping[Name, list[str]]:
        """The aliases and old IDs of each thing that has any."""
        found: dict[Name, list[str]] = {}
        for names in (self._holdings.aliases, self._holdings.former):
            for kind, ids in names.items():
                for other, id in ids.items():
                    found.setdefault(Name(kind, id), []).append(other)
        return found

    @cached_property
    def _index(self) -> _Index:
        namers: dict[str, list[Name]] = {}
        index = _Index(set(), {}, {}, {}, {}, {}, {})
        for kind in KINDS:
            bodies = self._atlas.bodies() if kind == "resource" else self._holdings.bodies(kind)
            for id, group in groupby(bodies, key=itemgetter("id")):
                shown = tuple(body for body in group if body["status"] in STATUSES)
                if not shown:
                    continue
                own = Name(kind, id)
                index.seen.add(own)
                if len(self._holdings.stems(kind, id)) > 1:
                    index.several[own] = shown
                for body in shown:
                    for reference in _READERS[kind](body):
                        if reference.role not in _PRIVATE_ROLES:
                            namers.setdefault(intern(reference.target), []).append(own)
                    if kind == "capability":
                        self._note_capability(index, own, body)
                    elif kind == "policy":
                        for name in body["appliesTo"].get("capabilities", ()):
                            if name.endswith(".*"):
                                index.scopes.setdefault(name.removesuffix(".*"), []).append(own)
        for id, entry in self._holdings.pages.items():
            for reference in _references_of_page(entry):
                namers.setdefault(reference.target, []).append(Name("page", id))
        for target in list(namers):
            index.namers[target] = tuple(namers.pop(target))  # one name in a tuple takes half the room
        return index

    def _note_capability(self, index: _Index, own: Name, body: Body) -> None:
        guarded = own, body["risk"]
        index.guarded.setdefault(own.id, []).append(guarded)
        for above in prefixes(own.id):
            index.below.setdefault(above, []).append(guarded)
        for name in body.get("semanticIds", ()):
            index.listing.setdefault(self._holdings.meant("resource", name) or name, []).append(guarded)


def _references_of_page(entry: Mapping[str, Any]) -> Iterator[Reference]:
    if "semanticId" in entry:
        yield Reference("subject", "resource", entry["semanticId"], ())
    yield from (Reference("capabilityRefs", "capability", name, ()) for name in entry.get("capabilities", ()))
    yield from (Reference("policyRefs", "policy", name, ()) for name in entry.get("policies", ()))


def _by_end(edges: Iterable[Edge]) -> _ByEnd:
    found: dict[Name, list[Edge]] = {}
    for edge in edges:
        for end in dict.fromkeys(edge[:2]):
            found.setdefault(end, []).append(edge)
    return found
