"""verification-not-a-read."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Cause, Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.model.capability import READS
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import View

_USE = "capabilities are verified by it"


@rule("verification-not-a-read", on=Entity, kinds=("capability",))
def verification_not_a_read(entity: Entity, view: View) -> Iterator[Finding]:
    """A write is verified by a capability that is no read itself.

    ## Why is this bad?
    A verification looks at the record after the fact (PRD-004, section 22). If looking changes it, or only moves the
    user interface, the check proves nothing, and it does something that nobody asked for.

    ## How to fix
    Name a capability whose action is get, list, search or explain.
    """
    for reference in entity.references:
        if reference.role == "verification":
            found = view.definition("capability", reference.target)
            if found is not None and not found.broken and found.action not in READS:
                action = f"does not read: its action is `{found.action}`"
                cause = Cause(Site(found.path, (*found.pointer, "action")), f"`{found.id}` {action}", found.id, _USE)
                yield Finding(Site(entity.path, reference.pointer), f"`{reference.target}` {action}", cause=cause)
