"""approval-rewritten."""

from collections.abc import Iterator

from alvara.approvals.agreements import Agreements
from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import START, Site
from alvara.workspace.workspace import View


@rule("approval-rewritten", on=Agreements, waivable=False)
def approval_rewritten(agreements: Agreements, view: View) -> Iterator[Finding]:
    """The record of an approval, or of a refusal, was deleted, moved or edited.

    ## Why is this bad?
    Records are evidence. One that is gone cannot be checked a year later, and a refusal that is gone lets through what
    somebody stopped.

    ## How to fix
    Bring the file back as the base has it: `git checkout BASE -- FILE`. To take an approval back, add a record that
    says so: `alvara revoke ID --role ROLE`.
    """
    present = {standing.record.path for standing in agreements.standings}
    for path in agreements.rewritten:
        words = "this record says something else now" if path in present else "this record is gone, or cannot be read"
        yield Finding(
            Site(path, span=START, revision="base"), words, f"bring it back as it was: `git checkout BASE -- {path}`"
        )
