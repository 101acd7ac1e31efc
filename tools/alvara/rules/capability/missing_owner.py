"""missing-owner."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Cause, Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.model.capability import Capability
from alvara.workspace.setting import Setting

_WITHOUT = "capabilities that share this have none either"


@rule("missing-owner", on=Capability, on_drafts="info")
def missing_owner(capability: Capability, setting: Setting) -> Iterator[Finding]:
    """Nobody answers for a capability.

    ## Why is this bad?
    When it misbehaves, or has to change, there is no one to ask, and no one who keeps its approvals alive.

    ## How to fix
    Write the team under `owner`, or once for all capabilities of a folder in its `domain.yaml`. Where that is there and
    several capabilities miss an owner, it is told there, once.
    """
    if not capability.owner and "owner" not in capability.unsure:
        site, message = Site(capability.path, capability.place("id")), f"`{capability.id}` has no owner"
        shared = setting.document(capability.domain_file)
        cause = None if shared is None else Cause(Site(shared.path), "no `owner` is named here", shared.path, _WITHOUT)
        yield Finding(site, message, cause=cause)
