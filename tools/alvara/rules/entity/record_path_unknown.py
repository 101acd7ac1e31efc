"""record-path-unknown."""

from collections.abc import Iterator
from typing import NamedTuple

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Pointer, Site, steps_of
from alvara.identity.ids import prefixes
from alvara.model.schemas import Names
from alvara.workspace.ancestry import entity_of
from alvara.workspace.entity import Entity
from alvara.workspace.records import lack_of
from alvara.workspace.workspace import View


@rule("record-path-unknown", on=Entity, kinds=("resource",), severity="warning")
def record_path_unknown(entity: Entity, view: View) -> Iterator[Finding]:
    """A field stands at a place that the record of its entity does not have.

    ## Why is this bad?
    `recordPath` says which property of the record a field is. Where there is no such property, an agent that knows the
    field finds no value for it. A record may be open and have more than its schema declares, so this is a warning.

    ## How to fix
    Correct `recordPath`, or declare the property in the `recordSchema` of the entity.
    """
    if not entity.record_path:
        return
    owner = entity_of(entity, view)
    if owner is None or owner.names is None:
        return
    records, place = view.once(_records), (owner.path, owner.pointer)
    if place not in records:
        records[place] = _Record.of(owner.names)
    record = records[place]
    missing = _missing(entity.record_path, record)
    if missing:
        above, _, name = missing.rpartition(".")
        beside = {n.rpartition(".")[2] for n in record.names if n.rpartition(".")[0] == above}
        match = view.closest(name, lambda: beside)
        yield Finding(
            Site(entity.path, (*entity.pointer, "recordPath")),
            f"the record of `{owner.id}` has no `{missing}`",
            f"did you mean `{match}`?" if match else "",
            related=((Site(owner.path, (*owner.pointer, "recordSchema"), part="key"), "the schema of the record"),),
            cause=lack_of(missing, owner),
        )


class _Record(NamedTuple):
    """The dotted names that a record has, and those of them that have names below."""

    names: frozenset[str]
    parents: frozenset[str]

    @classmethod
    def of(cls, names: Names) -> "_Record":
        known = frozenset(name for name, _ in names)
        return cls(known, frozenset(prefix for name in known for prefix in prefixes(name)))


def _records(view: View) -> dict[tuple[str, Pointer], _Record]:
    """Begin with no record taken apart."""
    return {}


def _missing(path: str, record: _Record) -> str:
    """Give the first part of a path that is not among the names; what lies in lists, or too deep, is not looked at."""
    walked = ""
    for name in steps_of(path):
        if (walked and walked not in record.parents) or name == "*" or name.isdigit():
            return ""
        walked = f"{walked}.{name}" if walked else name
        if walked not in record.names:
            return walked
    return ""
