"""unbounded-list."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.workspace.conditioned import findings
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import View


@rule("unbounded-list", on=Entity, kinds=("capability", "policy"), severity="warning")
def unbounded_list(entity: Entity, view: View) -> Iterator[Finding]:
    """A condition goes through a list that may be of any length.

    ## Why is this bad?
    A list of more than 1,000 items is not gone through, and after 10,000 rounds an evaluation is given up. Either is an
    error. Whoever can make the list longer can make the condition fail.

    ## How to fix
    Give the list a `maxItems` in its schema.
    """
    yield from findings(entity, view, "unbounded-list")
