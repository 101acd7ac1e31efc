"""The `bump` verb: the smallest version that what has changed allows."""

from collections.abc import Sequence
from typing import NamedTuple

from alvara.app.editing import Uneditable, open_file, value_of
from alvara.app.filechange import FileChange
from alvara.compare.change import Change
from alvara.compare.comparison import Compared, Comparison
from alvara.compare.versions import smallest_legal, suffices
from alvara.documents import nodes
from alvara.documents.entries import rewritten
from alvara.identity.versions import parse
from alvara.workspace.entity import Entity

_MOST = 5


class NextVersion(NamedTuple):
    """What comes of it: the version to write, empty where the one that is there will do, and why."""

    version: str
    words: str
    reasons: tuple[str, ...] = ()


def find_bump(entity: Entity, comparisons: Sequence[Comparison]) -> NextVersion:
    """Find the version that a definition needs against the base that demands one. Raises `Uneditable`."""
    now = parse(entity.version)
    if now is None:
        raise Uneditable(f"`{entity.version}` is no version; `alvara check` says more")
    demanding = [comparison for comparison in comparisons if comparison.demands_versions]
    if not demanding:
        raise Uneditable("there is nothing to compare with, so nobody can tell what has changed; name a --base")
    ref = demanding[-1].base.ref
    one = next((one for one in demanding[-1].compared if _is(one, entity)), None)
    if one is None:
        return NextVersion("", f"`{entity.id}` {entity.version} will do: it is new since {ref}, or as it was")
    before = one.before.facts.version
    was = parse(before)
    if was is None or not one.before.is_published:
        state = one.before.facts.status if was is not None else "without a version"
        return NextVersion("", f"`{entity.id}` {entity.version} will do: it was {state} in {ref}")
    reasons = tuple(_reasons(one))
    if suffices(was, now, one.needed):
        changed = "nothing asks for more" if one.needed == "none" else "what has changed asks for no more"
        return NextVersion(
            "", f"`{entity.id}` {entity.version} will do: it was {before} in {ref}, and {changed}", reasons
        )
    needed = smallest_legal(was, one.needed)
    return NextVersion(
        needed, f"`{entity.id}` is {needed} now: it was {before} in {ref}, and {entity.version} here", reasons
    )


def only_recorded(comparisons: Sequence[Comparison]) -> bool:
    """Whether of a release there is no more than its record, which does not say how everything read."""
    return any(c.base.kind == "published" and not c.base.commit for c in comparisons)


def with_version(data: bytes | None, entity: Entity, version: str) -> FileChange:
    """Write another version into the file of a definition, which holds these bytes. Raises `Uneditable`."""
    file = open_file(entity.path, data)
    written = value_of(file.map_at(entity.pointer), "version")
    if not isinstance(written, nodes.Scalar):
        raise Uneditable(f"{entity.path} changed while it was read; try again")
    return file.change([rewritten(file.text, written, version)])


def _is(one: Compared, entity: Entity) -> bool:
    return (one.after.facts.path, one.after.facts.pointer) == (entity.path, entity.pointer)


def _reasons(one: Compared) -> list[str]:
    """Say what asks for the bump, and for no smaller one."""
    asking: list[Change] = [change for change in one.changes if change.bump == one.needed != "none"]
    lines = [f"{change.bump}: {change.words}" for change in asking[:_MOST]]
    return lines + ([f"and {len(asking) - _MOST} more"] if len(asking) > _MOST else [])
