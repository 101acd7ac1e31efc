"""policy-expired."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import View


@rule("policy-expired", on=Entity, kinds=("policy",), on_drafts="info", waivable=False)
def policy_expired(entity: Entity, view: View) -> Iterator[Finding]:
    """The last day of a policy that denies or asks for confirmation is over.

    ## Why is this bad?
    It goes on deciding, since a protection does not fall away by itself; but somebody meant to look at it again by
    that day, and has not.

    ## How to fix
    Look at it again. Give it a later `expires`, or none, where it still holds; otherwise deprecate it.
    """
    if entity.expires and entity.effect != "allow" and entity.status != "removed" and entity.expires < view.today:
        site = Site(entity.path, (*entity.pointer, "expires"))
        yield Finding(site, f"`{entity.id}` goes on, and was to be looked at again by {entity.expires}")
