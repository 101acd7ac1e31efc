"""approval-missing."""

from collections.abc import Container, Iterable, Iterator, Sequence

from alvara.approvals.agreement import Agreement
from alvara.approvals.agreements import Agreements, Content, Doubt, content_of
from alvara.approvals.subject import Subject
from alvara.approvals.telling import call, refused, say_missing, say_signed
from alvara.approvals.validity import Standing, by_name
from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import START, Site
from alvara.workspace.workspace import View


@rule("approval-missing", on=Agreements, waivable=False)
def approval_missing(agreements: Agreements, view: View) -> Iterator[Finding]:
    """A definition is past review, and not everybody has agreed to it who has to.

    ## Why is this bad?
    What approves, cancels or deletes must not become available because a file says so (PRD-004, sections 33 and 34).
    `governance/policy.yaml` says how many have to agree at each level of risk, and as what; each of them signs what the
    definition says at that moment. When it comes to say something else, or a policy that stood in its way changes, they
    have to agree again. Nobody who wrote the change counts. Without a `governance/` nothing of high or critical risk
    goes past review.

    ## How to fix
    Ask those who are named to run `alvara approve ID --role ROLE`, and commit the record that it writes. Until then
    leave the definition at `status: review`; what was active before stays as it was while the change waits in a second
    file, `<name>.v2.yaml`.
    """
    if agreements.doubted is not None:
        yield from _doubtful(agreements.doubted, agreements.ungoverned)
        return
    for subject in agreements.ungoverned:
        yield _ungoverned(subject, agreements.governance is not None)
    verdicts, about = agreements.by_content(), by_name(agreements.standings)
    for agreement in agreements.agreements:
        if agreement.subject.is_due and not agreement.satisfied:
            name = agreement.subject.kind, agreement.subject.id
            yield _unsatisfied(agreement, agreements, about.get(name, ()), verdicts)


def _doubtful(doubted: Doubt, ungoverned: tuple[Subject, ...]) -> Iterator[Finding]:
    """Say once that nobody can agree to anything. What is wrong with a file of now is told where it is wrong."""
    if doubted.revision == "base" or ungoverned:
        site = Site(doubted.path, span=START, revision=doubted.revision)
        waiting = [(_status(subject), f"`{subject.id}` is {subject.status}") for subject in ungoverned]
        tip = "mend it where this work is to go, in a change that is looked at by hand: nothing can judge that one"
        words = f"nobody can agree to anything, since {doubted.words}"
        yield Finding(site, words, tip if doubted.revision == "base" else "mend it", tuple(waiting))


def _ungoverned(subject: Subject, governed: bool) -> Finding:
    message = f"`{subject.id}` is {subject.status}, its risk {subject.risk}, and nobody has approved it"
    if governed:
        tip = "write into `governance/policy.yaml`, under `levels`, who has to; until it is there, set `status: review`"
        return Finding(_status(subject), f"{message}: nothing says who has to", tip, (), subject.id)
    return Finding(
        _status(subject), message,
        "set `status: review` until there are people in `governance/` who can approve it; if it was active at a lower "
        "risk, leave that as it was and write the change into a second file, of the next major", (), subject.id,
    )  # fmt: skip


def _unsatisfied(
    agreement: Agreement, agreements: Agreements, about: Sequence[Standing], verdicts: Container[Content]
) -> Finding:
    """Say who is missing. What is wrong with a record that is new is told where that is."""
    subject = agreement.subject
    told = {s.record.path for s in about if s.is_new and agreements.against(s, agreement) is not None}
    signed = [(Site(slot.record, span=START), say_signed(slot, told)) for slot in agreement.slots if slot.record]
    refusals = [(Site(no.record, span=START), refused(no)) for no in agreement.refusals]
    before = [] if signed or refusals else _signed_before(about, verdicts)
    words = say_missing(agreement, told) + (", since what was signed is not what it says now" if before else "")
    return Finding(_status(subject), words, call(agreement), (*refusals, *signed, *before), subject.id)


def _signed_before(about: Iterable[Standing], verdicts: Container[Content]) -> list[tuple[Site, str]]:
    """List the last records about what does not stand here any longer."""
    others = [
        s.record
        for s in about
        if s.record.decision == "approve" and s.fault is None and not s.is_new and content_of(s) not in verdicts
    ]
    last = max(others, key=lambda record: (record.issued_at, record.path), default=None)
    return [
        (Site(r.path, span=START), f"{r.approver} agreed as {r.role} to what it said then, as version {r.version}")
        for r in sorted(others, key=lambda record: record.path)
        if last is not None and r.digest == last.digest
    ]


def _status(subject: Subject) -> Site:
    path, pointer = subject.place
    return Site(path, (*pointer, "status"))
