"""version-not-bumped."""

from collections.abc import Iterator

from alvara.compare.comparison import Comparison
from alvara.compare.versions import smallest_legal, suffices
from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.identity.versions import precedence
from alvara.workspace.workspace import View


@rule("version-not-bumped", on=Comparison, waivable=False, fixable=True)
def version_not_bumped(comparison: Comparison, view: View) -> Iterator[Finding]:
    """Something says other things under the same version.

    ## Why is this bad?
    A version is how an approval, a trace and a caller say what exactly they mean. When one version has two contents,
    none of them can be held to it.

    ## How to fix
    Write the next version: a minor where something was added, a patch where it is only said or carried out differently.
    `alvara bump ID` finds the smallest that will do.
    """
    for one, was, now in comparison.versioned():
        if one.needed in ("none", "major") or precedence(now) < precedence(was) or suffices(was, now, one.needed):
            continue
        after = one.after
        first = next(change for change in one.changes if change.bump == one.needed)
        more = f", and {len(one.changes) - 1} more" if len(one.changes) > 1 else ""
        there = (Site(first.path, first.pointer, revision=first.revision), first.words)
        yield Finding(
            Site(after.facts.path, (*after.facts.pointer, "version")),
            f"{first.words}{more}: that takes version `{smallest_legal(was, one.needed)}`",
            f"run: alvara bump {after.facts.id}",
            related=(there,),
            subject=after.facts.id,
        )
