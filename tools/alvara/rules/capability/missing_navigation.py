"""missing-navigation."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.model.capability import Capability
from alvara.workspace.setting import Setting


@rule("missing-navigation", on=Capability, on_drafts="info")
def missing_navigation(capability: Capability, setting: Setting) -> Iterator[Finding]:
    """A capability that navigates does not say where to.

    ## Why is this bad?
    The user interface is told to go somewhere and has no page to open (PRD-004, section 36).

    ## How to fix
    Add `navigation` with the `page` (and `tab`), or with `pageFrom: input.page` where the caller chooses.
    """
    written = capability.written
    if capability.action != "navigate" or capability.type != "atomic" or "navigation" in written:
        return
    if not any(key in written for key in ("endpoint", "implementation", "steps")):
        yield Finding(Site(capability.path, capability.place("action")), f"`{capability.id}` has no navigation")
