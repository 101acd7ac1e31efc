"""removed-without-tombstone."""

from collections.abc import Iterator

from alvara.compare.comparison import Comparison, is_excused
from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.workspace.workspace import View


@rule("removed-without-tombstone", on=Comparison, waivable=False)
def removed_without_tombstone(comparison: Comparison, view: View) -> Iterator[Finding]:
    """Something that others rely on is gone, and nothing remembers it.

    ## Why is this bad?
    Once it is approved, active or deprecated, an ID is a contract: screens, documents, policies of other teams and
    running agents name it. An ID that just disappears breaks them without a word, and sooner or later something else
    takes it, so that old callers silently get the wrong thing.

    ## How to fix
    Bring it back, and announce its end with `alvara promote ID deprecated`; when the window has passed, `alvara promote
    ID removed` deletes it and leaves a tombstone. Where it only has another name now, `alvara rename OLD NEW` keeps the
    old one as an alias.
    """
    for gone in comparison.gone:
        facts = gone.facts
        if not gone.is_published or is_excused(gone, view) or view.definitions("tombstone", facts.id):
            continue
        version = f" {facts.version}" if facts.version else ""
        yield Finding(
            Site(facts.path, (*facts.pointer, "id"), revision="base"),
            f"the {facts.kind} `{facts.id}`{version} is gone, which was {facts.status}",
            f"bring it back and announce its end: alvara promote {facts.id} deprecated; "
            f"or, if it has another name now: alvara rename {facts.id} NEW",
            subject=facts.id,
        )
