"""fixture-ring."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.scenarios.rehearsal import findings
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import View


@rule("fixture-ring", on=Entity, kinds=("scenario", "fixtures"))
def fixture_ring(entity: Entity, view: View) -> Iterator[Finding]:
    """A fixture begins as itself, by way of others.

    ## Why is this bad?
    Nothing is left to begin with, so neither it nor any scenario that names it can be run.

    ## How to fix
    Write one of the fixtures in full, without `$from`.
    """
    yield from findings(entity, view, "fixture-ring")
