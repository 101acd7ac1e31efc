"""uncovered-combination."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.scenarios.rehearsal import findings
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import View


@rule("uncovered-combination", on=Entity, kinds=("scenario",))
def uncovered_combination(entity: Entity, view: View) -> Iterator[Finding]:
    """A combination of a matrix is like no row, and there is no `otherwise`.

    ## Why is this bad?
    A table is read as if it said everything. Where a combination that it does not list were left out in silence, the
    one case that goes wrong would be the one that nobody wrote down.

    ## How to fix
    Add a row for it, or an `otherwise` that says what comes of all the rest.
    """
    yield from findings(entity, view, "uncovered-combination")
