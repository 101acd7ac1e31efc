"""alias-removed."""

from collections.abc import Iterator

from alvara.compare.comparison import Comparison
from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.workspace.workspace import View


@rule("alias-removed", on=Comparison, waivable=False)
def alias_removed(comparison: Comparison, view: View) -> Iterator[Finding]:
    """Something no longer answers to a name that it had.

    ## Why is this bad?
    An alias is there for those who still use it: it was an ID once, or a name that documents and people kept. Nobody
    can tell from here that the last of them is gone.

    ## How to fix
    Put the alias back. It goes when the thing itself is removed.
    """
    for lost in comparison.lost:
        facts = lost.after.facts
        yield Finding(
            Site(lost.before.facts.path, lost.was, revision="base"),
            f"the {facts.kind} `{facts.id}` no longer answers to `{lost.alias}`",
            f"put `{lost.alias}` back among its aliases",
            subject=facts.id,
        )
