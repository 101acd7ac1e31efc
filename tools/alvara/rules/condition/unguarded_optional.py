"""unguarded-optional."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.workspace.conditioned import findings
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import View


@rule("unguarded-optional", on=Entity, kinds=("capability", "policy"))
def unguarded_optional(entity: Entity, view: View) -> Iterator[Finding]:
    """A condition reads an optional value without asking whether it is there.

    ## Why is this bad?
    To read what is missing is an error, and not false. A deny then refuses everybody whose record lacks the value, an
    allow grants nobody, and the reason that is given is that the condition could not be evaluated.

    ## How to fix
    Ask with `has()` in the same scope: `has(resource.fee) && resource.fee > 3.0`, in either order. Who lets the missing
    value through writes `!has(resource.fee) || resource.fee > 3.0`. What may be null is asked with `!= null`. Or
    declare the value as required.
    """
    yield from findings(entity, view, "unguarded-optional")
