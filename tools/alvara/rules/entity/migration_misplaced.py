"""migration-misplaced."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.workspace.entity import Entity
from alvara.workspace.renamed import record_path
from alvara.workspace.workspace import View

_KINDS = ("capability", "resource", "policy")


@rule("migration-misplaced", on=Entity, kinds=("migration",))
def migration_misplaced(entity: Entity, view: View) -> Iterator[Finding]:
    """The record of a rename does not lie in the file that the old ID names.

    ## Why is this bad?
    One name, one file: two branches that rename the same thing meet in it, and git says so. The folder says of what
    kind the thing is; elsewhere the record is of nothing at all.

    ## How to fix
    Move it to `ledger/migrations/<kind>/<old ID>.yaml`, where the kind is `capability`, `resource` or `policy`.
    """
    if any(e.type == entity.type and e.successor != entity.successor for e in view.definitions("migration", entity.id)):
        return  # there are two of them, which is worse
    kinds = [entity.type] if entity.type in _KINDS else [k for k in _KINDS if view.named(k, entity.successor)]
    if not kinds or entity.path != record_path(kinds[0], entity.id):
        where = record_path(kinds[0] if kinds else "<kind>", entity.id)
        yield Finding(
            Site(entity.path, ("from",)), f"the record of `{entity.id}` belongs in `{where}`", "move it there"
        )
