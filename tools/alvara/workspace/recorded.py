"""What records say, as facts beside those of the definitions: rules look them up like any other."""

from collections.abc import Mapping
from json import loads
from typing import Any, cast

from alvara.decode.approval import approval
from alvara.decode.ledger import migration, release, tombstone
from alvara.identity.digests import canonical
from alvara.identity.ids import Kind
from alvara.model.approval import Approval
from alvara.model.filekind import TRUSTED, FileKind
from alvara.model.ledger import Component, Entry, Release
from alvara.workspace.entity import Entity


def recorded(kind: FileKind, value: Mapping[str, Any], path: str) -> tuple[Entity, ...]:
    """Give the facts of a record; `type` is the kind of thing that it is about. A release is kept whole."""
    if kind == "tombstone":
        stone = tombstone(value, path)
        stands = stone.replaced_by
        return (Entity("tombstone", stone.id, path, (), type=stone.kind, successor=stands, expires=stone.since),)
    if kind == "migration":
        move = migration(value, path)
        return (Entity("migration", move.source, path, (), type=move.kind, successor=move.target, expires=move.since),)
    if kind == "release":
        made = release(value, path)
        parts = tuple((name, tuple(part)) for name, part in made.components.items())
        ids = tuple((name, None if entry is None else tuple(entry)) for name, entry in made.ids.items())
        return (Entity("release", made.version, path, (), released=(made.sequence, made.previous, parts, ids)),)
    if kind in TRUSTED:
        return (Entity(cast(Kind, kind), _about(kind, value, path), path, (), released=(canonical(value).decode(),)),)
    return ()


def approval_of(entity: Entity) -> Approval:
    """Give the record of an approval, out of its facts."""
    return approval(loads(entity.released[0]), entity.path)


def release_of(entity: Entity) -> Release:
    """Give the record of a release, out of its facts."""
    sequence, previous, parts, ids = entity.released
    components = {name: Component(*part) for name, part in parts}
    entries = {name: None if entry is None else Entry(*entry) for name, entry in ids}
    return Release(entity.path, entity.id, sequence, previous, components, entries)


def _about(kind: FileKind, value: Mapping[str, Any], path: str) -> str:
    """Name what a record is about: the definition that is approved, the person; nothing else has a name."""
    if kind == "approval":
        _, _, id = value["statement"]["subject"][0]["name"].partition(":")
        return str(id)
    return path.rpartition("/")[2].removesuffix(".yaml") if kind == "person" else ""
