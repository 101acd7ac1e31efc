"""parent-ring."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.workspace.ancestry import lineage, parent_of
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import View


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
        line = lineage(entity, view)
        if parent_of(line[-1], view) == entity and entity.id == min(e.id for e in line if _leaps(e)):
            way = " > ".join(f"`{e.id}`" for e in (*line, entity)) if len(line) > 1 else "itself"
            yield Finding(Site(entity.path, reference.pointer), f"`{entity.id}` is a part of {way}")


def _leaps(resource: Entity) -> bool:
    """Whether a resource names a parent that is no prefix of its ID."""
    return any(r.role == "parentId" and not resource.id.startswith(f"{r.target}.") for r in resource.references)
