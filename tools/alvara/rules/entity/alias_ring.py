"""alias-ring."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.workspace.entity import Entity
from alvara.workspace.names import ring
from alvara.workspace.workspace import View


@rule("alias-ring", on=Entity, kinds=("capability", "resource"), waivable=False)
def alias_ring(entity: Entity, view: View) -> Iterator[Finding]:
    """Aliases lead from one definition to the next and back to the first.

    ## Why is this bad?
    Whoever follows the names arrives where they started. Usually a rename was undone, and both sides kept the ID of the
    other.

    ## How to fix
    Delete the alias that names an ID which is in use. An ID is never an alias of itself either.
    """
    for alias, pointer in entity.aliases:
        if not view.definitions(entity.kind, alias):
            continue
        trail = ring(entity, alias, view)
        if not trail or entity.id != min(trail):
            continue
        owners = [owner for name in trail[:-1] for owner in view.definitions(entity.kind, name)]
        through = ", then ".join(f"`{name}`" for name in trail)
        yield Finding(
            Site(entity.path, pointer),
            f"`{entity.id}` has its own ID as an alias" if len(trail) == 1 else f"the alias leads to {through} again",
            related=tuple((Site(o.path, (*o.pointer, "id")), "it leads through here") for o in owners),
        )
