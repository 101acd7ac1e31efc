"""approval-expiring."""

from collections.abc import Iterator

from alvara.approvals.agreement import Agreement, Slot, eligible_for
from alvara.approvals.agreements import Agreements
from alvara.approvals.renewal import is_ending
from alvara.approvals.telling import ask
from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.model.governance import Governance
from alvara.workspace.workspace import View


@rule("approval-expiring", on=Agreements, severity="warning", waivable=False)
def approval_expiring(agreements: Agreements, view: View) -> Iterator[Finding]:
    """What has been agreed on will not be any longer in a month.

    ## Why is this bad?
    Approvals end, so that somebody looks again. On the day one ends, `alvara check` and `alvara release` refuse what it
    held up.

    ## How to fix
    Ask whoever signed it to look again, and to run `alvara approve ID --role ROLE`: that writes a second record beside
    the first. Somebody else who holds the role can sign as well. What others signed is not touched by it.
    """
    if agreements.governance is None:
        return
    for agreement in agreements.agreements:
        subject = agreement.subject
        if not (subject.is_due and agreement.satisfied):
            continue
        ending = [slot for slot in agreement.slots if slot.expires_at and is_ending(slot.expires_at, agreements.now)]
        if ending:
            first = min(ending, key=lambda slot: (slot.expires_at, slot.record))
            words = f"what {first.person} agreed to as {first.role} ends on {first.expires_at[:10]}"
            day, path, pointer = agreements.now[:10], *subject.place
            ways = [ask(subject, slot.role, _who(slot, agreement, agreements.governance, day)) for slot in ending]
            yield Finding(Site(path, (*pointer, "status")), f"`{subject.id}`: {words}", "; ".join(ways), (), subject.id)


def _who(slot: Slot, agreement: Agreement, governance: Governance, day: str) -> tuple[str, ...]:
    """Say who could fill a slot from now on: whoever fills it, or else all who may."""
    others = {who for other in agreement.slots if other != slot for who in (other.person, other.seat)}
    able = eligible_for(slot.role, agreement.subject.id, governance, day, agreement.authors | others)
    return (slot.person,) if slot.person in able else able
