"""IDs and aliases that meet: equal but for case or separators, or leading to each other in a ring."""

from collections.abc import Callable, Iterator
from itertools import islice
from operator import itemgetter

from alvara.diagnostics.site import Pointer
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import Key, View, flat_key

Named = tuple[Entity, str, Pointer]
"""An entity with one of its names, its ID or an alias, and where that stands."""


_FEW = 16
"""Aliases among which looking is faster than sorting them."""

MOST_NAMESAKES = 100
"""Definitions whose IDs have the same letters, beyond which one more is not compared with all of them."""


def namesakes(entity: Entity, view: View) -> Iterator[Entity]:
    """Yield the definitions before this one whose ID has the same letters, whatever their case and what parts them."""
    alike = view.alike(entity.kind, entity.id)
    if len(alike) > 1:
        for other in islice(view.once(_lettered, entity.kind, flat_key(entity.kind, entity.id)), MOST_NAMESAKES):
            if not comes_first(other, entity):
                return
            if other.id != entity.id:
                yield other


def namesake(entity: Entity, view: View, likeness: Callable[[str], str]) -> Entity | None:
    """Give the first definition before this one whose ID is another, and the same in its likeness."""
    if len(view.alike(entity.kind, entity.id)) == 1:
        return None
    groups = view.once(_likened, entity.kind, flat_key(entity.kind, entity.id), likeness)
    others = (e for e in groups[likeness(entity.id)] if e.id != entity.id and comes_first(e, entity))
    return next(others, None)


def _lettered(view: View, kind: str, key: Key) -> list[Entity]:
    return [e for e in view.look(key) if flat_key(kind, e.id) == key]


def _likened(view: View, kind: str, key: Key, likeness: Callable[[str], str]) -> dict[str, list[Entity]]:
    """Group definitions by the likeness of their IDs: of each group the first, and the first with another ID."""
    groups: dict[str, list[Entity]] = {}
    for entity in view.once(_lettered, kind, key):
        group = groups.setdefault(likeness(entity.id), [])
        if not group or (len(group) == 1 and group[0].id != entity.id):
            group.append(entity)
    return groups


class Bearers:
    """Who has a name, in whatever case, in the order of path and place."""

    def __init__(self) -> None:
        """Begin with nobody."""
        self._first: dict[str, tuple[int, Named]] = {}
        self._own: dict[tuple[str, Pointer], tuple[int, Named]] = {}
        self._number = 0

    def add(self, named: Named) -> None:
        """Add the next one."""
        entity, self._number = named[0], self._number + 1
        if len(self._first) < 2:
            self._first.setdefault(entity.id, (self._number, named))
        self._own.setdefault((entity.path, entity.pointer), (self._number, named))

    def first_for(self, entity: Entity) -> Named | None:
        """Give the first who is the entity itself or has another ID: the majors of one ID share their names."""
        found = [bearer for id, bearer in self._first.items() if id != entity.id]
        own = self._own.get((entity.path, entity.pointer))
        return min((*found, own) if own else found, key=itemgetter(0), default=(0, None))[1]


def owner_of(entity: Entity, alias: str, view: View) -> Named | None:
    """Give who has an alias of an entity by right: an ID before any alias, then the first; None where only it has."""
    folded, alike = alias.casefold(), view.alike(entity.kind, alias)
    if len(alike) == 1 and alike[0] is entity and len(entity.aliases) <= _FEW:
        own = [entity.id.casefold(), *(name.casefold() for name, _ in entity.aliases)]
        if own.count(folded) == 1:
            return None  # most names are nobody else's, which is quickly seen
    found = view.once(_borne, entity.kind, flat_key(entity.kind, alias)).get(folded)
    if found is None:
        return None
    ids, aliases = found
    return ids.first_for(entity) or aliases.first_for(entity)


def _borne(view: View, kind: str, key: Key) -> dict[str, tuple[Bearers, Bearers]]:
    """Group all names with the same letters by what they are in any case: IDs, and aliases."""
    found: dict[str, tuple[Bearers, Bearers]] = {}

    def add(name: str, place: int, named: Named) -> None:
        folded = name.casefold()
        if folded not in found:
            found[folded] = (Bearers(), Bearers())
        found[folded][place].add(named)

    for entity in view.look(key):
        if flat_key(kind, entity.id) == key:
            add(entity.id, 0, (entity, entity.id, (*entity.pointer, "id")))
        for alias, pointer in _aliases_under(key, entity, view):
            add(alias, 1, (entity, alias, pointer))
    return found


_Aliases = dict[Key, list[tuple[str, Pointer]]]


def _aliases_under(key: Key, entity: Entity, view: View) -> list[tuple[str, Pointer]]:
    """List the aliases of an entity that have the letters of a key; all of them are sorted into keys but once."""
    sorted_ones, place = view.once(_sorted_aliases), (entity.path, entity.pointer)
    if place not in sorted_ones:
        sorted_ones[place] = {}
        for alias, pointer in entity.aliases:
            sorted_ones[place].setdefault(flat_key(entity.kind, alias), []).append((alias, pointer))
    return sorted_ones[place].get(key, [])


def _sorted_aliases(view: View) -> dict[tuple[str, Pointer], _Aliases]:
    return {}


MOST_FOLLOWED = 100
"""Aliases that are looked at on the way through a ring: one that is longer is told as names that are taken."""


def ring(entity: Entity, alias: str, view: View) -> list[str]:
    """List the IDs that an alias leads through until it is back at its owner; none where it never comes back."""
    trails, seen, left = [[alias]], {alias}, MOST_FOLLOWED
    while trails:
        trail = trails.pop()
        if trail[-1] == entity.id:
            return trail
        for owner in view.definitions(entity.kind, trail[-1]):
            for name, _ in owner.aliases:
                left -= 1
                if left < 0:
                    return []
                if name not in seen and view.definitions(entity.kind, name):
                    seen.add(name)
                    trails.append([*trail, name])
    return []


def comes_first(entity: Entity, other: Entity) -> bool:
    """Whether an entity stands before another, in the order of path and place."""
    return (entity.path, str(entity.pointer)) < (other.path, str(other.pointer))
