"""refusal-untested."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.model.scenario import REFUSALS
from alvara.scenarios.rehearsal import suite_of
from alvara.scenarios.tested import can_refuse, suites_about, tested
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import View


@rule("refusal-untested", on=Entity, kinds=("scenario",))
def refusal_untested(entity: Entity, view: View) -> Iterator[Finding]:
    """The scenarios of a capability expect no `deny` and no `blocked`, and there is something that refuses calls.

    ## Why is this bad?
    Scenarios that only show what works stay green when every permission, policy and precondition is gone.

    ## How to fix
    Add a scenario for somebody who may not, or for a record on which it must not be done.
    """
    capability = view.once(tested, entity)
    if capability is None:
        return
    suites = suites_about(view, capability)
    if any(suite.broken for suite in suites) or suites[0].path != entity.path:
        return
    expected = {e.decision for suite in suites for s in suite_of(suite).scenarios for e in s.expectations}
    if expected.isdisjoint(REFUSALS) and can_refuse(view, capability):
        at = Site(entity.path, ("capability",))
        yield Finding(at, f"nothing is expected to keep anybody from `{capability.id}`")
