"""approval-voided."""

from collections.abc import Iterator

from alvara.approvals.agreements import Agreements
from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import START, Site
from alvara.workspace.workspace import View

MOST_RECORDS = 20
"""Records that a finding points at."""


@rule("approval-voided", on=Agreements, severity="warning")
def approval_voided(agreements: Agreements, view: View) -> Iterator[Finding]:
    """A change of `governance/` takes from approvals that they count.

    ## Why is this bad?
    A key that is revoked, a role that ends or a slot that is added is often right and cannot wait. But this change is
    judged by the governance that was there before it: what it takes away is only missed by the next one, in files that
    had no part in it. Whoever reviews the change should know what has to be approved again.

    ## How to fix
    Merge it if it is meant, and ask for the approvals again. `alvara approvals` then shows who has to give them.
    """
    voided, governing = agreements.voided, agreements.governing
    if not voided or not governing:
        return
    ids = list(dict.fromkeys(one.id for one in voided))
    more = f" and {len(ids) - 1} more" if len(ids) > 1 else ""
    count = (
        "an approval counts no longer, that" if len(voided) == 1 else f"{len(voided)} approvals count no longer, those"
    )
    gone = any(loss.path == governing[0] and loss.revision == "base" for loss in agreements.lost)
    yield Finding(
        Site(governing[0], span=START, revision="base" if gone else "current"),
        f"once this governs, {count} of `{ids[0]}`{more}",
        related=tuple(
            (Site(one.record, span=START), f"`{one.person}` as {one.role}: {one.why}") for one in voided[:MOST_RECORDS]
        ),
    )
