"""What the ledger says of IDs, as facts beside those of the definitions: rules look them up like any other."""

from collections.abc import Mapping
from typing import Any

from alvara.decode.ledger import migration, tombstone
from alvara.model.filekind import FileKind
from alvara.workspace.entity import Entity

RECORDS: frozenset[FileKind] = frozenset({"release", "tombstone", "migration"})
"""The kinds of files that record what happened, and define nothing."""


def recorded(kind: FileKind, value: Mapping[str, Any], path: str) -> tuple[Entity, ...]:
    """Give the facts of a record; `type` is the kind of thing that it is about. A release is read as a whole."""
    if kind == "tombstone":
        stone = tombstone(value, path)
        stands = stone.replaced_by
        return (Entity("tombstone", stone.id, path, (), type=stone.kind, successor=stands, expires=stone.since),)
    if kind == "migration":
        move = migration(value, path)
        return (Entity("migration", move.source, path, (), type=move.kind, successor=move.target, expires=move.since),)
    return ()
