"""risk-below-floor."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.model.capability import RISKS, Capability, floor_of
from alvara.workspace.setting import Setting


@rule("risk-below-floor", on=Capability, waivable=False)
def risk_below_floor(capability: Capability, setting: Setting) -> Iterator[Finding]:
    """A capability claims less risk than its action or its effects carry.

    ## Why is this bad?
    Risk decides who must approve a capability and whether the user is asked before it runs. A deletion filed as
    `medium` slips past both.

    ## How to fix
    Raise `risk` to the floor, or name the `action` that the capability really performs. The floors: get, list, search
    and explain are read; navigate, filter and sort low; create, update and custom medium; approve, cancel and submit
    high; delete, and whatever is irreversible, financial or legal, critical.
    """
    effects = capability.definition.get("effects", ())
    floor = floor_of(capability.action, capability.definition)
    cause = f"the effect `{effects[0]}`" if effects else f"the action `{capability.action}`"
    if RISKS.index(capability.risk) < RISKS.index(floor):
        yield Finding(
            Site(capability.path, (*capability.pointer, "risk")),
            f"`{capability.risk}` is less than {cause} carries, which is {floor}",
        )
