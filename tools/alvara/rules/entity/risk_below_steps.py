"""risk-below-steps."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.model.capability import RISKS
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import View


@rule("risk-below-steps", on=Entity, kinds=("capability",), waivable=False)
def risk_below_steps(entity: Entity, view: View) -> Iterator[Finding]:
    """A composite capability claims less risk than one of its steps carries.

    ## Why is this bad?
    The composite is approved, and confirmed by the user, as a whole and by its own risk. A deletion inside something
    called `medium` would pass by both.

    ## How to fix
    Raise the composite's `risk` to that of its riskiest step.
    """
    if entity.type != "composite":
        return
    worst, place = RISKS.index(entity.risk), None
    for reference in entity.references:
        if reference.role == "step":
            step = view.definition("capability", reference.target)
            if step is not None and not step.broken and RISKS.index(step.risk) > worst:
                worst, place = RISKS.index(step.risk), reference
    if place is not None:
        yield Finding(
            Site(entity.path, (*entity.pointer, "risk")),
            f"`{entity.risk}` is less than the step `{place.target}` carries, which is {RISKS[worst]}",
            related=((Site(entity.path, place.pointer), "the step"),),
        )
