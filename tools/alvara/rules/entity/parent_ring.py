"""parent-ring."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.workspace.ancestry import ring_of
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import View

MOST_SHOWN = 12
"""IDs of a ring that are written out."""


@rule("parent-ring", on=Entity, kinds=("resource",))
def parent_ring(entity: Entity, view: View) -> Iterator[Finding]:
    """A resource is, directly or in several steps, a part of itself.

    ## Why is this bad?
    What belongs to what is a tree: an agent climbs it to find the entity that a field belongs to. In a ring there is no
    top, so the field belongs to nothing.

    ## How to fix
    Let `parentId` name the resource that it truly is a part of, or leave it out where the ID's own prefix says it.
    """
    for reference in entity.references:
        # A ring has at least one step that does not lead to a prefix, as prefixes only get shorter.
        if reference.role != "parentId" or entity.id.startswith(f"{reference.target}."):
            continue
        ring = ring_of(entity, view)
        if ring is not None and ring.first == entity.id:
            ids = [f"`{e.id}`" for e in (*ring.beginning_with(entity), entity)]
            shown = ids if len(ids) <= MOST_SHOWN else [*ids[: MOST_SHOWN - 2], "...", *ids[-2:]]
            way = " > ".join(shown) if len(ring) > 1 else "itself"
            yield Finding(Site(entity.path, reference.pointer), f"`{entity.id}` is a part of {way}")
