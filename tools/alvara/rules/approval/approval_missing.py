"""approval-missing."""

from collections.abc import Iterator

from alvara.approvals.agreement import Agreement
from alvara.approvals.agreements import Agreements, Doubt
from alvara.approvals.subject import Subject
from alvara.approvals.telling import call, refused, say_missing, say_signed
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
    for agreement in agreements.agreements:
        if agreement.subject.is_due and not agreement.satisfied:
            yield _unsatisfied(agreement)


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


def _unsatisfied(agreement: Agreement) -> Finding:
    signed = [(Site(slot.record, span=START), say_signed(slot)) for slot in agreement.slots if slot.record]
    refusals = [(Site(no.record, span=START), refused(no)) for no in agreement.refusals]
    subject = agreement.subject
    return Finding(
        _status(subject), say_missing(agreement), call(agreement), (*refusals, *signed), subject.id,
    )  # fmt: skip


def _status(subject: Subject) -> Site:
    path, pointer = subject.place
    return Site(path, (*pointer, "status"))
