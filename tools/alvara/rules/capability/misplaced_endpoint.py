"""misplaced-endpoint."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.model.capability import Capability
from alvara.workspace.setting import Setting


@rule("misplaced-endpoint", on=Capability)
def misplaced_endpoint(capability: Capability, setting: Setting) -> Iterator[Finding]:
    """A capability that calls no service has an endpoint or an implementation.

    ## Why is this bad?
    A composite runs its steps, and navigating happens in the user interface. An endpoint beside them is a second way
    to carry out the same thing, which passes by the steps' own permissions, policies and confirmations.

    ## How to fix
    Drop the `endpoint` and the `implementation`. Where one call of one service does the work, the capability is
    `atomic` and its action is another one than navigate.
    """
    if capability.type != "composite" and capability.action != "navigate":
        return
    present = [key for key in ("endpoint", "implementation") if key in capability.written]
    if present:
        what = "a composite" if capability.type == "composite" else "what navigates"
        site = Site(capability.path, capability.place(present[0]), part="key")
        yield Finding(site, f"{what} has no {' and no '.join(f'`{key}`' for key in present)} of its own")
