"""policy-attaches-to-nothing."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.identity.ids import prefixes
from alvara.model.capability import RISKS
from alvara.workspace.attachment import attaches, capabilities_in_scope
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import View


@rule("policy-attaches-to-nothing", on=Entity, kinds=("policy",), on_drafts="info")
def policy_attaches_to_nothing(entity: Entity, view: View) -> Iterator[Finding]:
    """A policy, or a part of its scope, applies to no capability.

    ## Why is this bad?
    The policy reads as if it protected something, and decides nothing. A renamed or mistyped domain in `x.*` is the
    usual cause.

    ## How to fix
    Correct `appliesTo`. A policy is attached to a capability that it names, that lies below an `x.*`, or that lists
    one of the policy's `resources` among its `semanticIds`, and, where `risk` is given, has one of those risks.
    """
    if entity.status == "removed":
        return
    empty = [(scope, pointer) for scope, pointer in entity.scopes if not view.below(scope.removesuffix(".*"))]
    for scope, pointer in empty:
        yield Finding(Site(entity.path, pointer), f"no capability lies below `{scope}`", _meant(scope, view))
    if empty or _waits(entity, view):
        return
    found = capabilities_in_scope(entity, view)
    if not found:
        yield Finding(Site(entity.path, (*entity.pointer, "appliesTo")), f"`{entity.id}` is attached to no capability")
    elif not any(attaches(entity, capability) or _may_attach(entity, capability, view) for capability in found):
        listed = ", ".join(f"`{risk}`" for risk in sorted({e.risk for e in found}, key=RISKS.index))
        yield Finding(
            Site(entity.path, (*entity.pointer, "appliesTo", "risk")),
            f"none of the capabilities has such a risk; they have {listed}",
        )


def _waits(entity: Entity, view: View) -> bool:
    """Whether a broken reference explains why nothing is attached; that is for another rule to report."""
    return any(r.role == "appliesTo" and not view.named(r.kind, r.target) for r in entity.references)


def _may_attach(policy: Entity, capability: Entity, view: View) -> bool:
    """Whether the risk of a capability is unknown, or said to be too low, which explains why a policy passes it by."""
    if capability.broken or capability.floor in policy.risks:
        return True
    steps = [view.definition("capability", r.target) for r in capability.references if r.role == "step"]
    return any(step is not None and step.risk in policy.risks for step in steps)


def _meant(scope: str, view: View) -> str:
    """Name a scope of the same domain that does hold capabilities."""
    kin = view.kin("capability", scope.removesuffix(".*"))
    match = view.closest(scope, lambda: {f"{prefix}.*" for capability in kin for prefix in prefixes(capability.id)})
    return f"did you mean `{match}`?" if match else ""
