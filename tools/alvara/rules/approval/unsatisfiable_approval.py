"""unsatisfiable-approval."""

from collections.abc import Iterator

from alvara.approvals.agreements import Agreements
from alvara.approvals.reachability import short_of
from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.workspace.workspace import View


@rule("unsatisfiable-approval", on=Agreements, waivable=False)
def unsatisfiable_approval(agreements: Agreements, view: View) -> Iterator[Finding]:
    """A definition has to be agreed on by more people than there are who may.

    ## Why is this bad?
    What nobody can approve teaches people to go round approvals. It is better told when the policy is written than on
    the day when something has to go out.

    ## How to fix
    Give somebody else the role for this scope in `governance/people/`, or ask for fewer in `governance/policy.yaml`.
    Those who wrote or proposed the definition do not count.
    """
    governance, coming = agreements.governance, agreements.coming
    if governance is None or coming is None:
        return
    for agreement in (*agreements.agreements, *agreements.prospects):
        if agreement.subject.is_due and (coming is governance or short_of(agreement, governance, view.today)):
            continue  # that somebody is missing, and that nobody is left to ask, is told where the approval is missed
        lacking = short_of(agreement, coming, view.today)
        if lacking:
            path, pointer = agreement.subject.place
            words = f"nobody is left who could agree to `{agreement.subject.id}` as {' and '.join(lacking)}"
            yield Finding(Site(path, (*pointer, "id")), words, "", (), agreement.subject.id)
