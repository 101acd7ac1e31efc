"""version-went-back."""

from collections.abc import Iterator

from alvara.compare.comparison import Comparison
from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.identity.versions import precedence
from alvara.workspace.workspace import View


@rule("version-went-back", on=Comparison, waivable=False)
def version_went_back(comparison: Comparison, view: View) -> Iterator[Finding]:
    """A version is lower than it was.

    ## Why is this bad?
    Versions order what was approved, released and recorded in traces. A lower one stands for two different contents,
    and whoever compares them takes the old one for the new.

    ## How to fix
    Write a version above the last one; `alvara bump ID` finds the smallest that will do.
    """
    for (before, after, _), was, now in comparison.versioned():
        if precedence(now) < precedence(was):
            there = (Site(before.facts.path, (*before.facts.pointer, "version"), revision="base"), "the version it had")
            yield Finding(
                Site(after.facts.path, (*after.facts.pointer, "version")),
                f"version `{after.facts.version}` comes before `{before.facts.version}`, which it had",
                f"run: alvara bump {after.facts.id}",
                related=(there,),
                subject=after.facts.id,
            )
