"""unknown-successor."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.workspace.entity import Entity
from alvara.workspace.references import known_names, resolves, successors
from alvara.workspace.workspace import View

KINDS = ("capability", "resource", "policy")


@rule("unknown-successor", on=Entity, kinds=KINDS)
def unknown_successor(entity: Entity, view: View) -> Iterator[Finding]:
    """What is said to replace a definition does not exist, is of another kind, or is the definition itself.

    ## Why is this bad?
    Consumers of what is deprecated follow `replacedBy` to find their way out, and this one leads nowhere. They notice
    when the old thing is gone.

    ## How to fix
    Name an ID of the same kind that is defined. A new major of the same ID is named with `@`, as in
    `workPermit.updateValidity@2`; where nothing replaces it, give a `reason` instead.
    """
    if not entity.successor:
        return
    site = Site(entity.path, (*entity.pointer, "deprecation", "replacedBy"))
    found = successors(entity, view)
    if found:
        if all(e == entity for e in found):
            yield Finding(site, f"`{entity.id}` is said to be replaced by itself")
        return
    reference = next(r for r in entity.references if r.role == "replacedBy")
    id = reference.target
    others = [kind for kind in KINDS if kind != entity.kind and view.named(kind, id)]
    if resolves(reference, view):
        yield Finding(site, f"`{id}` has no version `{entity.successor.partition('@')[2]}`")
    elif others:
        yield Finding(site, f"`{id}` is a {others[0]}, and what it should replace is a {entity.kind}")
    elif not view.suspended(entity.kind, id):
        yield Finding(site, f"`{id}` is not a known {entity.kind}", known_names(reference, view))
