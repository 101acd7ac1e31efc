"""default-branch-changed."""

from collections.abc import Iterator

from alvara.approvals.agreements import Agreements
from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.model.filekind import CONFIG
from alvara.workspace.workspace import View


@rule("default-branch-changed", on=Agreements)
def default_branch_changed(agreements: Agreements, view: View) -> Iterator[Finding]:
    """The main branch has another name, and approvals were given for the one that it had.

    ## Why is this bad?
    An approval says for which branch it is, so that what was agreed to on a trial branch is not taken into use. With
    another name under `defaultBranch` none of those that were given counts any longer. This change is still judged by
    the old name: all of them are missed by the next.

    ## How to fix
    Write the name that it had. Where the branch really has another name now, waive this rule for `alvara.yaml` and have
    everything approved again once the change is on the main branch.
    """
    was, now = agreements.branch
    given = [s for s in agreements.standings if s.fault is None and s.record.decision == "approve"]
    lost = len([s for s in given if s.record.target == f"refs/heads/{was}"])
    if was != now and lost:
        said = "the one approval counts no" if lost == 1 else f"none of the {lost} approvals counts any"
        words = f"the default branch is `{now}` and was `{was}`: {said} longer"
        yield Finding(Site(CONFIG, ("defaultBranch",)), words, f"write `defaultBranch: {was}`", subject=CONFIG)
