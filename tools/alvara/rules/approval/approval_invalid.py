"""approval-invalid."""

from collections.abc import Iterator

from alvara.approvals.agreements import Agreements
from alvara.approvals.validity import Standing
from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
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
    names: dict[tuple[str, ...], str] = {}
    for standing in agreements.newcomers():
        record = standing.record
        if standing.fault is not None:
            yield _finding(record, standing.fault.words, standing.fault.key)
        elif record.path != (expected := _home(record)):
            words = f"it says what belongs in `{expected}`"
            yield _finding(record, words, "")
        elif record.decision == "approve":
            yield from _overlong(standing, agreements)
        twin = names.setdefault((record.kind, record.id, record.digest, record.decision, record.role, record.approver),
                                record.path)  # fmt: skip
        if twin != record.path and standing.fault is None and record.path == _home(record):
            yield _finding(record, f"`{twin}` says the same", "")


def _overlong(standing: Standing, agreements: Agreements) -> Iterator[Finding]:
    """Judge how long an approval claims to last, by what is asked for where its content stands here."""
    agreement = agreements.about(standing)
    if agreement is not None and agreements.governance is not None:
        from alvara.approvals.agreement import demand_for
        from alvara.approvals.validity import lapse, lifetime

        record = standing.record
        most = demand_for(agreement.subject, agreement.level, agreements.governance).max_age_days
        if lifetime(record).days > most:
            days = lifetime(record).days
            yield _finding(record, f"it claims to last {days} days, and {most} are allowed", "expiresAt")
        elif lapse(record, agreements.now):
            yield _finding(record, lapse(record, agreements.now), "expiresAt")
        elif record.approver in agreement.authors or record.seat in agreement.authors:
            who = record.approver if record.approver in agreement.authors else record.seat
            yield _finding(record, f"`{who}` proposed what it approves", "approver")
        elif agreement.subject.kind == "capability" and not record.reaches(agreement.level.risk):
            words = f"it was given at {record.risk}, and {agreement.level.risk} is asked for"
            yield _finding(record, words, "risk")


def _finding(record: Approval, words: str, key: str) -> Finding:
    pointer = ("statement", "predicate", key) if key else ("signature",)
    what = {"approve": "approval", "reject": "rejection", "revoke": "revocation"}[record.decision]
    tip = f"delete the file, and have `{record.approver}` run `alvara {record.decision} {record.id}` again"
    return Finding(Site(record.path, pointer), f"this {what} does not count: {words}", tip, (), record.id)


def _home(record: Approval) -> str:
    return path_of_approval(
        record.kind, record.id, record.version, record.digest, record.role, record.approver, record.decision
    )
