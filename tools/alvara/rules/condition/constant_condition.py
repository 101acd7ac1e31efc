"""constant-condition."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.workspace.conditioned import findings
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import View


@rule("constant-condition", on=Entity, kinds=("capability", "policy"))
def constant_condition(entity: Entity, view: View) -> Iterator[Finding]:
    """A condition reads nothing.

    ## Why is this bad?
    It comes to the same for every request. Either a name was put in quotes, or a condition that was switched off while
    somebody tried something out was left that way.

    ## How to fix
    Read what the condition is about, or remove it. A policy without `when` always holds.
    """
    yield from findings(entity, view, "constant-condition")
