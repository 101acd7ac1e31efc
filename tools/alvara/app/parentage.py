"""What is part of what by the IDs alone, and is not any more once one of them is renamed."""

from collections.abc import Iterable, Iterator

from alvara.app.survey import Survey
from alvara.identity.ids import prefixes
from alvara.workspace.ancestry import parent_of
from alvara.workspace.entity import Entity

_MOST_NAMED = 3


def parentage_notes(found: Survey, entity: Entity, new: str) -> Iterator[str]:
    """Say what a rename parts: no line says so, and none that carries the ID would keep it."""
    if entity.kind != "resource":
        return
    if not _says_its_parent(entity) and (was := parent_of(entity, found.view)) is not None:
        now = _nearest(found, entity, new, prefixes(new))
        if now != was.id:
            words = f"is part of `{now}` by its ID now" if now else "is part of nothing by its ID now"
            yield f"`{new}` {words}; where it still is of `{was.id}`, add `parentId: {was.id}`"
    parted = sorted({child.id for child in found.entities if _is_parted(found, entity, new, child)})
    if parted:
        names = ", ".join(f"`{id}`" for id in parted[:_MOST_NAMED])
        more = f" and {len(parted) - _MOST_NAMED} more" if len(parted) > _MOST_NAMED else ""
        verb = "was" if len(parted) == 1 else "were"
        yield f"{names}{more} {verb} part of `{entity.id}` by the ID alone; to keep that, add `parentId: {new}`"


def _is_parted(found: Survey, entity: Entity, new: str, child: Entity) -> bool:
    if child.kind != "resource" or not child.id.startswith(f"{entity.id}.") or _says_its_parent(child):
        return False
    above = parent_of(child, found.view)
    return above is not None and above.id == entity.id and _nearest(found, entity, new, prefixes(child.id)) != new


def _says_its_parent(resource: Entity) -> bool:
    return any(reference.role == "parentId" for reference in resource.references)


def _nearest(found: Survey, entity: Entity, new: str, above: Iterable[str]) -> str:
    """Give the longest of some prefixes that is a resource once the rename is made; empty where none is."""
    there = (id for id in above if id == new or (id != entity.id and found.view.definition("resource", id)))
    return max(there, key=len, default="")
