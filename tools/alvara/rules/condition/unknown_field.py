"""unknown-field."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.workspace.conditioned import findings
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import View


@rule("unknown-field", on=Entity, kinds=("capability", "policy"))
def unknown_field(entity: Entity, view: View) -> Iterator[Finding]:
    """A condition reads a field that does not exist, or something that is not there at that moment.

    ## Why is this bad?
    Reading what is not there is an error, and not false. With `resource.statu` a policy denies everything or lets
    nothing through, and a test with the same slip in its data does not show it. So every name is looked up in the
    schemas of the input, the record, the principal and the context, and for a policy in those of every capability that
    it applies to.

    ## How to fix
    Correct the name, or declare the field in the schema that is named. `resource` takes a `target.idFrom`, `output` a
    postcondition. Where only some capabilities of a policy have a field, ask for it with `has()`, or let the policy
    apply to those alone.
    """
    yield from findings(entity, view, "unknown-field")
