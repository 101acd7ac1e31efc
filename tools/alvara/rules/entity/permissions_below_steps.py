"""permissions-below-steps."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.model.reference import Reference
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import View


@rule("permissions-below-steps", on=Entity, kinds=("capability",), waivable=False)
def permissions_below_steps(entity: Entity, view: View) -> Iterator[Finding]:
    """A composite capability demands fewer permissions than its steps.

    ## Why is this bad?
    Who may call the composite but not one of its steps gets half of the work done: the first steps run, a later one
    is refused. And an executor that asks only at the door would let it through.

    ## How to fix
    List all the permissions of the steps under `authorization.permissions` of the composite.
    """
    if entity.type != "composite":
        return
    missing: dict[str, Reference] = {}
    for reference in entity.references:
        if reference.role == "step":
            step = view.definition("capability", reference.target)
            for permission in () if step is None else step.permissions:
                if permission not in entity.permissions:
                    missing.setdefault(permission, reference)
    if missing:
        listed = ", ".join(f"`{permission}`" for permission in missing)
        yield Finding(
            Site(entity.path, (*entity.pointer, "authorization", *(["permissions"] if entity.permissions else []))),
            f"the steps need {listed} as well",
            related=tuple((Site(entity.path, r.pointer), f"needs `{permission}`") for permission, r in missing.items()),
        )
