"""migration-ring."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.workspace.entity import Entity
from alvara.workspace.renamed import ring_of
from alvara.workspace.workspace import View


@rule("migration-ring", on=Entity, kinds=("migration",), waivable=False)
def migration_ring(entity: Entity, view: View) -> Iterator[Finding]:
    """The records of renames lead from one name to the next and back to the first.

    ## Why is this bad?
    Whoever follows an old name to find out what it is called now never arrives. Usually a rename was undone by another
    one, where a published name never goes back.

    ## How to fix
    Delete the record that is not published yet, and give the thing a third name with `alvara rename`. What is published
    stays as it is.
    """
    trail = view.once(ring_of, entity)
    if not trail or (entity.id, entity.path) != min((record.id, record.path) for record in trail):
        return
    names = ", then ".join(f"`{record.successor}`" for record in trail)
    yield Finding(
        Site(entity.path, ("to",)),
        f"`{entity.id}` is recorded as renamed to itself"
        if len(trail) == 1
        else f"`{entity.id}` leads to {names} again",
        related=tuple((Site(record.path, ("to",)), "it leads through here") for record in trail[1:]),
    )
