"""successor-deprecated."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.workspace.entity import Entity
from alvara.workspace.references import successors
from alvara.workspace.workspace import View


@rule("successor-deprecated", on=Entity, kinds=("capability", "resource", "policy"), severity="warning")
def successor_deprecated(entity: Entity, view: View) -> Iterator[Finding]:
    """What replaces a deprecated definition is on its way out too.

    ## Why is this bad?
    Whoever follows the advice has to move twice. The advice is not wrong, and chains lead to their end, so this is a
    warning.

    ## How to fix
    Name what replaces the successor.
    """
    if not entity.successor:
        return
    found = [e for e in successors(entity, view) if e != entity]
    if found and all(e.status in ("deprecated", "removed") for e in found):
        last = found[-1]
        yield Finding(
            Site(entity.path, (*entity.pointer, "deprecation", "replacedBy")),
            f"`{entity.successor}` is itself {last.status}",
            f"its own successor is `{last.successor}`" if last.successor else "",
        )
