"""Who is bound to whom: each pair once, whichever side wrote it down, aliases resolved."""

from collections.abc import Iterable, Iterator

from alvara.identity.ids import Name
from alvara.model.reference import BINDINGS
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import View


def pairs(entities: Iterable[Entity], view: View) -> list[tuple[Name, Name]]:
    """List the bound pairs among entities, sorted."""
    found: set[tuple[Name, Name]] = set()
    for entity in entities:
        own = Name(entity.kind, entity.id)
        found.update((own, other) if own < other else (other, own) for other in _bound_to(entity, view))
    return sorted(found)


def count_bindings(entity: Entity, view: View) -> int:
    """Count the pairs that an entity answers for, so that the counts of all entities add up to the number of pairs.

    A pair written on both sides belongs to the lesser name. What is defined several times (a page and its
    translations, the majors of a capability) answers once, by its first definition.
    """
    definitions = view.definitions(entity.kind, entity.id)
    if len(definitions) > 1 and definitions[0] != entity:
        return 0
    own = Name(entity.kind, entity.id)
    names = {entity.id, *(alias for definition in definitions for alias, _ in definition.aliases)}
    others = {other for definition in definitions or [entity] for other in _bound_to(definition, view)}
    return sum(own < other or not _is_bound(other, entity.kind, names, view) for other in others)


def _is_bound(name: Name, kind: str, names: set[str], view: View) -> bool:
    """Whether a thing itself writes down its binding to another, which has these names."""
    return any(
        reference.role in BINDINGS
        for definition in view.definitions(*name)
        for reference in view.references(definition, kind, names)
    )


def _bound_to(entity: Entity, view: View) -> Iterator[Name]:
    """Yield what an entity binds itself to."""
    for reference in entity.references:
        if reference.role in BINDINGS and reference.kind != "source":
            meant = view.definition(reference.kind, reference.target)
            yield Name(reference.kind, reference.target) if meant is None else Name(meant.kind, meant.id)
