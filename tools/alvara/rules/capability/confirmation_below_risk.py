"""confirmation-below-risk."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.model.capability import RISKS, Capability
from alvara.workspace.setting import Setting

_MEDIUM = RISKS.index("medium")


@rule("confirmation-below-risk", on=Capability, on_drafts="info", waivable=False)
def confirmation_below_risk(capability: Capability, setting: Setting) -> Iterator[Finding]:
    """A risky capability may run without the user being asked.

    ## Why is this bad?
    The user's answer is the last safeguard between a misunderstood sentence and a changed record. What is high or
    critical is always confirmed, what is medium at least under some condition (PRD-004, sections 18 and 19).

    ## How to fix
    Write `confirmation: {required: true}`. Where the risk is medium, a `when` that names the cases worth a question
    is enough, and so is a `riskThreshold` that is not above the risk, which asks every time.
    """
    risk = RISKS.index(capability.risk)
    if risk < _MEDIUM:
        return
    confirmation = capability.definition.get("confirmation", {})
    threshold = confirmation.get("riskThreshold")
    always = confirmation.get("required") is True or (threshold is not None and RISKS.index(threshold) <= risk)
    if always or (risk == _MEDIUM and "when" in confirmation):
        return
    how = "not always" if "when" in confirmation else "never"
    key = "confirmation" if confirmation else "risk"
    site = Site(capability.path, capability.place(key))
    yield Finding(site, f"the risk is `{capability.risk}`, and the user is {how} asked")
