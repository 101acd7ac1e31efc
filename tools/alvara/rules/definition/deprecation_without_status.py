"""deprecation-without-status."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.model.capability import Capability
from alvara.model.policy import Policy
from alvara.model.resource import Resource
from alvara.workspace.setting import Setting


@rule("deprecation-without-status", on=(Capability, Resource, Policy), where=("deprecation",))
def deprecation_without_status(definition: Capability | Resource | Policy, setting: Setting) -> Iterator[Finding]:
    """A definition announces its end without being deprecated.

    ## Why is this bad?
    The status is what tools and agents go by: to them nothing has been announced, and the day of the removal comes
    as a surprise.

    ## How to fix
    Set `status: deprecated`, or drop the `deprecation`.
    """
    end = definition.deprecation
    if end is None or definition.status in ("deprecated", "removed"):
        return
    place = ("deprecation", "replacedBy") if end.replaced_by else ("deprecation",)
    yield Finding(
        Site(definition.path, (*definition.pointer, *place)),
        f"`{definition.id}` announces its end, and its status is `{definition.status}`",
    )
