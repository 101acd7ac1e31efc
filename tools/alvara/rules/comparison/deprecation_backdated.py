"""deprecation-backdated."""

from collections.abc import Iterator
from datetime import date

from alvara.compare.comparison import Comparison
from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.model.lifecycle import Deprecation
from alvara.workspace.workspace import View


@rule("deprecation-backdated", on=Comparison, severity="warning")
def deprecation_backdated(comparison: Comparison, view: View) -> Iterator[Finding]:
    """An end is announced that has come already.

    ## Why is this bad?
    Until this change nobody could know of it. With dates in the past the window looks as long as was promised, and is
    over before it begins: what others rely on could be removed by the very next change.

    ## How to fix
    Write the day of the change as `since`, and as `removeAfter` one that is as much later as `deprecation.minimumDays`
    promises.
    """
    if comparison.base.kind == "published":
        return  # the change that announced it was judged when it came
    for before, after in comparison.succession():
        end = after.model.deprecation if after.model is not None else None
        if not before.is_published or before.facts.status == "deprecated" or after.facts.status != "deprecated":
            continue
        if end is None or not end.remove_after or end.remove_after >= view.today:
            continue
        if _is_short(end, view.config.minimum_days):
            continue  # deprecation-too-short says so, at the same place
        yield Finding(
            Site(after.facts.path, (*after.facts.pointer, "deprecation", "removeAfter")),
            f"`{after.facts.id}` is deprecated by this change, and would have ended on {end.remove_after} already",
            f"write days that are still to come; today is {view.today}",
            subject=after.facts.id,
        )


def _is_short(end: Deprecation, least: int) -> bool:
    try:
        return (date.fromisoformat(end.remove_after) - date.fromisoformat(end.since)).days < least
    except ValueError:
        return False
