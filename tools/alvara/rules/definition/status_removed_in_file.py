"""status-removed-in-file."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.model.capability import Capability
from alvara.model.policy import Policy
from alvara.model.resource import Resource
from alvara.workspace.setting import Setting


@rule("status-removed-in-file", on=(Capability, Resource, Policy), where=("status",), severity="warning")
def status_removed_in_file(definition: Capability | Resource | Policy, setting: Setting) -> Iterator[Finding]:
    """A removed definition is still in its file.

    ## Why is this bad?
    What is removed leaves the tree, and a tombstone in the ledger keeps its ID from being used again. A definition
    that stays and says `removed` is found, read and kept up to date by people for whom it no longer means anything.
    Nothing runs because of it, so this is a warning.

    ## How to fix
    Take it out with `alvara promote ID removed`, which leaves the tombstone.
    """
    if definition.status == "removed":
        site = Site(definition.path, (*definition.pointer, "status"))
        words = f"`{definition.id}` is removed, and still defined here"
        yield Finding(site, words, f"take it out with: alvara promote {definition.id} removed")
