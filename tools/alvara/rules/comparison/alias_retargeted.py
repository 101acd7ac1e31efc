"""alias-retargeted."""

from collections.abc import Iterator

from alvara.compare.comparison import Comparison
from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.workspace.workspace import View


@rule("alias-retargeted", on=Comparison, waivable=False)
def alias_retargeted(comparison: Comparison, view: View) -> Iterator[Finding]:
    """A name that meant one thing means another one now.

    ## Why is this bad?
    Whoever uses the name gets something else, and nothing tells them: no reference breaks, no call fails. What worked
    on permits yesterday works on employees today.

    ## How to fix
    Give the name back to the thing that it meant, and choose another one for the new thing.
    """
    for taken in comparison.taken:
        there = (Site(taken.before.facts.path, taken.was, revision="base"), "what it meant")
        yield Finding(
            Site(taken.taker.path, taken.place),
            f"`{taken.alias}` means `{taken.taker.id}` now, and meant `{taken.meant}`",
            f"give `{taken.alias}` back and choose another name",
            related=(there,),
            subject=taken.taker.id,
        )
