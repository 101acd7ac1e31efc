"""undeclared-code."""

from collections.abc import Iterator

from alvara.decisions.codes import BUILT_IN
from alvara.diagnostics.finding import Cause, Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import NOWHERE, Site
from alvara.scenarios.rehearsal import rehearse
from alvara.scenarios.tested import tested
from alvara.workspace.attachment import policies_on
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import View


@rule("undeclared-code", on=Entity, kinds=("scenario",))
def undeclared_code(entity: Entity, view: View) -> Iterator[Finding]:
    """A scenario expects a reason whose code is declared nowhere.

    ## Why is this bad?
    No decision ever gives it, so the scenario can only fail; and where the code was renamed, users of it are still
    told the old one. A code that is declared has a sentence for people.

    ## How to fix
    Correct the code, or declare it under `errors` of a capability or in the `reason` of a policy. What every registry
    has, such as `authz.tenant_mismatch`, need not be declared.
    """
    capability = view.once(tested, entity)
    if capability is None or any(policy.broken for policy in view.kin("policy", capability.id)):
        return  # what is not understood may declare it
    for scenario in view.once(rehearse, entity).suite.scenarios:
        for expectation in scenario.expectations:
            if not all(view.named("policy", id) for id in expectation.decided_by or ()):
                continue  # the policy that is not there, which is told, may be the one that declares it
            for i, code in enumerate(expectation.reasons or ()):
                if code not in BUILT_IN and not view.declaring(code):
                    match = view.closest(code, lambda: view.once(_known, capability))
                    tip = f"did you mean `{match}`?" if match else ""
                    at = Site(entity.path, (*expectation.pointer, "reasons", i))
                    message = f"`{code}` is declared nowhere"
                    yield Finding(at, message, tip, cause=Cause(NOWHERE, message, code, "scenarios expect it"))


def _known(view: View, capability: Entity) -> frozenset[str]:
    """The codes that calls of the capability, or of its kin, may be answered with."""
    found = [capability, *policies_on(capability, view), *view.kin("capability", capability.id)]
    return BUILT_IN.union(*(each.codes for each in found))
