"""remote-reference."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.model.capability import Capability
from alvara.model.resource import Resource
from alvara.subschemas.references import Refusal
from alvara.workspace.authored import reaches
from alvara.workspace.setting import Setting


@rule("remote-reference", on=(Capability, Resource), waivable=False)
def remote_reference(definition: Capability | Resource, setting: Setting) -> Iterator[Finding]:
    """A `$ref` leads out of the registry.

    ## Why is this bad?
    What was reviewed and signed must be what is used. A schema that is fetched from elsewhere can change at any time
    without a review, and a check that fetches what a file tells it to can be sent anywhere. Nothing is ever fetched
    here, so such a reference would mean nothing.

    ## How to fix
    Copy the schema into the registry and refer to it by its path from the folder of the file that refers, such as
    `../schemas/permit.json#/$defs/workPermitId`.
    """
    for reach in reaches(definition, setting):
        for link in reach.links.values():
            if isinstance(link.target, Refusal) and link.target.kind == "remote":
                yield Finding(link.origin.site("$ref"), link.target.words, link.target.tip)
