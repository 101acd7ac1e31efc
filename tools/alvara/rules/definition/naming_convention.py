"""naming-convention."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.identity.ids import Naming
from alvara.model.capability import Capability
from alvara.model.policy import Policy
from alvara.model.resource import Resource
from alvara.workspace.setting import Setting


@rule("naming-convention", on=(Capability, Resource, Policy))
def naming_convention(definition: Capability | Resource | Policy, setting: Setting) -> Iterator[Finding]:
    """An ID or an alias does not follow the naming convention.

    ## Why is this bad?
    IDs become names in tool APIs, in code and in URLs. The convention (camel case in dotted segments, ASCII, at most 64
    characters) is what all of them accept and what lets `.` be written as `_` and back without loss.

    ## How to fix
    Rename it in the house style. Another style, or other numbers of segments, are set per kind under `naming` in
    `alvara.yaml`.
    """
    naming = setting.config.naming.get(definition.kind, Naming())
    if objection := naming.objection(definition.id):
        yield Finding(Site(definition.path, (*definition.pointer, "id")), f"`{definition.id}` {objection}")
    for i, alias in enumerate(getattr(definition, "aliases", ())):
        if objection := naming.objection(alias):
            yield Finding(Site(definition.path, (*definition.pointer, "aliases", i)), f"`{alias}` {objection}")
