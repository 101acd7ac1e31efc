"""approval-invalid."""

from collections.abc import Iterable, Iterator

from alvara.approvals.agreement import Agreement
from alvara.approvals.agreements import Agreements, content_of
from alvara.approvals.renewal import earlier, said_already
from alvara.approvals.validity import Fault, Standing
from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import START, Site
from alvara.model.approval import Approval, first_names
from alvara.workspace.workspace import View


@rule("approval-invalid", on=Agreements, waivable=False)
def approval_invalid(agreements: Agreements, view: View) -> Iterator[Finding]:
    """A new record, of an approval or of a refusal, does not hold.

    ## Why is this bad?
    A record that is once on the main branch is taken as having been looked at when it came. One that does not hold
    could lie there until a later change relies on it: signed with a key that its owner has given up, dated back, or
    made for another registry. So a record that is wrong is refused when it comes, whether anything needs it or not.
    One that only says again what its signer said, and what counts for more than a month yet, is refused too: nobody
    gathers approvals ahead.

    ## How to fix
    Delete the file, and have whoever signed it run the command again: `alvara approve`, `alvara reject` or `alvara
    revoke`. What is written in a record cannot be corrected by hand, since the signature covers it.
    """
    verdicts, about = agreements.by_content(), agreements.by_name()
    moved = {name for path in agreements.rewritten for name in first_names(path)}
    for standing in agreements.newcomers():
        record = standing.record
        agreement, others = verdicts.get(content_of(standing)), about[record.kind, record.id]
        fault = standing.fault or _against(standing, agreement, others, agreements)
        if fault is not None:
            yield _finding(record, fault)
        elif not record.is_at_home and record.home not in moved:
            tip = "move it there; where another record has that name, add the next number to it: `-2.yaml`"
            yield Finding(Site(record.path, span=START), f"this record belongs in `{record.home}`", tip, (), record.id)


def _against(
    standing: Standing, agreement: Agreement | None, others: Iterable[Standing], agreements: Agreements
) -> Fault | None:
    """Judge an approval by what is asked for where its content stands here; its guards are another rule's matter."""
    record = standing.record
    if agreement is None or record.decision != "approve":
        return None
    fault = agreements.against(standing, agreement)
    if fault is not None:
        return None if fault.key == "guards" else fault
    for other in earlier(standing, others):
        counts = other.record.digest in agreement.subject.digests and agreements.against(other, agreement) is None
        if counts and (words := said_already(other.record, record.issued_at)):
            return Fault(words, "issuedAt", "delete the file")
    return None


def _finding(record: Approval, fault: Fault) -> Finding:
    pointer = ("statement", "predicate", fault.key) if fault.key else ("signature",)
    what = {"approve": "approval", "reject": "rejection", "revoke": "revocation"}[record.decision]
    tip = f"delete the file, and have `{record.approver}` run `alvara {record.decision} {record.id}` again"
    words = f"this {what} does not count: {fault.words}"
    return Finding(Site(record.path, pointer), words, fault.tip or tip, (), record.id)
