"""dead-expectation."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.scenarios.rehearsal import findings
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import View


@rule("dead-expectation", on=Entity, kinds=("scenario",))
def dead_expectation(entity: Entity, view: View) -> Iterator[Finding]:
    """An expectation is about no combination of its matrix.

    ## Why is this bad?
    It is never compared with anything: it stays green whatever is decided. Most often a value is misspelt, or a row
    above it takes the combinations that it was written for.

    ## How to fix
    Correct the value in `when`, put the narrower row first, or drop the row.
    """
    yield from findings(entity, view, "dead-expectation")
