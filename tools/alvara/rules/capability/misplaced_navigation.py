"""misplaced-navigation."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.model.capability import Capability
from alvara.workspace.setting import Setting


@rule("misplaced-navigation", on=Capability)
def misplaced_navigation(capability: Capability, setting: Setting) -> Iterator[Finding]:
    """A capability that does not navigate says which page it opens.

    ## Why is this bad?
    Only the action navigate opens pages. Beside another action the block is never looked at, and its author waits for
    a page that does not open (PRD-004, section 36).

    ## How to fix
    Set `action: navigate` where opening the page is all that the capability does. Otherwise drop `navigation`; going
    on to a page after a change is a capability of its own.
    """
    if "navigation" in capability.written and (capability.action != "navigate" or capability.type == "composite"):
        what = "a composite" if capability.type == "composite" else f"the action `{capability.action}`"
        yield Finding(Site(capability.path, capability.place("navigation"), part="key"), f"{what} opens no page")
