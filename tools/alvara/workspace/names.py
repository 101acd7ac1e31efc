"""IDs and aliases that meet: equal but for case or separators, or leading to each other in a ring."""

from collections.abc import Iterator

from alvara.diagnostics.site import Pointer
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import View, flat_key

Named = tuple[Entity, str, Pointer]
"""An entity with one of its names, its ID or an alias, and where that stands."""


def namesakes(entity: Entity, view: View) -> list[Entity]:
    """List the other definitions whose ID has the same letters, whatever their case and what separates them."""
    alike = view.alike(entity.kind, entity.id)
    if len(alike) == 1:
        return []
    key = flat_key(entity.kind, entity.id)
    found = {(e.path, e.pointer): e for e in alike if e.id != entity.id and flat_key(e.kind, e.id) == key}
    return list(found.values())


def bearers(kind: str, name: str, view: View) -> Iterator[Named]:
    """Yield who has a name, as its ID or as an alias, in whatever case, in the order of path and place."""
    wanted = name.casefold()
    seen = set()
    for entity in view.alike(kind, name):
        if (entity.path, entity.pointer) in seen:
            continue
        seen.add((entity.path, entity.pointer))
        if entity.id.casefold() == wanted:
            yield entity, entity.id, (*entity.pointer, "id")
        for alias, pointer in entity.aliases:
            if alias.casefold() == wanted:
                yield entity, alias, pointer


def ring(entity: Entity, alias: str, view: View) -> list[str]:
    """List the IDs that an alias leads through until it is back at its owner; none where it never comes back."""
    trails, seen = [[alias]], {alias}
    while trails:
        trail = trails.pop()
        if trail[-1] == entity.id:
            return trail
        for owner in view.definitions(entity.kind, trail[-1]):
            for name, _ in owner.aliases:
                if name not in seen and view.definitions(entity.kind, name):
                    seen.add(name)
                    trails.append([*trail, name])
    return []


def comes_first(entity: Entity, other: Entity) -> bool:
    """Whether an entity stands before another, in the order of path and place."""
    return (entity.path, str(entity.pointer)) < (other.path, str(other.pointer))
