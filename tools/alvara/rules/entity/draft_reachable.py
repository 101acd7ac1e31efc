"""draft-reachable."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Cause, Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import View

_EXECUTABLE = ("active", "deprecated")


@rule("draft-reachable", on=Entity, kinds=("capability",))
def draft_reachable(entity: Entity, view: View) -> Iterator[Finding]:
    """A capability in use runs one that is not.

    ## Why is this bad?
    Only what is active runs (PRD-004, section 33): the step is refused when its turn comes, or the write cannot be
    verified. An executor that does not look so closely would run something that nobody has approved.

    ## How to fix
    Activate the capability that is named, or take it out until it is active. Where several capabilities run it, that is
    told once, at its status.
    """
    if entity.status not in _EXECUTABLE:
        return
    for reference in entity.references:
        if reference.role in ("step", "verification"):
            found = [e for e in view.named("capability", reference.target) if not e.broken]
            if found and all(e.status not in _EXECUTABLE for e in found):
                last = found[-1]
                status = f"does not run: its status is `{last.status}`"
                message = f"`{reference.target}` {status}"
                cause = Cause(
                    Site(last.path, (*last.pointer, "status")), f"`{last.id}` {status}", last.id, "places run it"
                )
                yield Finding(Site(entity.path, reference.pointer), message, cause=cause)
