"""approval-parked."""

from collections.abc import Iterator

from alvara.approvals.agreement import unguarded
from alvara.approvals.agreements import Agreements
from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.workspace.workspace import View


@rule("approval-parked", on=Agreements, waivable=False)
def approval_parked(agreements: Agreements, view: View) -> Iterator[Finding]:
    """A new record approves something that does not stand here.

    ## Why is this bad?
    An approval comes with what it approves. One that is brought ahead of it lies in wait: a later change can then make
    the content appear, and finds itself approved, with nobody looking at both together. Most often it only means that
    the definition, or a policy that decides on it, was edited after somebody had signed.

    ## How to fix
    Delete the record, and have the approver sign what stands here now: `alvara approve ID --role ROLE`. Nobody else has
    the record yet, so nothing is lost.
    """
    for standing in agreements.newcomers():
        record = standing.record
        if standing.fault is not None or record.decision != "approve":
            continue
        agreement = agreements.about(standing)
        pointer: tuple[str | int, ...] = ("statement", "subject", 0, "digest", "sha256")
        if agreement is not None:
            why = unguarded(record, agreement.subject.attached)
            pointer = ("statement", "predicate", "guards")
            if why and not agreement.satisfied:
                words = f"this approval is not of what stands here: {why}"
                yield Finding(Site(record.path, pointer), words, "", (), record.id)
            continue
        if not view.definitions(record.kind, record.id):
            words = f"this approval is of the {record.kind} `{record.id}`, which is not here"
        elif any(one.subject.id == record.id and one.subject.kind == record.kind for one in agreements.agreements):
            words = f"this approval is of something else than what `{record.id}` says here"
        else:
            words = f"this approval is of `{record.id}`, which nobody has to approve here"
        yield Finding(Site(record.path, pointer), words, "", (), record.id)
