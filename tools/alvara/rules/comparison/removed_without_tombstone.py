"""removed-without-tombstone."""

from collections.abc import Iterator

from alvara.compare.comparison import Comparison, is_retired, lives_on
from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import View


@rule("removed-without-tombstone", on=Comparison, waivable=False)
def removed_without_tombstone(comparison: Comparison, view: View) -> Iterator[Finding]:
    """Something that others rely on is gone, and nothing remembers it.

    ## Why is this bad?
    Once it is approved, active or deprecated, an ID is a contract: screens, documents, policies of other teams and
    running agents name it. An ID that just disappears breaks them without a word, and sooner or later something else
    takes it, so that old callers silently get the wrong thing.

    ## How to fix
    Bring it back, and announce its end with `alvara promote ID deprecated --reason TEXT`, or `--replaced-by NEW`; when
    the window has passed, `alvara promote ID removed` deletes it and leaves a tombstone, unless another major stays.
    Where it only has another name now, `alvara rename OLD NEW` keeps the old one as an alias.
    """
    for gone in comparison.gone:
        facts = gone.facts
        if not gone.is_published or is_retired(gone, view) or lives_on(gone, view):
            continue
        if facts.status == "deprecated" and view.definitions(facts.kind, facts.id):
            continue  # a major that was announced to end, while another one goes on under the ID
        version = f" {facts.version}" if facts.version else ""
        yield Finding(
            Site(facts.path, (*facts.pointer, "id"), revision="base"),
            f"the {facts.kind} `{facts.id}`{version} was {facts.status} and is gone",
            f"bring it back and {_next_step(facts, view)}; or, if it has another name now: "
            f"alvara rename {facts.id} NEW",
            subject=facts.id,
        )


def _next_step(facts: Entity, view: View) -> str:
    name = f"{facts.id}@{facts.major}" if view.definitions(facts.kind, facts.id) else facts.id
    if facts.status in ("deprecated", "removed"):
        return f"remove it with its record: alvara promote {name} removed"
    return f"announce its end: alvara promote {name} deprecated --reason TEXT"
