"""condition-syntax."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.workspace.conditioned import findings
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import View


@rule("condition-syntax", on=Entity, kinds=("capability", "policy"))
def condition_syntax(entity: Entity, view: View) -> Iterator[Finding]:
    """A condition is not written in CEL.

    ## Why is this bad?
    An expression that cannot be read can never be true or false. It comes to an error every time, and what it was to
    decide is refused, blocked or asked about for ever.

    ## How to fix
    Correct the expression at the place that is marked. `==` compares, `&&`, `||` and `!` join, texts stand in quotes.
    """
    yield from findings(entity, view, "condition-syntax")
