"""successor-retargeted."""

from collections.abc import Iterator

from alvara.compare.comparison import Comparison
from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.workspace.entity import Entity
from alvara.workspace.references import successors
from alvara.workspace.workspace import View


@rule("successor-retargeted", on=Comparison, severity="warning")
def successor_retargeted(comparison: Comparison, view: View) -> Iterator[Finding]:
    """What is on its way out is replaced by something other than was announced.

    ## Why is this bad?
    Whoever moved already moved to the successor that was announced, and whoever moves now moves elsewhere: what was one
    thing is two from then on. Nothing tells the first of them. A wrong successor has to be put right all the same, so
    this is a warning.

    ## How to fix
    Keep the successor, and let it have a successor of its own: chains are followed to their end.
    """
    for before, after in comparison.succession():
        if before.facts.status != "deprecated" or after.facts.status != "deprecated" or not before.facts.successor:
            continue
        promised = successors(before.facts, view)
        if not promised or after.facts.broken or _leads_on(promised, successors(after.facts, view), view):
            continue
        was = (
            Site(before.facts.path, (*before.facts.pointer, "deprecation", "replacedBy"), revision="base"),
            "what was announced",
        )
        place = ("deprecation", "replacedBy") if after.facts.successor else ("deprecation",)
        now = f"`{after.facts.successor}` now" if after.facts.successor else "nothing any more"
        yield Finding(
            Site(after.facts.path, (*after.facts.pointer, *place)),
            f"`{after.facts.id}` is replaced by {now}, and `{before.facts.successor}` was announced",
            f"write `replacedBy: {before.facts.successor}`",
            related=(was,),
            subject=after.facts.id,
        )


def _leads_on(promised: list[Entity], named: list[Entity], view: View) -> bool:
    """Whether what is named now is what was promised, or comes after it."""
    wanted = {entity.id for entity in named}
    met: set[str] = set()
    waiting = list(promised)
    while waiting:
        entity = waiting.pop()
        if entity.id in wanted:
            return True
        if entity.id not in met:
            met.add(entity.id)
            waiting += successors(entity, view) if entity.successor else ()
    return False
