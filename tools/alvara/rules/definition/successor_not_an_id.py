"""successor-not-an-id."""

import re
from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.model.capability import Capability
from alvara.model.policy import Policy
from alvara.model.resource import Resource
from alvara.workspace.setting import Setting

_ID_WITHIN = re.compile(r"[A-Za-z][A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]+)+(?:@[0-9]+)?")


@rule("successor-not-an-id", on=(Capability, Resource, Policy), where=("deprecation",))
def successor_not_an_id(definition: Capability | Resource | Policy, setting: Setting) -> Iterator[Finding]:
    """What replaces a deprecated definition is described, not named.

    ## Why is this bad?
    `replacedBy` is followed by tools: they point consumers to the successor and rewrite references. They can do
    nothing with a sentence.

    ## How to fix
    Write the ID of the successor alone, with `@` and its major where that matters. What else there is to say goes
    under `reason`.
    """
    end = definition.deprecation
    if end is None or not end.replaced_by or end.successor is not None:
        return
    found = _ID_WITHIN.search(end.replaced_by)
    yield Finding(
        Site(definition.path, (*definition.pointer, "deprecation", "replacedBy")),
        f"`{end.replaced_by}` is not an ID",
        f"write `{found[0]}` alone, and the rest under `reason`" if found else "",
    )
