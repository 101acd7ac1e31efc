"""matrix-too-large."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.scenarios.rehearsal import rehearse
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import View


@rule("matrix-too-large", on=Entity, kinds=("scenario",))
def matrix_too_large(entity: Entity, view: View) -> Iterator[Finding]:
    """A matrix has more combinations than are run.

    ## Why is this bad?
    The number of combinations is the product of all lists. Nobody has thought about each of ten thousand, and a run of
    them takes the time of all other tests.

    ## How to fix
    Split the scenario, each with the paths that matter together, and keep the values at which something changes.
    """
    yield from view.once(rehearse, entity).of("matrix-too-large")
