"""duplicate-scenario-id."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Pointer, Site
from alvara.scenarios.rehearsal import rehearse
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import View


@rule("duplicate-scenario-id", on=Entity, kinds=("scenario",))
def duplicate_scenario_id(entity: Entity, view: View) -> Iterator[Finding]:
    """Two scenarios of a suite have the same `id`.

    ## Why is this bad?
    Reports and CI services tell tests apart by their names. Of two with one name, only one is shown, and it may be the
    one that passed.

    ## How to fix
    Give each the name of what it is about.
    """
    first: dict[str, Pointer] = {}
    for scenario in view.once(rehearse, entity).suite.scenarios:
        if scenario.id in first:
            related = ((Site(entity.path, (*first[scenario.id], "id")), "the first one"),)
            at = Site(entity.path, (*scenario.pointer, "id"))
            yield Finding(at, f"another scenario of this suite is called `{scenario.id}`", related=related)
        first.setdefault(scenario.id, scenario.pointer)
