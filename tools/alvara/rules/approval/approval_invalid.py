"""approval-invalid."""

from collections.abc import Iterator

from alvara.approvals.agreement import Agreement
from alvara.approvals.agreements import Agreements, content_of
from alvara.approvals.validity import Fault, Standing
from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import START, Site
from alvara.model.approval import Approval, path_of_approval
from alvara.workspace.workspace import View


@rule("approval-invalid", on=Agreements, waivable=False)
def approval_invalid(agreements: Agreements, view: View) -> Iterator[Finding]:
    """A new record, of an approval or of a refusal, does not hold.

    ## Why is this bad?
    A record that is once on the main branch is taken as having been looked at when it came. One that does not hold
    could lie there until a later change relies on it: signed with a key that its owner has given up, dated back, or
    made for another registry. So a record that is wrong is refused when it comes, whether anything needs it or not.

    ## How to fix
    Delete the file, and have whoever signed it run the command again: `alvara approve`, `alvara reject` or `alvara
    revoke`. What is written in a record cannot be corrected by hand, since the signature covers it.
    """
    verdicts = agreements.by_content()
    for standing in agreements.newcomers():
        record, home = standing.record, _home(standing.record)
        fault = standing.fault or _against(standing, verdicts.get(content_of(standing)), agreements)
        if fault is not None:
            yield _finding(record, fault.words, fault.key)
        elif record.path != home and home not in agreements.rewritten:
            tip = "move it there, or delete it where that is there already"
            yield Finding(Site(record.path, span=START), f"this record belongs in `{home}`", tip, (), record.id)


def _against(standing: Standing, agreement: Agreement | None, agreements: Agreements) -> Fault | None:
    """Judge an approval by what is asked for where its content stands here; its guards are another rule's matter."""
    if agreement is None or standing.record.decision != "approve":
        return None
    fault = agreements.against(standing, agreement)
    return None if fault is not None and fault.key == "guards" else fault


def _finding(record: Approval, words: str, key: str = "") -> Finding:
    pointer = ("statement", "predicate", key) if key else ("signature",)
    what = {"approve": "approval", "reject": "rejection", "revoke": "revocation"}[record.decision]
    tip = f"delete the file, and have `{record.approver}` run `alvara {record.decision} {record.id}` again"
    return Finding(Site(record.path, pointer), f"this {what} does not count: {words}", tip, (), record.id)


def _home(record: Approval) -> str:
    return path_of_approval(
        record.kind, record.id, record.version, record.digest, record.role, record.approver, record.decision
    )
