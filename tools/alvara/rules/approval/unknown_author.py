"""unknown-author."""

from collections.abc import Iterator

from alvara.approvals.agreements import Agreements
from alvara.diagnostics.finding import Cause, Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import NOWHERE, Site
from alvara.workspace.workspace import View


@rule("unknown-author", on=Agreements, waivable=False)
def unknown_author(agreements: Agreements, view: View) -> Iterator[Finding]:
    """Somebody committed to what has to be approved under an address that belongs to nobody in `governance/people/`.

    ## Why is this bad?
    Nobody approves what they wrote themselves. That can be told only where it is known who wrote it: an address that
    belongs to no one may belong to one of the approvers.

    ## How to fix
    Add the address to `emails` of the person whose it is, in `governance/people/`, in a change of its own; for a
    program that commits, add a person of `kind: bot`. If the commit was made under a wrong address, make it anew.
    """
    for stranger in agreements.strangers:
        path, pointer = stranger.subject.place
        who = f"`{stranger.name} <{stranger.email}>`"
        words = f"commit {stranger.commit[:12]} is by {who}, an address of nobody in `governance/people/`"
        cause = Cause(NOWHERE, words, stranger.subject.id, "definitions that have to be approved are touched by it")
        yield Finding(Site(path, (*pointer, "id")), words, "", (), stranger.subject.id, cause)
