"""deprecated-reference."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import View


@rule("deprecated-reference", on=Entity, kinds=("capability", "resource", "policy"), severity="warning")
def deprecated_reference(entity: Entity, view: View) -> Iterator[Finding]:
    """An active definition relies on a deprecated one.

    ## Why is this bad?
    On the day that the deprecated one is removed the reference breaks. Until then it works, so this is a warning.

    ## How to fix
    Refer to what replaces it, or take the reference out where its `reason` says that nothing does. Nothing is said
    while it is deprecated without a `deprecation`, which says what that is.
    """
    if entity.status != "deprecated" or not entity.announced:
        return
    if any(e.status != "deprecated" for e in view.definitions(entity.kind, entity.id)):
        return
    successor = entity.successor.partition("@")[0]
    tip = "nothing is named that replaces it; take this out before it ends"
    if successor:
        tip = f"it is replaced by `{entity.successor if successor == entity.id else successor}`"
    for name in (entity.id, *(alias for alias, _ in entity.aliases)):
        for user, reference in view.pointing_at(entity.kind, name):
            # A policy goes on guarding what is deprecated, and that is as it should be.
            if user.status == "active" and user.kind != "policy":
                site = Site(user.path, reference.pointer)
                yield Finding(site, f"`{name}` is deprecated", tip, subject=user.id)
