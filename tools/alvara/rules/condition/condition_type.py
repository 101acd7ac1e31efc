"""condition-type."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.workspace.conditioned import findings
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import View


@rule("condition-type", on=Entity, kinds=("capability", "policy"))
def condition_type(entity: Entity, view: View) -> Iterator[Finding]:
    """A condition does with a value what cannot be done with values of its type.

    ## Why is this bad?
    A number that is compared with a text is never equal to it, and one that is added to a text is an error. Either way
    the condition always comes to the same, and nobody is told why.

    ## How to fix
    Compare and join values of one type. `int()`, `double()`, `string()` and `timestamp()` turn one into another, and a
    condition as a whole is true or false: `size(input.items) > 0`, not `size(input.items)`.
    """
    yield from findings(entity, view, "condition-type")
