"""governance-erased."""

from collections.abc import Iterator

from alvara.approvals.agreements import Agreements
from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import START, Site
from alvara.workspace.workspace import View


@rule("governance-erased", on=Agreements, waivable=False)
def governance_erased(agreements: Agreements, view: View) -> Iterator[Finding]:
    """Something was taken out of `governance/`: a person, a key, a role, a revocation, a version of the root, or all.

    ## Why is this bad?
    Records that were signed years ago are checked with what stands in `governance/` now. When a person or a key is
    deleted, what they signed cannot be checked any more; when a revocation is, a stolen key is good again. When a
    version of the root is made anew, other people vouch for all of it.

    ## How to fix
    Put it back, and close it with a date instead: `until: "2026-12-31"`. A role or a key that has ended stays in the
    file. A version of the root that was complete stays as it is: `alvara root prepare` makes the next one.
    """
    for loss in agreements.lost:
        yield Finding(Site(loss.path, span=START, revision=loss.revision), loss.words, loss.tip)
