"""missing-steps."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.model.capability import Capability
from alvara.workspace.setting import Setting


@rule("missing-steps", on=Capability, on_drafts="info")
def missing_steps(capability: Capability, setting: Setting) -> Iterator[Finding]:
    """A composite capability has no steps.

    ## Why is this bad?
    A composite does nothing but run other capabilities; without steps there is nothing to plan, to authorize or to
    confirm (PRD-004, section 37).

    ## How to fix
    List under `steps` the capabilities that it runs, each with an `id` and its input under `with`. A capability that
    is one call of one service is `atomic`.
    """
    if capability.type != "composite" or capability.steps:
        return
    if not any(key in capability.written for key in ("endpoint", "implementation", "navigation")):
        key = "steps" if "steps" in capability.written else "type"
        yield Finding(Site(capability.path, capability.place(key)), f"`{capability.id}` is composite and has no steps")
