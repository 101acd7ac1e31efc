"""migration-leads-nowhere."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.identity.ids import FOLDERS
from alvara.model.reference import Reference
from alvara.workspace.entity import Entity
from alvara.workspace.references import known_names
from alvara.workspace.workspace import View


@rule("migration-leads-nowhere", on=Entity, kinds=("migration",))
def migration_leads_nowhere(entity: Entity, view: View) -> Iterator[Finding]:
    """Something is recorded as renamed to what the registry does not have.

    ## Why is this bad?
    The record is there so that whoever still uses the old name finds the new one. Here they find nothing, and tools
    that correct old names leave them as they are.

    ## How to fix
    Bring the thing back under its new ID. Where it was removed for good, its tombstone in `ledger/tombstones/` ends the
    trail; where it has a third name by now, `alvara rename` records that.
    """
    kind, target = entity.type, entity.successor
    if kind not in FOLDERS or view.named(kind, target):
        return
    if view.definitions("tombstone", target) or any(e.type == kind for e in view.definitions("migration", target)):
        return
    if view.suspended(kind, target) or view.definitions(kind, entity.id):
        return  # what is there under the old name is told as that
    reference = Reference("replacedBy", kind, target, ("to",))  # type: ignore[arg-type]
    yield Finding(
        Site(entity.path, ("to",)), f"`{target}` is not a known {kind}, and not recorded as removed",
        known_names(reference, view),
    )  # fmt: skip
