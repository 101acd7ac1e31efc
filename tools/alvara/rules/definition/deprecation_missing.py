"""deprecation-missing."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.model.capability import Capability
from alvara.model.lifecycle import Deprecation
from alvara.model.policy import Policy
from alvara.model.resource import Resource
from alvara.workspace.setting import Setting


@rule("deprecation-missing", on=(Capability, Resource, Policy), where=("status",))
def deprecation_missing(definition: Capability | Resource | Policy, setting: Setting) -> Iterator[Finding]:
    """A deprecated definition does not say how long it stays, or what comes after it.

    ## Why is this bad?
    Those who still depend on it cannot plan: they need to know since when it is deprecated, from which day on it may
    be gone, and what to use instead, or why there is nothing.

    ## How to fix
    Write `deprecation` with `since`, `removeAfter` and `replacedBy`, or with a `reason` where nothing replaces it.
    """
    if definition.status != "deprecated":
        return
    end = definition.deprecation or Deprecation()
    parts = {
        "`since`": end.since,
        "`removeAfter`": end.remove_after,
        "`replacedBy` or `reason`": end.replaced_by or end.reason,
    }
    missing = ", no ".join(name for name, value in parts.items() if not value)
    if missing:
        key = "status" if definition.deprecation is None else "deprecation"
        site = Site(definition.path, (*definition.pointer, key))
        yield Finding(site, f"`{definition.id}` is deprecated, and its `deprecation` has no {missing}")
