"""missing-implementation."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.model.capability import Capability
from alvara.workspace.setting import Setting


@rule("missing-implementation", on=Capability, on_drafts="info")
def missing_implementation(capability: Capability, setting: Setting) -> Iterator[Finding]:
    """An atomic capability says nothing of the call or of the code that performs it.

    ## Why is this bad?
    The registry promises an operation that nothing carries out (PRD-004, section 12; PRD-009, sections 12 and 29).
    The `endpoint` is what the executor calls, the `implementation` what a reviewer reads and what ties the capability
    to the source. Neither is ever shown to a model.

    ## How to fix
    Add the `endpoint` (service, method and path) and the `implementation` (module, function, source). A capability
    whose action is navigate has `navigation` in their place, a composite has `steps`.
    """
    if capability.type != "atomic" or capability.action == "navigate":
        return
    written = capability.written
    if "steps" in written or "navigation" in written:
        return  # it is of another kind than it says, which is the mistake to report
    missing = [key for key in ("endpoint", "implementation") if key not in written]
    if missing:
        site = Site(capability.path, capability.place("id"))
        yield Finding(site, f"`{capability.id}` has no {' and no '.join(missing)}")
