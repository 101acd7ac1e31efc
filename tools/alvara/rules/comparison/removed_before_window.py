"""removed-before-window."""

from collections.abc import Iterator

from alvara.compare.comparison import Comparison
from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.workspace.workspace import View


@rule("removed-before-window", on=Comparison, waivable=False)
def removed_before_window(comparison: Comparison, view: View) -> Iterator[Finding]:
    """Something was removed before the day that was announced.

    ## Why is this bad?
    `removeAfter` is a promise to everybody who has still to move. Whoever planned by it is cut off early, and the next
    announcement is worth less.

    ## How to fix
    Bring it back, and remove it on the day or later. The day is that of the commit, or of `--now`, in UTC.
    """
    for gone in comparison.gone:
        deprecation = gone.model.deprecation if gone.model is not None else None
        if gone.facts.status != "deprecated" or deprecation is None or not deprecation.remove_after:
            continue
        if not view.definitions("tombstone", gone.facts.id):
            continue
        if view.today < deprecation.remove_after:
            yield Finding(
                Site(gone.facts.path, (*gone.facts.pointer, "deprecation", "removeAfter"), revision="base"),
                f"`{gone.facts.id}` is gone on {view.today}, and was promised until {deprecation.remove_after}",
                f"bring it back and remove it on {deprecation.remove_after} or later",
                subject=gone.facts.id,
            )
