"""A name to what it stands for."""

from collections.abc import Iterable, Sequence

from alvara.identity.ids import Kind
from alvara.identity.suggestions import did_you_mean
from alvara.workspace.entity import Entity
from alvara.workspace.renamed import end_of
from alvara.workspace.workspace import View

KINDS: tuple[Kind, ...] = ("resource", "capability", "policy")
"""The kinds that have IDs, in the order in which they are shown."""


def look_up(view: View, name: str, kinds: Sequence[str] = KINDS) -> list[Entity]:
    """Give the definition that an ID, an alias or an old ID stands for in each kind; of several majors, the active one.

    Policies have no aliases: of them the records of renames know the old IDs.
    """
    found = (view.definition(kind, name) or view.definition(kind, end_of(view, kind, name)) for kind in kinds)
    return [entity for entity in found if entity is not None]


def suggest(entities: Iterable[Entity], name: str, kinds: Sequence[str] = KINDS) -> str:
    """The tip that names the closest ID or alias there is, or an empty text."""
    known = {word for e in entities if e.kind in kinds for word in (e.id, *(alias for alias, _ in e.aliases))}
    return did_you_mean(name, known)
