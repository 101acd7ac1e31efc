"""removed-before-window."""

from collections.abc import Iterator

from alvara.compare.comparison import Comparison, is_retired, lives_on
from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.workspace.workspace import View


@rule("removed-before-window", on=Comparison, waivable=False)
def removed_before_window(comparison: Comparison, view: View) -> Iterator[Finding]:
    """Something was removed before the day that was announced, or though no day was.

    ## Why is this bad?
    `removeAfter` is a promise to everybody who has still to move. Whoever planned by it is cut off early, and the next
    announcement is worth less.

    ## How to fix
    Bring it back, and remove it on the day or later. The day is that of the commit, or of `--now`, in UTC.
    """
    marked = (before for before, after in comparison.succession() if after.facts.status == "removed")
    left = (gone for gone in comparison.gone if is_retired(gone, view) or lives_on(gone, view))
    for gone in (*left, *marked):
        facts = gone.facts
        if facts.status != "deprecated":
            continue
        end = gone.model.deprecation if gone.model is not None else None
        if end is None or not end.remove_after:
            yield Finding(
                Site(facts.path, (*facts.pointer, "status"), revision="base"),
                f"`{facts.id}` is removed, and the day from which it may be was never announced",
                "bring it back with `deprecation.removeAfter`, and remove it on that day or later",
                subject=facts.id,
            )
        elif view.today < end.remove_after:
            yield Finding(
                Site(facts.path, (*facts.pointer, "deprecation", "removeAfter"), revision="base"),
                f"`{facts.id}` is gone on {view.today}, and was promised until {end.remove_after}",
                f"bring it back and remove it on {end.remove_after} or later",
                subject=facts.id,
            )
