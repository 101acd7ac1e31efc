"""misplaced-steps."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.model.capability import Capability
from alvara.workspace.setting import Setting


@rule("misplaced-steps", on=Capability)
def misplaced_steps(capability: Capability, setting: Setting) -> Iterator[Finding]:
    """An atomic capability has steps, or the output that steps lead to.

    ## Why is this bad?
    An atomic capability is one call of one service, so nobody runs the steps, and what they need (their permissions,
    their risk) is not counted either (PRD-004, section 38).

    ## How to fix
    Write `type: composite` where the steps are what happens. Otherwise drop `steps` and `output`: what a call answers
    with is described by `outputSchema`.
    """
    if capability.type != "atomic":
        return
    for key in ("steps", "output"):
        if key in capability.written:
            site = Site(capability.path, capability.place(key), part="key")
            yield Finding(site, f"`{key}` belongs to composite capabilities, and this one is atomic")
            return
