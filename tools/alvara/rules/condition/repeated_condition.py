"""repeated-condition."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.workspace.conditioned import findings
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import View


@rule("repeated-condition", on=Entity, kinds=("capability", "policy"), severity="warning")
def repeated_condition(entity: Entity, view: View) -> Iterator[Finding]:
    """A condition is asked twice.

    ## Why is this bad?
    The second one decides nothing, and most often it was meant to ask something else: it was copied, and the change
    was forgotten. Spaces and brackets do not make a difference.

    ## How to fix
    Change the one that was meant to differ, or remove it.
    """
    yield from findings(entity, view, "repeated-condition")
