"""step-cycle."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Pointer, Site
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import View


@rule("step-cycle", on=Entity, kinds=("capability",))
def step_cycle(entity: Entity, view: View) -> Iterator[Finding]:
    """A composite capability runs itself, directly or through its steps.

    ## Why is this bad?
    It never comes to an end, and neither its risk nor its permissions can be told from its steps.

    ## How to fix
    Take the step out that leads back. What both need belongs in a capability of its own.
    """
    if entity.type != "composite":
        return
    ring = _ring(entity, view)
    if ring and entity.id == min(step.id for step, _ in ring):  # the others of the ring leave it to this one
        names = " > ".join(f"`{step.id}`" for step, _ in [*ring, ring[0]])
        related = tuple((Site(step.path, pointer), f"`{step.id}` goes on from here") for step, pointer in ring[1:])
        yield Finding(Site(entity.path, ring[0][1]), f"the steps lead back to their start: {names}", related=related)


def _ring(start: Entity, view: View) -> list[tuple[Entity, Pointer]]:
    """Find the shortest way from a composite back to itself: each capability with the step that leads on."""
    ways: list[tuple[Entity, list[tuple[Entity, Pointer]]]] = [(start, [])]
    seen = {start.id}
    for here, way in ways:  # grows as it is walked, nearest first
        for reference in here.references:
            following = view.definition("capability", reference.target) if reference.role == "step" else None
            if following is None:
                continue
            onward = [*way, (here, reference.pointer)]
            if following.id == start.id:
                return onward
            if following.id not in seen:
                seen.add(following.id)
                ways.append((following, onward))
    return []
