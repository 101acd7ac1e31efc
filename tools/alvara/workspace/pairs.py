"""Who is bound to whom: each pair once, whichever side wrote it down."""

from collections.abc import Iterable

from alvara.model.reference import BINDINGS
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import View

Name = tuple[str, str]
"""A kind and an ID."""


def pairs(entities: Iterable[Entity], view: View) -> list[tuple[Name, Name]]:
    """List the bound pairs among entities, sorted; names that were aliases have become IDs."""
    found: set[tuple[Name, Name]] = set()
    for entity in entities:
        own: Name = (entity.kind, entity.id)
        for reference in entity.references:
            if reference.role in BINDINGS and reference.kind != "source":
                meant = view.definition(reference.kind, reference.target)
                other: Name = (reference.kind, reference.target) if meant is None else (meant.kind, meant.id)
                found.add((own, other) if own < other else (other, own))
    return sorted(found)
