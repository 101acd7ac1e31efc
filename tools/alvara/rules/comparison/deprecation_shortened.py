"""deprecation-shortened."""

from collections.abc import Iterator

from alvara.compare.comparison import Comparison
from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.workspace.workspace import View


@rule("deprecation-shortened", on=Comparison, waivable=False)
def deprecation_shortened(comparison: Comparison, view: View) -> Iterator[Finding]:
    """An end that was announced comes earlier now.

    ## Why is this bad?
    Whoever planned by the day that was announced has less time than they were promised, and does not know.

    ## How to fix
    Write the day that was announced, or a later one.
    """
    for before, after in comparison.succession():
        was = before.model.deprecation if before.model is not None else None
        now = after.model.deprecation if after.model is not None else None
        if was is None or now is None or not was.remove_after or before.facts.status != "deprecated":
            continue
        if now.remove_after and now.remove_after < was.remove_after:
            there = (*before.facts.pointer, "deprecation", "removeAfter")
            yield Finding(
                Site(after.facts.path, (*after.facts.pointer, "deprecation", "removeAfter")),
                f"`{after.facts.id}` ends on {now.remove_after} now, and was promised until {was.remove_after}",
                f'write `removeAfter: "{was.remove_after}"` or a later day',
                related=((Site(before.facts.path, there, revision="base"), "what was announced"),),
                subject=after.facts.id,
            )
