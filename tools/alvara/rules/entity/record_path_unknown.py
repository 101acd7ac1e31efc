"""record-path-unknown."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.identity.suggestions import did_you_mean
from alvara.workspace.ancestry import entity_of
from alvara.workspace.entity import Entity
from alvara.workspace.records import without_properties
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
    known = {name for name, _ in owner.names}
    missing = _missing(entity.record_path, known)
    if missing:
        above, _, name = missing.rpartition(".")
        beside = {n.rpartition(".")[2] for n in known if n.rpartition(".")[0] == above}
        yield Finding(
            Site(entity.path, (*entity.pointer, "recordPath")),
            f"the record of `{owner.id}` has no `{missing}`",
            did_you_mean(name, beside),
            related=((Site(owner.path, (*owner.pointer, "recordSchema"), part="key"), "the schema of the record"),),
            cause=without_properties(owner),
        )


def _missing(path: str, known: set[str]) -> str:
    """Give the first part of a path that is not among the names; what lies in lists, or too deep, is not looked at."""
    walked = ""
    for step in path.split("/")[1:]:
        name = step.replace("~1", "/").replace("~0", "~")
        inside = walked and not any(other.startswith(f"{walked}.") for other in known)
        if inside or name == "*" or name.isdigit():
            return ""
        walked = f"{walked}.{name}" if walked else name
        if walked not in known:
            return walked
    return ""
