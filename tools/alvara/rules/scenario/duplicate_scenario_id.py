"""duplicate-scenario-id."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Pointer, Site
from alvara.scenarios.rehearsal import rehearse
from alvara.scenarios.understanding import utterances_of
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import View


@rule("duplicate-scenario-id", on=Entity, kinds=("scenario", "utterances"))
def duplicate_scenario_id(entity: Entity, view: View) -> Iterator[Finding]:
    """Two scenarios of a suite, or two utterances of a file, have the same `id`.

    ## Why is this bad?
    Reports and CI services tell tests apart by their names. Of two with one name, only one is shown, and it may be the
    one that passed.

    ## How to fix
    Give each the name of what it is about.
    """
    first: dict[str, Pointer] = {}
    for id, pointer in _named(entity, view):
        if id in first:
            what = "utterance of this file" if entity.kind == "utterances" else "scenario of this suite"
            related = ((Site(entity.path, (*first[id], "id")), "the first one"),)
            yield Finding(Site(entity.path, (*pointer, "id")), f"another {what} is called `{id}`", related=related)
        first.setdefault(id, pointer)


def _named(entity: Entity, view: View) -> list[tuple[str, Pointer]]:
    if entity.kind == "utterances":
        return [(one.id, one.pointer) for one in utterances_of(entity)]
    return [(one.id, one.pointer) for one in view.once(rehearse, entity).suite.scenarios]
