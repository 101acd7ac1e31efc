"""How many bindings a thing accounts for: each pair once, whichever side wrote it down."""

from alvara.model.reference import BINDINGS
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import View


def count_bindings(entity: Entity, view: View) -> int:
    """Count the pairs that this entity answers for; a pair written on both sides belongs to the lesser name."""
    if entity is not next(iter(view.definitions(entity.kind, entity.id)), entity):
        return 0
    own = (entity.kind, entity.id)
    counted = set()
    for reference in entity.references:
        if reference.role not in BINDINGS or reference.kind == "source":
            continue
        other = view.definition(reference.kind, reference.target)
        if other is None:
            counted.add((reference.kind, reference.target))
            continue
        name = (other.kind, other.id)
        if name not in counted and (own < name or not _names(other, entity)):
            counted.add(name)
    return len(counted)


def _names(entity: Entity, other: Entity) -> bool:
    """Whether an entity binds itself to another, by ID or alias."""
    return any(
        reference.role in BINDINGS
        and reference.kind == other.kind
        and (reference.target == other.id or any(reference.target == alias for alias, _ in other.aliases))
        for reference in entity.references
    )
