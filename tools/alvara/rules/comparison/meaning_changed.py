"""meaning-changed."""

from collections.abc import Iterator

from alvara.compare.comparison import Comparison
from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.workspace.workspace import View

_MEANING = ("type", "valueSchema", "recordSchema")


@rule("meaning-changed", on=Comparison)
def meaning_changed(comparison: Comparison, view: View) -> Iterator[Finding]:
    """An ID stands for another sort of thing, or for values that it did not have.

    ## Why is this bad?
    A resource has no version that could warn: whoever knows `workPermit.validity` as a number of days reads a date as
    one. Policies, conditions, documents and conversations go on as if nothing had changed.

    ## How to fix
    Leave the type and the values as they were, give the new thing an ID of its own, and deprecate the old one with
    `replacedBy`.
    """
    for one in comparison.compared:
        if one.after.facts.kind != "resource" or not one.before.is_published:
            continue
        breaking = [change for change in one.changes if change.impact == "breaking" and change.aspect in _MEANING]
        if breaking:
            first = breaking[0]
            more = f", and {len(breaking) - 1} more" if len(breaking) > 1 else ""
            yield Finding(
                Site(first.path, first.pointer, revision=first.revision),
                f"`{one.after.facts.id}` is not what it was: {first.words}{more}",
                subject=one.after.facts.id,
            )
