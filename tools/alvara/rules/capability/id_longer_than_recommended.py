"""id-longer-than-recommended."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.identity.ids import LONGEST_ID, RECOMMENDED_LENGTH
from alvara.model.capability import Capability
from alvara.workspace.setting import Setting


@rule("id-longer-than-recommended", on=Capability, severity="info")
def id_longer_than_recommended(capability: Capability, setting: Setting) -> Iterator[Finding]:
    """The ID of a capability is longer than recommended.

    ## Why is this bad?
    A capability's ID becomes the name of a tool, which may have 64 characters. Clients put the name of the server in
    front of it, within the same 64, and cut or refuse what is longer.

    ## How to fix
    Find a shorter ID, of at most 48 characters, while the capability is a draft. Once published, an ID is never changed
    without an alias.
    """
    length = len(capability.id)
    if RECOMMENDED_LENGTH < length <= LONGEST_ID:
        yield Finding(
            Site(capability.path, (*capability.pointer, "id")),
            f"`{capability.id}` has {length} characters; {RECOMMENDED_LENGTH} leave room for a client's prefix",
        )
