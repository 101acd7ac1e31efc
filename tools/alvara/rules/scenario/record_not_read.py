"""record-not-read."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.scenarios.rehearsal import rehearse
from alvara.scenarios.tested import tested
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import View


@rule("record-not-read", on=Entity, kinds=("scenario",))
def record_not_read(entity: Entity, view: View) -> Iterator[Finding]:
    """A scenario gives a record to a capability that reads none.

    ## Why is this bad?
    The record is passed over: whatever it says, the decision is the same. A scenario that is about its state, or a
    matrix over it, shows nothing.

    ## How to fix
    Leave `resource` out, or give the capability a `target` with `idFrom`, if it is about one record.
    """
    capability = view.once(tested, entity)
    if capability is None or capability.record:
        return
    for scenario in view.once(rehearse, entity).suite.scenarios:
        if "resource" in scenario.values:
            at = Site(entity.path, (*scenario.pointer, "resource"), part="key")
            yield Finding(at, f"`{capability.id}` has no `target.idFrom`, so it reads no record")
