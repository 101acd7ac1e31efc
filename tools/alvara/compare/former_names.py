"""Names beside an ID that no longer lead where they led: nowhere now, or to another thing."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from alvara.compare.definition import Definition, Name
from alvara.compare.pairing import Pair
from alvara.diagnostics.site import Pointer
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import View


class LostName(NamedTuple):
    """An alias that leads nowhere now. `was` is where it stood among those of `before`."""

    alias: str
    before: Definition
    after: Definition
    was: Pointer

    @property
    def name(self) -> Name:
        """The alias among the names of all kinds."""
        return self.before.facts.kind, self.alias


class TakenName(NamedTuple):
    """An alias that leads to another thing now. `was` is where it stood, `place` where the `taker` has it.

    `meant` is what the thing that it led to is called now.
    """

    alias: str
    before: Definition
    was: Pointer
    meant: str
    taker: Entity
    place: Pointer

    @property
    def name(self) -> Name:
        """The alias among the names of all kinds."""
        return self.before.facts.kind, self.alias


def lost_names(pairs: Iterable[Pair], view: View) -> Iterator[LostName]:
    """Find the aliases that a thing has lost and nothing else has taken."""
    for before, after in pairs:
        if not before.is_published or after.facts.broken:
            continue
        for alias, was in before.facts.aliases:
            if alias not in after.alias_names and alias != after.facts.id and not view.named(after.facts.kind, alias):
                yield LostName(alias, before, after, was)


def taken_names(pairs: Iterable[Pair], gone: Iterable[Definition], view: View) -> Iterator[TakenName]:
    """Find the aliases that lead to another thing than they did, as an alias or as the ID of that."""
    heirs = [(pair.before, pair.after.facts.id) for pair in pairs]
    present = {before.name: heir for before, heir in heirs}
    for before in (*(before for before, _ in heirs), *gone):
        if not before.is_published:
            continue
        meant = present.get(before.name, before.facts.id)
        places = dict(reversed(before.facts.aliases))
        for alias in sorted(places):
            for taker, place in _bearers(view, before.facts.kind, alias):
                if taker.id not in (before.facts.id, meant):
                    yield TakenName(alias, before, places[alias], meant, taker, place)


def _bearers(view: View, kind: str, name: str) -> Iterator[tuple[Entity, Pointer]]:
    for entity in view.named(kind, name):
        if entity.id == name:
            yield entity, (*entity.pointer, "id")
        else:
            yield from ((entity, pointer) for alias, pointer in entity.aliases if alias == name)
