"""confirmation-shadowed."""

from collections.abc import Iterator

from alvara.decisions.outline import Closed, closed_for, named
from alvara.decisions.rulebook import Provision
from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.workspace.attachment import capabilities_under
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import View


@rule("confirmation-shadowed", on=Entity, kinds=("capability", "policy"), severity="warning")
def confirmation_shadowed(entity: Entity, view: View) -> Iterator[Finding]:
    """A user is never asked because of this condition.

    Either every request that it is about is denied or blocked anyway, or the capability asks in any case, since
    `confirmation.required` is set.

    ## Why is this bad?
    Somebody relies on a question that is never asked, or believes that it is asked only now and then.

    ## How to fix
    Remove the condition, or narrow what denies or blocks before it. Where the user is to be asked only under the
    condition, leave `required` out.
    """
    if entity.kind == "policy":
        yield from _of_policy(entity, view)
        return
    for role, tree, required, _ in entity.conditions:
        if role == "confirmation":
            at = Site(entity.path, tree[-1])
            if required:
                yield Finding(at, "the user is asked in any case, since `confirmation.required` is set")
                continue
            closed = closed_for(Provision("confirmation", tree), entity, view)
            if closed is not None:
                yield _finding(at, closed)


def _of_policy(policy: Entity, view: View) -> Iterator[Finding]:
    """Judge a policy that asks: it is shadowed where every capability that it is attached to does so."""
    if policy.effect != "require-confirmation" or policy.status == "removed":
        return
    tree = policy.conditions[0][1]
    first = None
    for capability in capabilities_under(policy, view):
        if capability.status == "removed":
            continue
        closed = None if capability.broken else closed_for(Provision(policy.id, tree), capability, view)
        if closed is None:
            return
        first = first or closed
    if first is not None:
        yield _finding(Site(policy.path, tree[-1]), first)


def _finding(at: Site, closed: Closed) -> Finding:
    related = tuple((place, "this comes first") for place in closed.places)
    return Finding(at, f"every request that this asks about is denied or blocked, by {named(closed)}", related=related)
