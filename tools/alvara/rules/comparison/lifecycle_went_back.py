"""lifecycle-went-back."""

from collections.abc import Iterator

from alvara.compare.comparison import Comparison
from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.model.lifecycle import steps_between
from alvara.workspace.workspace import View


@rule("lifecycle-went-back", on=Comparison, waivable=False)
def lifecycle_went_back(comparison: Comparison, view: View) -> Iterator[Finding]:
    """Something is at an earlier stage of its life than before.

    ## Why is this bad?
    What was announced to end and lives on makes the next announcement worthless, and what was active and is a draft
    again takes away what others use. Only a review may go back to draft: nobody relies on it yet.

    ## How to fix
    Leave the status as it was. Where something is needed after all that was announced to end, bring it as a new version
    or under a new ID.
    """
    for before, after in comparison.succession():
        if after.facts.broken or before.facts.broken or not before.is_published:
            continue
        if steps_between(after.facts.kind, before.facts.status, after.facts.status) < 0:
            there = (Site(before.facts.path, (*before.facts.pointer, "status"), revision="base"), "the status it had")
            yield Finding(
                Site(after.facts.path, (*after.facts.pointer, "status")),
                f"`{after.facts.id}` was {before.facts.status} and is {after.facts.status} again",
                f"write `status: {before.facts.status}`",
                related=(there,),
                subject=after.facts.id,
            )
