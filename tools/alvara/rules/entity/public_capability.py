"""public-capability."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.model.capability import NAVIGATIONS, READS
from alvara.workspace.attachment import is_granted_to_some
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import View


@rule("public-capability", on=Entity, kinds=("capability",), severity="warning", on_drafts="info")
def public_capability(entity: Entity, view: View) -> Iterator[Finding]:
    """A capability that changes nothing may be called by everyone.

    ## Why is this bad?
    It demands no permission and no role, and no policy grants it to some only, so every user of every tenant may read
    or see what it shows. That can be what is wanted, so this is a warning.

    ## How to fix
    Name under `authorization` the `permissions` or the `roles` that a user must have. Where everyone is meant, say so
    in a waiver.
    """
    if entity.permissions or entity.roles or entity.action not in READS | NAVIGATIONS:
        return
    if not is_granted_to_some(entity, view):
        site = Site(entity.path, (*entity.pointer, "authorization"))
        yield Finding(site, "no permission and no role is demanded, so anyone may call it")
