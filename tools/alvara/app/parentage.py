"""What a resource is part of by its ID alone, and may not be any more once that is another."""

from collections.abc import Iterator

from alvara.app.survey import Survey
from alvara.identity.ids import prefixes
from alvara.workspace.ancestry import parent_of
from alvara.workspace.entity import Entity


def parentage_notes(found: Survey, entity: Entity, new: str) -> Iterator[str]:
    """Say where a rename makes a resource a part of something else: no line says so that could be kept.

    What is part of the resource itself goes on being so, since the old ID is an alias.
    """
    if entity.kind != "resource" or any(reference.role == "parentId" for reference in entity.references):
        return
    was = parent_of(entity, found.view)
    above = (found.view.definition("resource", id) for id in reversed(prefixes(new)))
    now = next((other.id for other in above if other is not None and other.id != entity.id), "")
    if was is not None and was.id != now:
        words = f"part of `{now}` by its ID now" if now else "part of nothing by its ID now"
        yield f"`{new}` is {words}; where it still is of `{was.id}`, add `parentId: {was.id}`"
