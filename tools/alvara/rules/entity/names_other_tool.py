"""names-other-tool."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import View


@rule("names-other-tool", on=Entity, kinds=("capability", "resource", "policy"), severity="warning")
def names_other_tool(entity: Entity, view: View) -> Iterator[Finding]:
    """A description names a capability that the definition has nothing to do with.

    ## Why is this bad?
    A model that reads one description learns from it how to use another capability. That is how one text steers what
    it has no right to, and how a renamed capability lives on in sentences that nothing checks.

    ## How to fix
    Describe the thing without naming other capabilities, or declare what it has to do with the other one: as a step, a
    verification, a successor or a binding.
    """
    for name, pointer in entity.mentions:
        named = view.named("capability", name)
        if named and not view.named("resource", name) and not _related(entity, named, view):
            yield Finding(Site(entity.path, pointer), f"the text names the capability `{name}`")


def _related(entity: Entity, named: list[Entity], view: View) -> bool:
    """Whether one of the two refers to the other."""
    names = {name for e in named for name in (e.id, *(alias for alias, _ in e.aliases))}
    if entity.id in names or any(reference.target in names for reference in entity.references):
        return True
    if any(name.startswith(scope[:-1]) for scope, _ in entity.scopes for name in names):
        return True
    own = {entity.id, *(alias for alias, _ in entity.aliases)}
    return any(reference.target in own for e in named for reference in e.references if reference.kind == entity.kind)
