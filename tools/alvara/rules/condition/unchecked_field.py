"""unchecked-field."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.workspace.conditioned import findings
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import View


@rule("unchecked-field", on=Entity, kinds=("capability", "policy"), severity="info")
def unchecked_field(entity: Entity, view: View) -> Iterator[Finding]:
    """A condition reads a field that no schema tells of.

    ## Why is this bad?
    Where a map is open and the field is not declared, nobody can say whether its name is right, whether it is there,
    and what it is. A typo is found by the first request that needs it.

    ## How to fix
    Declare the field with its type.
    """
    yield from findings(entity, view, "unchecked-field")
