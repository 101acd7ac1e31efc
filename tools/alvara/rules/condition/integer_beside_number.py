"""integer-beside-number."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.workspace.conditioned import findings
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import View


@rule("integer-beside-number", on=Entity, kinds=("capability", "policy"), severity="warning", fixable=True)
def integer_beside_number(entity: Entity, view: View) -> Iterator[Finding]:
    """A whole number is compared with a number that need not be whole.

    ## Why is this bad?
    `3` and `3.0` are values of two types in CEL. A comparison takes both, but a list, a sum or another reader of the
    same expression does not: `resource.fee in [3]` and `resource.fee + 1` are mistakes in the making.

    ## How to fix
    Write the literal as the field is: `resource.fee > 3.0` for a `number`, `resource.days > 3` for an `integer`. Of two
    fields turn the whole one into a number with `double()`.
    """
    yield from findings(entity, view, "integer-beside-number")
