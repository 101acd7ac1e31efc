"""What a resource is a part of."""

from alvara.identity.ids import prefixes
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import View


def parent_of(resource: Entity, view: View) -> Entity | None:
    """Give the resource that another is part of: the one it names, else the nearest whose ID is its prefix."""
    named = [reference.target for reference in resource.references if reference.role == "parentId"]
    candidates = named or reversed(prefixes(resource.id))
    return next((found for id in candidates if (found := view.definition("resource", id)) is not None), None)


def lineage(resource: Entity, view: View) -> list[Entity]:
    """List a resource and what it is part of, innermost first. A ring ends where it would begin anew."""
    line: list[Entity] = []
    above: Entity | None = resource
    while above is not None and above not in line:
        line.append(above)
        above = parent_of(above, view)
    return line


def entity_of(resource: Entity, view: View) -> Entity | None:
    """Give the entity that a resource belongs to, itself if it is one."""
    return next((above for above in lineage(resource, view) if above.type == "entity"), None)
