"""ids-differ-only-in-dots."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.identity.ids import wire_name
from alvara.workspace.entity import Entity
from alvara.workspace.names import namesakes
from alvara.workspace.workspace import View


@rule("ids-differ-only-in-dots", on=Entity, kinds=("capability", "resource", "policy"), severity="info")
def ids_differ_only_in_dots(entity: Entity, view: View) -> Iterator[Finding]:
    """Two IDs of one kind have the same letters and differ only in where their words are parted.

    ## Why is this bad?
    `workPermit.validity` and `work.permitValidity` are two names that sound the same. Often one of them was meant to
    be the other.

    ## How to fix
    Keep one, and make the other an alias of it, if they mean the same. Nothing is said where one is deprecated, or
    replaced by the other.
    """
    for other in namesakes(entity, view):
        if not _are_apart(entity, other) and not _are_related(entity, other):
            yield Finding(
                Site(entity.path, (*entity.pointer, "id")),
                f"`{entity.id}` has the same letters as the {other.kind} `{other.id}`",
                related=((Site(other.path, (*other.pointer, "id")), "the other ID"),),
            )
            return


def _are_apart(entity: Entity, other: Entity) -> bool:
    """Whether another rule speaks of the two, or one of them is on its way out."""
    if entity.id.casefold() == other.id.casefold() or {"deprecated", "removed"} & {entity.status, other.status}:
        return True
    return entity.kind == "capability" and wire_name(entity.id) == wire_name(other.id)


def _are_related(entity: Entity, other: Entity) -> bool:
    """Whether one names the other as its alias or as its successor."""
    return any(
        any(alias == second.id for alias, _ in first.aliases)
        or any(reference.role == "replacedBy" and reference.target == second.id for reference in first.references)
        for first, second in ((entity, other), (other, entity))
    )
