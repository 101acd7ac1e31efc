"""reference-ring."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.model.capability import Capability
from alvara.model.resource import Resource
from alvara.subschemas.wording import quoted
from alvara.workspace.authored import reaches
from alvara.workspace.setting import Setting


@rule("reference-ring", on=(Capability, Resource))
def reference_ring(definition: Capability | Resource, setting: Setting) -> Iterator[Finding]:
    """References lead back to where they started, with no value in between.

    ## Why is this bad?
    To judge a value by such a schema is to judge it by the same schema again, for ever: the specification leaves open
    what happens, and some validators hang or crash (JSON Schema 2020-12, core, section 9.4.1). A schema that comes back
    to itself inside a property or an item is fine: each time round, the value is a smaller one.

    ## How to fix
    Make one of the references in the ring lead to the schema that was meant, or write that schema in its place.
    """
    for reach in reaches(definition, setting):
        for first, *others in reach.rings:
            text = quoted(first.text)
            message = f"{text} comes back here" if others else f"{text} leads to the very schema that it stands in"
            related = tuple((link.origin.site("$ref"), f"goes on with {quoted(link.text)}") for link in others[:5])
            yield Finding(first.origin.site("$ref"), message, related=related)
