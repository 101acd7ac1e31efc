"""migration-forked."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Pointer, Site
from alvara.workspace.entity import Entity
from alvara.workspace.renamed import record_path, ring_of
from alvara.workspace.workspace import View


@rule("migration-forked", on=Entity, kinds=("migration",), waivable=False)
def migration_forked(entity: Entity, view: View) -> Iterator[Finding]:
    """A name that was given up leads to two different things.

    ## Why is this bad?
    An old name keeps its meaning: documents, code and conversations that use it are led on to what it is called now.
    With two answers one of them is wrong, and which one is found depends on who asks.

    ## How to fix
    Leave the name to the thing that the earlier record gives it to. A thing that took it since, as its ID or as an
    alias, needs another one.
    """
    kind, old = entity.type, entity.id
    if view.once(ring_of, entity):
        return  # that has a rule of its own
    records = [record for record in view.definitions("migration", old) if record.type == kind]
    records.sort(key=lambda record: record.path != record_path(kind, old))
    if records[0].path != entity.path:
        if records[0].successor != entity.successor:
            first = records[0]
            yield Finding(
                Site(entity.path, ("to",)),
                f"`{old}` is recorded as renamed to `{entity.successor}`, and to `{first.successor}`",
                related=((Site(first.path, ("to",)), "the other record"),),
            )
        return
    found = _other_bearer(entity, view)
    if found is not None:
        other, place, words = found
        yield Finding(
            Site(entity.path, ("from",)),
            f"`{old}` was renamed to `{entity.successor}`, and {words}",
            _way_out(entity, other, view),
            related=((Site(other.path, place), "it is taken here"),),
        )


def _way_out(record: Entity, other: Entity, view: View) -> str:
    if other.id == record.id and not view.named(record.type, record.successor):
        return f"delete the record, or finish the rename: alvara rename {record.id} {record.successor}"
    return f"give the {record.type} `{other.id}` another {'ID' if other.id == record.id else 'alias'}"


def _other_bearer(record: Entity, view: View) -> tuple[Entity, Pointer, str] | None:
    """Find who has the old name and is not what it was renamed to. Two who have it at once are told elsewhere."""
    kind, old = record.type, record.id
    owners = view.named(kind, old)
    heirs = {heir.id for heir in view.named(kind, record.successor)}
    if not owners:
        return None
    owner = owners[0]
    if owner.id == old:
        collides = bool(view.look(f"{kind}~{old}"))
        return None if collides else (owner, (*owner.pointer, "id"), f"is the ID of another {kind} now")
    if not heirs or owner.id in heirs:
        return None
    place = next(pointer for alias, pointer in owner.aliases if alias == old)
    return owner, place, f"is an alias of the {kind} `{owner.id}`"
