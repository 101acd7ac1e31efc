"""Who has another name now: said by an alias, or to be guessed from what a definition says."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from alvara.compare.definition import Definition, Name
from alvara.identity.digests import canonical
from alvara.workspace.renamed import end_of
from alvara.workspace.workspace import View

_NOT_TELLING = frozenset({"id", "version", "status", "aliases", "domain", "type", "risk", "deprecation", "confidence"})
"""Keys that say nothing about whether two definitions are one: they change with the name, or many share their value."""

_ENOUGH = 0.6
"""Of the telling keys, the share that has to be the same."""


class Rename(NamedTuple):
    """A definition that is gone under its old ID and there under a new one."""

    before: Definition
    after: Definition


def find_renames(
    gone: Sequence[Definition], new: Sequence[Definition], view: View
) -> tuple[tuple[Rename, ...], tuple[Rename, ...]]:
    """Find the renames that an alias records, and those that nothing records but the likeness.

    Policies have no aliases: of them the record in the ledger is enough.
    """
    heirs: dict[Name, list[Definition]] = {}
    for definition in new:
        for alias in definition.alias_names:
            heirs.setdefault((definition.facts.kind, alias), []).append(definition)
    policies = {d.facts.id: d for d in new if d.facts.kind == "policy"}
    for definition in gone if policies else ():
        end = end_of(view, "policy", definition.facts.id)
        if definition.facts.kind == "policy" and end in policies:
            heirs.setdefault(definition.name, [policies[end]])
    recorded = tuple(Rename(d, _of_one_major(d, heirs[d.name])) for d in gone if d.name in heirs)
    left = [d for d in gone if d.name not in heirs and d.is_published]
    taken = {id(rename.after) for rename in recorded}
    return recorded, tuple(_guess(left, [d for d in new if id(d) not in taken]))


def _of_one_major(before: Definition, heirs: list[Definition]) -> Definition:
    """Give the heir that has the same major, where several stand side by side; else the first."""
    return next((heir for heir in heirs if heir.major == before.major), heirs[0])


def _guess(gone: list[Definition], new: list[Definition]) -> list[Rename]:
    """Pair by likeness, the likest first; every definition once."""
    index: dict[tuple[str, bytes], list[Definition]] = {}
    for definition in new:
        for key, written in _said(definition).items():
            index.setdefault((f"{definition.facts.kind} {key}", written), []).append(definition)
    likeness: list[tuple[float, int, int]] = []
    numbers = {id(definition): number for number, definition in enumerate(new)}
    for number, definition in enumerate(gone):
        said = _said(definition)
        shared: dict[int, int] = {}
        for item in said.items():
            for other in index.get((f"{definition.facts.kind} {item[0]}", item[1]), ()):
                shared[numbers[id(other)]] = shared.get(numbers[id(other)], 0) + 1
        for other_number, count in shared.items():
            other = new[other_number]
            share = count / max(len(said), len(_said(other)))
            if share >= _ENOUGH and other.facts.type == definition.facts.type:
                likeness.append((-share, number, other_number))
    found: list[Rename] = []
    used_gone: set[int] = set()
    used_new: set[int] = set()
    for _, number, other_number in sorted(likeness):
        if number not in used_gone and other_number not in used_new:
            used_gone.add(number)
            used_new.add(other_number)
            found.append(Rename(gone[number], new[other_number]))
    return sorted(found, key=lambda rename: rename.before.name)


def _said(definition: Definition) -> dict[str, bytes]:
    """What tells a definition from others, by key."""
    if definition.model is None:
        return {}
    written: dict[str, Any] = dict(definition.model.written)
    return {key: canonical([value]) for key, value in written.items() if key not in _NOT_TELLING}
