"""What records say, as facts beside those of the definitions: rules look them up like any other."""

from collections.abc import Iterator, Mapping
from json import dumps, loads
from typing import TYPE_CHECKING, Any, cast

from alvara.decode.approval import approval
from alvara.decode.ledger import migration, release, tombstone
from alvara.identity.digests import canonical
from alvara.identity.ids import Kind
from alvara.model.approval import Approval
from alvara.model.filekind import GOVERNING, REHEARSING, TRUSTED, FileKind
from alvara.model.ledger import Component, Entry, Release
from alvara.workspace.entity import Entity

if TYPE_CHECKING:
    from alvara.model.governance import Person


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
        said, codes = (canonical(value).decode(),), tuple(_identities(value)) if kind == "person" else ()
        return (Entity(cast(Kind, kind), _about(kind, value, path), path, (), codes=codes, released=said),)
    if kind in REHEARSING:
        return (Entity(cast(Kind, kind), path, path, (), codes=_asked(kind, value, path), released=(dumps(value),)),)
    return ()


def remains_of(kind: FileKind, path: str) -> tuple[Entity, ...]:
    """Give what is left of a record that cannot be read: of one that governs, or suites name, that there is one."""
    if kind in REHEARSING:
        return (Entity(cast(Kind, kind), path, path, (), broken=True),)
    return (Entity(cast(Kind, kind), _about(kind, {}, path), path, (), broken=True),) if kind in GOVERNING else ()


def person_of(entity: Entity) -> "Person":
    """Give a person, out of their facts."""
    from alvara.decode.governance import person  # most registries name nobody

    return person(loads(entity.released[0]), entity.path)


def identity_of_key(text: str) -> str:
    """The code under which those meet who have a key; nothing for what is no key."""
    from alvara.signatures.keys import BadKey, parse_public_key  # most registries name no key

    try:
        return f"identity:key:{parse_public_key(text).raw.hex()}"
    except BadKey:
        return ""


def identity_of_email(email: str) -> str:
    """The code under which those meet who have an address."""
    return f"identity:email:{email.casefold()}"


def identity_of_account(forge: str, id: str) -> str:
    """The code under which those meet who have an account."""
    return f"identity:account:{forge.casefold()}/{id.casefold()}"


ALL_FIXTURES = "suite:fixtures"
"""The code under which all files of fixtures meet."""


def code_of_suites(capability: str) -> str:
    """The code under which the suites meet that are about one capability."""
    return f"suite:capability:{capability}"


def code_of_fixtures(path: str) -> str:
    """The code under which the suites meet that share a file of fixtures."""
    return f"suite:fixtures:{path}"


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
    """Name what a record is about: the definition, the person, the version of the root; nothing else has a name."""
    if kind == "approval":
        _, _, id = value["statement"]["subject"][0]["name"].partition(":")
        return str(id)
    stem, _, _ = path.rpartition("/")[2].rpartition(".")
    return stem if kind in ("person", "root") else ""


def _asked(kind: FileKind, value: Mapping[str, Any], path: str) -> tuple[str, ...]:
    """List what a suite is found by."""
    if kind != "scenario":
        return (ALL_FIXTURES,) if kind == "fixtures" else ()
    from alvara.decode.scenario import suite  # many registries have no scenarios

    found = suite(value, path)
    return (code_of_suites(found.capability), *map(code_of_fixtures, found.shared))


def _identities(value: Mapping[str, Any]) -> Iterator[str]:
    """Yield what tells a person from all others."""
    yield from filter(None, (identity_of_key(key["publicKey"]) for key in value.get("keys", ())))
    yield from map(identity_of_email, value.get("emails", ()))
    yield from (identity_of_account(one["forge"], str(one["id"])) for one in value.get("accounts", ()))
