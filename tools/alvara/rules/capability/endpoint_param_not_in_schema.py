"""endpoint-param-not-in-schema."""

import re
from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.identity.suggestions import did_you_mean
from alvara.model.capability import Capability
from alvara.subschemas.merging import properties_of, required_of
from alvara.workspace.authored import schemas
from alvara.workspace.placeholders import placeholders
from alvara.workspace.setting import Setting

_COLON = re.compile(r"(?<=/):([A-Za-z_][A-Za-z0-9_]*)")


@rule("endpoint-param-not-in-schema", on=Capability)
def endpoint_param_not_in_schema(capability: Capability, setting: Setting) -> Iterator[Finding]:
    """A parameter in the path of the endpoint is not a required property of `inputSchema`.

    ## Why is this bad?
    The executor fills the path from the input. With nothing to put there the call fails, or worse, goes to another
    path: `/work-permits//validity` may well exist.

    ## How to fix
    Give the parameter the name of a property that `inputSchema` requires, or add that property. Parameters are written
    in braces: `/work-permits/{workPermitId}`.
    """
    if "endpoint" not in capability.written:
        return
    path = capability.written["endpoint"]["path"]
    if "{" not in path and ":" not in path and "}" not in path:
        return
    site = Site(capability.path, (*capability.pointer, "endpoint", "path"))
    for found in _COLON.finditer(path):
        message = f"`{found.group()}` is not read as a parameter"
        yield Finding(site._replace(within=found.span()), message, f"write `{{{found.group(1)}}}`")
    brought = schemas(capability, setting)
    root = brought.sound("inputSchema")
    properties = properties_of(root, brought.references) if root else None
    required = required_of(root, brought.references) if root else frozenset()
    for name, _, start, end in placeholders(path, site.pointer):
        here = site._replace(within=(start, end))
        if name is None:
            yield Finding(here, f"the `{path[start:end]}` has no partner")
        elif properties is not None and name not in properties:
            yield Finding(here, f"`{name}` is not a property of `inputSchema`", did_you_mean(name, properties))
        elif properties is not None and name not in required:
            yield Finding(here, f"`{name}` is optional in `inputSchema`", f"add `{name}` to `required`")
