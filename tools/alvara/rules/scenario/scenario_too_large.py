"""scenario-too-large."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.scenarios.rehearsal import findings
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import View


@rule("scenario-too-large", on=Entity, kinds=("scenario", "fixtures"))
def scenario_too_large(entity: Entity, view: View) -> Iterator[Finding]:
    """A matrix has more combinations than are run, or a fixture more values than are laid out.

    ## Why is this bad?
    The number of combinations is the product of all lists, and fixtures that begin as one another multiply, too. Nobody
    has thought about each of ten thousand, and a run of them takes the time of all other tests.

    ## How to fix
    Split the scenario, each with the paths that matter together, and keep the values at which something changes.
    """
    yield from findings(entity, view, "scenario-too-large")
