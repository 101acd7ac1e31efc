"""approval-expiring."""

from collections.abc import Iterator
from datetime import timedelta

from alvara.approvals.agreements import Agreements
from alvara.approvals.validity import moved
from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.workspace.workspace import View

NOTICE = timedelta(days=30)
"""How long before its end an approval is spoken of."""


@rule("approval-expiring", on=Agreements, severity="warning", waivable=False)
def approval_expiring(agreements: Agreements, view: View) -> Iterator[Finding]:
    """What has been agreed on will not be any longer in a month.

    ## Why is this bad?
    Approvals end, so that somebody looks again. On the day one ends, `alvara check` and `alvara release` refuse what it
    held up.

    ## How to fix
    Bring a new version in time (`alvara bump ID`), which all can sign again; or ask somebody who has not signed this
    one yet to run `alvara approve ID --role ROLE`. Whoever has signed a version does not sign it twice.
    """
    soon = moved(agreements.now, NOTICE)
    for agreement in agreements.agreements:
        subject = agreement.subject
        if subject.is_due and agreement.satisfied and agreement.ends and agreement.ends <= soon:
            last = min((s for s in agreement.slots if s.expires_at == agreement.ends), key=lambda slot: slot.record)
            words = f"what {last.person} agreed to as {last.role} ends on {agreement.ends[:10]}"
            path, pointer = subject.place
            tip = f"raise the last number of its version and have that approved, or ask others than {last.person}"
            yield Finding(Site(path, (*pointer, "status")), f"`{subject.id}`: {words}", tip, (), subject.id)
