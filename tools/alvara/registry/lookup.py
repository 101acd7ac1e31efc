"""A name to what it stands for."""

from collections.abc import Iterable, Sequence

from alvara.identity.ids import Kind
from alvara.identity.suggestions import did_you_mean
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import View

KINDS: tuple[Kind, ...] = ("resource", "capability", "policy")
"""The kinds that have IDs, in the order in which they are shown."""


def look_up(view: View, name: str, kinds: Sequence[str] = KINDS) -> list[Entity]:
    """Give the definition that an ID or an alias stands for in each kind; of several majors, the active one."""
    found = (view.definition(kind, name) for kind in kinds)
    return [entity for entity in found if entity is not None]


def suggest(entities: Iterable[Entity], name: str, kinds: Sequence[str] = KINDS) -> str:
    """The tip that names the closest ID or alias there is, or an empty text."""
    known = {word for e in entities if e.kind in kinds for word in (e.id, *(alias for alias, _ in e.aliases))}
    return did_you_mean(name, known)
