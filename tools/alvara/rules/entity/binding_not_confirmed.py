"""binding-not-confirmed."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import View

_APPROVED = frozenset({"high", "critical"})
_GUESSES = frozenset({"INFERRED", "DRAFT"})
"""Confidences that widen nothing, so that there is nothing to confirm."""


@rule("binding-not-confirmed", on=Entity, kinds=("resource",), waivable=False)
def binding_not_confirmed(entity: Entity, view: View) -> Iterator[Finding]:
    """A resource claims a high-risk capability that does not know of it.

    ## Why is this bad?
    A binding decides where a capability is offered and which policies apply to it. What is approved is the capability's
    own file, and whoever edits a resource would change where it applies without anybody's approval.

    ## How to fix
    Add the resource to `semanticIds` of the capability and have it approved there. Or take the capability out of
    `capabilityRefs`, or mark it there as `INFERRED` until it is confirmed.
    """
    for reference in entity.references:
        if reference.role != "capabilityRefs" or reference.confidence in _GUESSES:
            continue
        capability = view.definition("capability", reference.target)
        if capability is None or capability.risk not in _APPROVED:
            continue
        names = {entity.id, *(alias for alias, _ in entity.aliases)}
        if not any(other.role == "semanticIds" and other.target in names for other in capability.references):
            yield Finding(
                Site(entity.path, reference.pointer),
                f"`{capability.id}` is of {capability.risk} risk and does not list `{entity.id}` itself",
                related=((Site(capability.path, (*capability.pointer, "id")), "the capability"),),
            )
