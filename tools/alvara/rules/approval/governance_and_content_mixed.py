"""governance-and-content-mixed."""

from collections.abc import Iterator

from alvara.approvals.agreements import Agreements
from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import START, Site
from alvara.workspace.workspace import View


@rule("governance-and-content-mixed", on=Agreements, waivable=False)
def governance_and_content_mixed(agreements: Agreements, view: View) -> Iterator[Finding]:
    """One change touches both who may approve and what is to be approved.

    ## Why is this bad?
    A change is judged by the governance that was there before it. One that also brings definitions, approvals or
    records of the ledger asks its reviewers to look at two things at once, and the second can hide the first.

    ## How to fix
    Make two changes of it: first what is in `governance/`, and when that is on the main branch, the rest.
    """
    governing, content = agreements.governing, agreements.content
    if governing and content:
        more = f" and {len(content) - 1} more" if len(content) > 1 else ""
        words = f"this change touches `governance/`, and `{content[0]}`{more} as well"
        gone = any(loss.path == governing[0] and loss.revision == "base" for loss in agreements.lost)
        yield Finding(Site(governing[0], span=START, revision="base" if gone else "current"), words)
