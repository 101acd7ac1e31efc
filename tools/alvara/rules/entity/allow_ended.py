"""allow-ended."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import View


@rule("allow-ended", on=Entity, kinds=("policy",), severity="warning", on_drafts="info")
def allow_ended(entity: Entity, view: View) -> Iterator[Finding]:
    """The last day of a policy that allows is over.

    ## Why is this bad?
    It grants nothing any more: whoever relied on it is refused. That is what its author wanted for the day after, and
    what is left is a definition without effect, so this is a warning.

    ## How to fix
    Deprecate the policy, or give it a later `expires` where the permission is still meant.
    """
    if entity.expires and entity.effect == "allow" and entity.status != "removed" and entity.expires < view.today:
        site = Site(entity.path, (*entity.pointer, "expires"))
        yield Finding(site, f"`{entity.id}` allows nothing any more: its last day was {entity.expires}")
