"""alias-retargeted."""

from collections.abc import Iterator

from alvara.compare.comparison import Comparison
from alvara.compare.definition import Definition
from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Pointer, Site
from alvara.workspace.entity import Entity
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
    heirs = {before.name: after.facts.id for before, after in comparison.succession()}
    for before in (*(pair.before for pair in comparison.compared), *comparison.gone):
        if not before.is_published:
            continue
        for alias in sorted(before.alias_names):
            for entity, pointer in _bearers(view, before, alias):
                if entity.id not in (before.facts.id, heirs.get(before.name)):
                    was = next(place for name, place in before.facts.aliases if name == alias)
                    there = (Site(before.facts.path, was, revision="base"), "what it meant")
                    yield Finding(
                        Site(entity.path, pointer),
                        f"`{alias}` means `{entity.id}` now, and meant `{heirs.get(before.name, before.facts.id)}`",
                        f"give `{alias}` back and choose another name",
                        related=(there,),
                        subject=entity.id,
                    )


def _bearers(view: View, before: Definition, alias: str) -> Iterator[tuple[Entity, Pointer]]:
    for entity in view.named(before.facts.kind, alias):
        if entity.id == alias:
            yield entity, (*entity.pointer, "id")
        else:
            yield from ((entity, pointer) for name, pointer in entity.aliases if name == alias)
