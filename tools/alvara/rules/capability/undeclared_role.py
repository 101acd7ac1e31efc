"""undeclared-role."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.identity.suggestions import did_you_mean
from alvara.model.capability import Capability
from alvara.workspace.setting import Setting


@rule("undeclared-role", on=Capability)
def undeclared_role(capability: Capability, setting: Setting) -> Iterator[Finding]:
    """A capability demands a role that nobody can have.

    ## Why is this bad?
    The roles that exist are those of the principal's schema. Any other refuses the capability to the people it was
    meant for.

    ## How to fix
    Correct the role, or add it to the schema that `principal.schema` of `alvara.yaml` names.
    """
    known = setting.catalogue.roles
    if known is None:
        return
    for quantifier, roles in capability.written["authorization"].get("roles", {}).items():
        for i, role in enumerate(roles):
            if role not in known:
                yield Finding(
                    Site(capability.path, (*capability.pointer, "authorization", "roles", quantifier, i)),
                    f"`{role}` is not a role that the principal's schema knows",
                    did_you_mean(role, known),
                    cause=setting.unlisted("roles", role),
                )
