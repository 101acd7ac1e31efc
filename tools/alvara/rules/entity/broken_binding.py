"""broken-binding."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.workspace.entity import Entity
from alvara.workspace.references import known_names, resolves
from alvara.workspace.workspace import View


@rule("broken-binding", on=Entity)
def broken_binding(entity: Entity, view: View) -> Iterator[Finding]:
    """A reference names something that the registry does not have.

    ## Why is this bad?
    An agent, a screen or a policy that follows the reference finds nothing there: the failure shows up far away from
    the file that caused it, and often only in production.

    ## How to fix
    Correct the ID, or add the missing definition. Where the thing was renamed, keep the old ID among the `aliases` of
    the new one.
    """
    for reference in entity.references:
        if reference.kind == "source" or reference.role in ("link", "replacedBy") or resolves(reference, view):
            continue
        if view.suspended(reference.kind, reference.target):
            continue
        yield Finding(
            Site(entity.path, reference.pointer),
            f"`{reference.target}` is not a known {reference.kind}",
            known_names(reference, view),
        )
