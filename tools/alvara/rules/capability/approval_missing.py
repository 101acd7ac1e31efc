"""approval-missing."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.model.capability import Capability
from alvara.workspace.setting import Setting

_BEYOND_REVIEW = ("approved", "active", "deprecated")


@rule("approval-missing", on=Capability, where=("status",), waivable=False)
def approval_missing(capability: Capability, setting: Setting) -> Iterator[Finding]:
    """A capability of high or critical risk is past review without anybody having approved it.

    ## Why is this bad?
    What approves, cancels or deletes must not become available because a file says so (PRD-004, sections 33 and 34).
    There is no record of an approval that this version of alvara could check, so nothing of high risk goes past review.

    ## How to fix
    Set `status: review`, and leave it there until its approvals can be recorded. What was active before stays as it
    was: write the change into a second file, `<name>.v2.yaml`, and leave that at `review`.
    """
    if capability.risk in ("high", "critical") and capability.status in _BEYOND_REVIEW:
        yield Finding(
            Site(capability.path, (*capability.pointer, "status")),
            f"`{capability.id}` is {capability.status}, its risk {capability.risk}, and nobody has approved it",
            "set `status: review` until approvals can be recorded; if it was active at a lower risk, leave that as it "
            "was and write the change into a second file, of the next major",
        )
