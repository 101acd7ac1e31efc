"""What a resource is a part of."""

from alvara.diagnostics.site import Pointer
from alvara.identity.ids import prefixes
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import View


def parent_of(resource: Entity, view: View) -> Entity | None:
    """Give the resource that another is part of: the one it names, else the nearest whose ID is its prefix."""
    named = [reference.target for reference in resource.references if reference.role == "parentId"]
    candidates = named or reversed(prefixes(resource.id))
    above = (view.definition("resource", id) for id in candidates)
    own = None if named else _place(resource)  # a prefix of the ID may be a name that it had before
    return next((found for found in above if found is not None and _place(found) != own), None)


def entity_of(resource: Entity, view: View) -> Entity | None:
    """Give the entity that a resource belongs to, itself if it is one."""
    known = view.once(_owners)
    passed: list[Place] = []
    above: Entity | None = resource
    while above is not None and above.type != "entity" and _place(above) not in known:
        passed.append(_place(above))
        known[passed[-1]] = None  # a ring ends where it would begin anew
        above = parent_of(above, view)
    owner = None if above is None else above if above.type == "entity" else known[_place(above)]
    known.update(dict.fromkeys(passed, owner))
    return owner


def ring_of(resource: Entity, view: View) -> "Ring | None":
    """Give the ring of parts that a resource is one of, where that is what its parents lead to."""
    known = view.once(_rings)
    passed: dict[Place, Entity] = {}
    above: Entity | None = resource
    while above is not None and _place(above) not in known and _place(above) not in passed:
        passed[_place(above)] = above
        above = parent_of(above, view)
    if above is not None and _place(above) in passed:
        places = list(passed)
        places = places[places.index(_place(above)) :]
        ring = Ring([passed[place] for place in places])
        known.update(dict.fromkeys(places, ring))
    for place in passed:
        known.setdefault(place, None)
    return known[_place(resource)]


Place = tuple[str, Pointer]


class Ring:
    """Resources each of which is a part of the next, and the last of the first."""

    def __init__(self, members: list[Entity]) -> None:
        """Take the members in their order."""
        self._members = members
        self._positions = {_place(member): position for position, member in enumerate(members)}
        self.first = min((member.id for member in members if leaps(member)), default="")

    def __len__(self) -> int:
        """Count the members."""
        return len(self._members)

    def beginning_with(self, member: Entity) -> list[Entity]:
        """List the members in their order from one of them on."""
        position = self._positions[_place(member)]
        return self._members[position:] + self._members[:position]


def leaps(resource: Entity) -> bool:
    """Whether a resource names a parent that is no prefix of its ID: prefixes only get shorter, and make no ring."""
    return any(r.role == "parentId" and not resource.id.startswith(f"{r.target}.") for r in resource.references)


def _owners(view: View) -> dict[Place, Entity | None]:
    return {}


def _rings(view: View) -> dict[Place, Ring | None]:
    return {}


def _place(entity: Entity) -> Place:
    return entity.path, entity.pointer
