"""breaking-change-without-major."""

from collections.abc import Iterator

from alvara.compare.comparison import Comparison
from alvara.compare.versions import smallest_legal, suffices
from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.workspace.workspace import View


@rule("breaking-change-without-major", on=Comparison, waivable=False)
def breaking_change_without_major(comparison: Comparison, view: View) -> Iterator[Finding]:
    """A change that can break those who call, or refuse them, without a new major version.

    ## Why is this bad?
    A version that only grows in its last places says that everybody may go on as before. Here somebody may not: a call
    that was valid is refused, an answer has what nobody expects, more is asked of the caller. Whoever relied on the
    number finds out in production.

    ## How to fix
    Take the change back, or write the next major version; `alvara bump ID` does. Where both are to be had for a while,
    put the new one beside the old, in `<file>.v2.yaml`.
    """
    for one, was, now in comparison.versioned():
        if one.needed != "major" or suffices(was, now, "major"):
            continue
        after = one.after
        breaking = [change for change in one.changes if change.bump == "major"]
        first = breaking[0]
        more = f", and {len(breaking) - 1} more" if len(breaking) > 1 else ""
        needed = smallest_legal(was, "major")
        version = (Site(after.facts.path, (*after.facts.pointer, "version")), "the version it has")
        others = tuple(
            (Site(change.path, change.pointer, revision=change.revision), change.words) for change in breaking[1:6]
        )
        yield Finding(
            Site(first.path, first.pointer, revision=first.revision),
            f"{first.words}{more}: that takes version `{needed}`, and `{after.facts.id}` has `{after.facts.version}`",
            f"run: alvara bump {after.facts.id}; or take the change back",
            related=(version, *others),
            subject=after.facts.id,
        )
