"""approval-parked."""

from collections.abc import Iterator

from alvara.approvals.agreement import unguarded
from alvara.approvals.agreements import Agreements, content_of
from alvara.diagnostics.finding import Cause, Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.identity.ids import Kind, path_of
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
    verdicts = agreements.by_content()
    known = {(one.subject.kind, one.subject.id): one.subject for one in agreements.agreements}
    for standing in agreements.newcomers():
        record = standing.record
        if standing.fault is not None or record.decision != "approve":
            continue
        agreement = verdicts.get(content_of(standing))
        if agreement is not None:
            if words := unguarded(record, agreement.subject.attached):
                site = Site(record.path, ("statement", "predicate", "guards"))
                yield Finding(site, f"this approval is of another state: {words}", "", (), record.id)
            continue
        standing_there = view.definitions(record.kind, record.id)
        kind: Kind = "policy" if record.kind == "policy" else "capability"
        if any(one.broken for one in standing_there) or view.unread(path_of(kind, record.id)):
            continue  # what cannot be read is told where it is
        site, cause = Site(record.path, ("statement", "subject", 0, "digest", "sha256")), None
        if not standing_there:
            words = f"there is no {record.kind} `{record.id}` here for it to approve"
        elif (subject := known.get((record.kind, record.id))) is not None:
            words = f"what it approves is not what `{record.id}` says here"
            path, pointer = subject.place
            message = f"`{record.id}` does not say here what was signed"
            cause = Cause(Site(path, (*pointer, "id")), message, record.id, "new records are of something else")
        else:
            words = f"nothing that `{record.id}` says here has to be approved"
        yield Finding(site, words, "", (), record.id, cause)
