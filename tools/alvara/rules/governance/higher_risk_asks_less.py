"""higher-risk-asks-less."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from json import loads

from alvara.decode.governance import levels
from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.model.capability import RISKS
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import View


@rule("higher-risk-asks-less", on=Entity, kinds=("approval-policy",), waivable=False)
def higher_risk_asks_less(entity: Entity, view: View) -> Iterator[Finding]:
    """A level of risk asks for less than one below it.

    ## Why is this bad?
    Raising the risk of a capability would make it easier to get through: with fewer people, or with an approval that
    lasts longer. A level of which no age is said takes a year, which is often not what was meant beside a shorter one.

    ## How to fix
    Ask at each level for everything that the one below asks for, and for no longer `maxAgeDays`. A level that is left
    out takes what is said of the next lower one.
    """
    demands = levels(loads(entity.released[0]))
    for below, level in pairwise(risk for risk in RISKS if risk in demands):
        lower, higher = demands[below], demands[level]
        missing = Counter(lower.slots) - Counter(higher.slots)
        site = Site(entity.path, ("levels", level))
        if missing:
            slots = ", ".join(missing.elements())
            message = f"`{level}` asks for less than `{below}`: there, {slots} has to agree too"
            yield Finding(site, message, f"write slots: [{', '.join((*higher.slots, *missing.elements()))}]")
        elif lower.slots and higher.max_age_days > lower.max_age_days:
            message = (
                f"an approval of `{level}` lasts for {higher.max_age_days} days, "
                f"and one of `{below}`, which is less, for {lower.max_age_days}"
            )
            yield Finding(site, message, f"write maxAgeDays: {lower.max_age_days} or less")
