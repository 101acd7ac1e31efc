"""public-write."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.model.capability import NAVIGATIONS, READS
from alvara.workspace.attachment import is_granted_to_some
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import View


@rule("public-write", on=Entity, kinds=("capability",), on_drafts="info", waivable=False)
def public_write(entity: Entity, view: View) -> Iterator[Finding]:
    """A capability that changes records may be called by everyone.

    ## Why is this bad?
    It demands no permission and no role, and no policy grants it to some only (PRD-004, section 15). An agent acts for
    its user: what every user may do, any sentence of any user may set off.

    ## How to fix
    Name under `authorization` the `permissions` or the `roles` that a user must have.
    """
    if entity.permissions or entity.roles or entity.action in READS | NAVIGATIONS:
        return
    if not is_granted_to_some(entity, view):
        site = Site(entity.path, (*entity.pointer, "authorization"))
        yield Finding(site, "no permission and no role is demanded, so anyone may make this change")
