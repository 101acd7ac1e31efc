"""impossible-literal."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.workspace.conditioned import findings
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import View


@rule("impossible-literal", on=Entity, kinds=("capability", "policy"))
def impossible_literal(entity: Entity, view: View) -> Iterator[Finding]:
    """A value is compared with one that it can never have.

    ## Why is this bad?
    The schema lists every value that there can be. A condition that waits for another one, such as `APROVED`, never
    holds: a policy that denies by it denies nothing, and everything looks fine. The same goes for a role or a
    permission that nobody can have.

    ## How to fix
    Write one of the values that the schema lists, or add the value to the schema.
    """
    yield from findings(entity, view, "impossible-literal")
