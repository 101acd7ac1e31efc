"""duplicate-fixture."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.scenarios.rehearsal import findings
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import View


@rule("duplicate-fixture", on=Entity, kinds=("scenario",))
def duplicate_fixture(entity: Entity, view: View) -> Iterator[Finding]:
    """Two fixtures that a suite can name have the same name.

    ## Why is this bad?
    A scenario that names it means one of them, and nobody can tell which by reading it. Whoever changes the other
    believes to have changed what is tested.

    ## How to fix
    Give one of them another name, or begin one as the other with `$from` under a name of its own.
    """
    yield from findings(entity, view, "duplicate-fixture")
