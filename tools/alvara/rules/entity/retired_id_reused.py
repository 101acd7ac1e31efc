"""retired-id-reused."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Pointer, Site
from alvara.workspace.entity import Entity
from alvara.workspace.renamed import end_of
from alvara.workspace.workspace import View


@rule("retired-id-reused", on=Entity, kinds=("capability", "resource", "policy"), waivable=False)
def retired_id_reused(entity: Entity, view: View) -> Iterator[Finding]:
    """An ID or an alias is one that was retired for ever.

    ## Why is this bad?
    The ID meant something once, and there are callers, documents and conversations in which it still does. Whatever
    takes it over gets their questions and their calls, and none of them is told. That holds for every kind: who reads a
    name does not see what kind it was of.

    ## How to fix
    Choose another ID. The tombstone in `ledger/tombstones/` says what it was, and stays.
    """
    names: list[tuple[str, Pointer]] = [(entity.id, (*entity.pointer, "id")), *entity.aliases]
    for name, pointer in names:
        for stone in view.definitions("tombstone", name):
            yield Finding(
                Site(entity.path, pointer),
                f"`{name}` was a {stone.type} until {stone.expires}, and is never used again",
                "choose another ID" if name == entity.id else "choose another alias",
                related=((Site(stone.path, ("id",)), "the record of its end"),),
            )
            break
        else:
            yield from _once_renamed(entity, name, pointer, view)


def _once_renamed(entity: Entity, name: str, pointer: Pointer, view: View) -> Iterator[Finding]:
    """A name that something had before it was renamed, and took along when it went: no alias keeps it any more."""
    for move in view.definitions("migration", name):
        end = end_of(view, move.type, move.successor)
        if view.definitions("tombstone", end) and not view.named(move.type, end):
            yield Finding(
                Site(entity.path, pointer),
                f"`{name}` is what the {move.type} `{end}` was called before, and is never used again",
                "choose another ID" if name == entity.id else "choose another alias",
                related=((Site(move.path, ("from",)), "the record of its renaming"),),
            )
            return
