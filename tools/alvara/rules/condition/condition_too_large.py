"""condition-too-large."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.workspace.conditioned import findings
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import View


@rule("condition-too-large", on=Entity, kinds=("capability", "policy"))
def condition_too_large(entity: Entity, view: View) -> Iterator[Finding]:
    """A condition is larger than what is evaluated.

    ## Why is this bad?
    Every decision has to come about in an instant, whatever the data. So an expression has 2,048 bytes, groups stand
    four deep, two loops within one another, and after 10,000 rounds of loops an evaluation is given up. What is given
    up is an error: it denies, blocks or asks every time.

    ## How to fix
    Write several conditions, with an `id` and a `text` each. Give lists a `maxItems` that is as low as it can be.
    """
    yield from findings(entity, view, "condition-too-large")
