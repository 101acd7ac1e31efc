"""What an old ID is called now: the records of renames, followed to their end."""

from collections.abc import Callable, Iterable, Mapping

from alvara.workspace.entity import Entity
from alvara.workspace.workspace import View, renamed_to

Names = Mapping[str, str]
"""From an old ID to the next one."""


def record_path(kind: str, old: str) -> str:
    """Give the file that records the rename of an ID."""
    return f"ledger/migrations/{kind}/{old}.yaml"


def end_of(view: View, kind: str, id: str) -> str:
    """Follow the records from an ID to the last name; the ID itself where it was never renamed, or goes in a ring."""

    def following(here: str) -> str | None:
        record = _record_of(view, kind, here)
        return None if record is None else record.successor

    return end_of_chain(id, following)


def end_of_chain(id: str, following: Callable[[str], str | None]) -> str:
    """Follow an ID to its last name, by what gives the next one; the ID itself where that goes in a ring."""
    seen, here = {id}, id
    while (after := following(here)) is not None:
        here = after
        if here in seen:
            return id
        seen.add(here)
    return here


def _record_of(view: View, kind: str, id: str) -> Entity | None:
    """Give the record that leads on from an ID; the first, where there are several."""
    return next((record for record in view.definitions("migration", id) if record.type == kind), None)


def present_id(view: View, kind: str, name: str) -> str | None:
    """Give the ID that a name leads to now, as an ID, an alias or by the record of a rename; None where it is lost."""
    found = view.definition(kind, name)
    if found is None:
        end = end_of(view, kind, name)
        found = view.definition(kind, end) if end != name else None
    return None if found is None else found.id


MOST_FOLLOWED = 20
"""Records on the way through a ring; a longer one is nothing that renaming brings about."""


def names_of(kind: str, id: str, view: View) -> frozenset[str]:
    """Give every name that leads to an ID: itself, its aliases, and what it was called before."""
    pending = [id, *(alias for each in view.definitions(kind, id) for alias, _ in each.aliases)]
    found: set[str] = set()
    while pending:
        name = pending.pop()
        if name not in found:
            found.add(name)
            pending += [record.id for record in view.look(renamed_to(kind, name))]
    return frozenset(found)


def ring_of(view: View, record: Entity) -> list[Entity]:
    """List the records that lead from an old name back to it; none where they do not."""
    trail, seen = [record], {record.id}
    while trail[-1].successor != record.id:
        here = trail[-1].successor
        following = _record_of(view, record.type, here)
        if following is None or here in seen or len(trail) == MOST_FOLLOWED:
            return []
        seen.add(here)
        trail.append(following)
    return trail


def ends(records: Iterable[Entity], kind: str) -> dict[str, str]:
    """Give for every old ID of a kind the last name of its chain. Names in a ring, or leading into one, have none."""
    following: dict[str, str] = {}
    for record in records:
        if record.kind == "migration" and record.type == kind:
            following.setdefault(record.id, record.successor)
    return ends_of_chains(following)


def ends_of_chains(following: Names) -> dict[str, str]:
    """Give for every old ID the last name of its chain. Names in a ring, or leading into one, have none."""
    found: dict[str, str] = {}
    lost: set[str] = set()
    for start in following:
        trail: dict[str, None] = {}
        here = start
        while here in following and here not in found and here not in lost and here not in trail:
            trail[here] = None
            here = following[here]
        if here in trail or here in lost:
            lost.update(trail)
        else:
            end = found.get(here, here)
            found.update(dict.fromkeys(trail, end))
    return found


def former_names(paths: Iterable[str], kind: str, view: View) -> dict[str, list[str]]:
    """Give, by the IDs of now, the names that things of a kind had before, out of the paths of all records."""
    before = record_path(kind, "").removesuffix(".yaml")
    found: dict[str, list[str]] = {}
    for path in sorted(path for path in paths if path.startswith(before)):
        old = path.removeprefix(before).removesuffix(".yaml")
        if (now := present_id(view, kind, old)) is not None and now != old:
            found.setdefault(now, []).append(old)
    return found
