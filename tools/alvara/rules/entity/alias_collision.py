"""alias-collision."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Pointer, Site
from alvara.workspace.entity import Entity
from alvara.workspace.names import Named, owner_of, ring
from alvara.workspace.workspace import View


@rule("alias-collision", on=Entity, kinds=("capability", "resource"), waivable=False)
def alias_collision(entity: Entity, view: View) -> Iterator[Finding]:
    """An alias is taken: another alias or an ID of its kind is the same, or differs only in case.

    ## Why is this bad?
    An alias is a promise that an old name still leads somewhere. With two owners it leads to one of them, and which
    one is chance.

    ## How to fix
    Leave the alias to one of the two. An ID always wins, so an alias that equals one leads nowhere at all.
    """
    for alias, pointer in entity.aliases:
        owner = _owner(entity, alias, pointer, view)
        if owner is None:
            continue
        other, name, place = owner
        what = "the ID" if place[-1] == "id" else "an alias"
        itself = (other.path, other.pointer) == (entity.path, entity.pointer)
        whose = f"this {other.kind}" if itself else f"the {other.kind} `{other.id}`"
        how = f"differs only in case from {what} of" if name != alias else f"is {what} of"
        yield Finding(
            Site(entity.path, pointer),
            f"`{alias}` {how} {whose}",
            related=((Site(other.path, place), "it is taken here"),),
        )


def _owner(entity: Entity, alias: str, pointer: Pointer, view: View) -> Named | None:
    """Find who has the name by right: an ID before any alias, then the first in the order of path and place."""
    first = owner_of(entity, alias, view)
    if first is None or (first[0].path, first[2]) == (entity.path, pointer):
        return None
    if first[1] == alias and first[2][-1] == "id" and ring(entity, alias, view):
        return None  # that is a ring, which has a rule of its own
    return first
