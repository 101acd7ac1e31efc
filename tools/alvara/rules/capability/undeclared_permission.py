"""undeclared-permission."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.identity.suggestions import did_you_mean
from alvara.model.capability import Capability
from alvara.workspace.setting import Setting


@rule("undeclared-permission", on=Capability, waivable=False)
def undeclared_permission(capability: Capability, setting: Setting) -> Iterator[Finding]:
    """A capability demands a permission that nobody can hold.

    ## Why is this bad?
    The permissions that exist are those of the principal's schema. With any other the capability is refused to
    everyone, and no test with real users will show why.

    ## How to fix
    Correct the permission, or add it to the schema that `principal.schema` of `alvara.yaml` names.
    """
    known = setting.catalogue.permissions
    if known is None:
        return
    for i, permission in enumerate(capability.permissions):
        if permission not in known:
            yield Finding(
                Site(capability.path, (*capability.pointer, "authorization", "permissions", i)),
                f"`{permission}` is not a permission that the principal's schema knows",
                did_you_mean(permission, known),
                cause=setting.unlisted("permissions", permission),
            )
