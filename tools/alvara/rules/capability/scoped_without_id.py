"""scoped-without-id."""

import re
from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.identity.suggestions import did_you_mean
from alvara.model.capability import Capability
from alvara.subschemas.merging import names_of, standing
from alvara.workspace.authored import schemas
from alvara.workspace.setting import Setting

_PATH = re.compile(r"\s*input((?:\.[A-Za-z_][A-Za-z0-9_]*)+)\s*")


@rule("scoped-without-id", on=Capability, on_drafts="info")
def scoped_without_id(capability: Capability, setting: Setting) -> Iterator[Finding]:
    """A capability is about one record, and the input does not say which.

    ## Why is this bad?
    `resourceScoped` promises that the record which is decided on is the one that the call is about. The two are
    compared by the ID that `target.idFrom` takes from the input. Where that yields nothing the promise cannot be kept,
    and every call is refused.

    ## How to fix
    Write `target: {resource: workPermit, idFrom: input.workPermitId}`, and list that property under `required` in
    `inputSchema`.
    """
    written = capability.written
    expression = written.get("target", {}).get("idFrom")
    if expression is None:
        if written["authorization"].get("resourceScoped"):
            site = Site(capability.path, (*capability.pointer, "authorization", "resourceScoped"))
            yield Finding(site, "no `target.idFrom` says where the ID of the record comes from")
        return
    found = _PATH.fullmatch(expression)
    if found is None:
        return
    brought = schemas(capability, setting)
    root = brought.sound("inputSchema")
    if root is None:
        return
    names = found.group(1)[1:].split(".")
    if f"{{{names[0]}}}" in written.get("endpoint", {}).get("path", ""):
        return  # the path of the endpoint needs the same property, and says so
    how = standing(root, names, brought.references)
    if how != "required":
        site = Site(capability.path, (*capability.pointer, "target", "idFrom"))
        dotted = ".".join(names)
        if how == "optional":
            yield Finding(site, f"`{dotted}` is optional in `inputSchema`", f"add `{names[-1]}` to `required`")
        else:
            known = [name for name, _ in names_of(root, brought.references)]
            yield Finding(site, f"`{dotted}` is not a property of `inputSchema`", did_you_mean(dotted, known))
