"""dangling-reference."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.model.capability import Capability
from alvara.model.resource import Resource
from alvara.subschemas.references import Refusal
from alvara.workspace.authored import reaches
from alvara.workspace.setting import Setting


@rule("dangling-reference", on=(Capability, Resource))
def dangling_reference(definition: Capability | Resource, setting: Setting) -> Iterator[Finding]:
    """A `$ref` leads to nothing.

    ## Why is this bad?
    A schema that is not there cannot refuse anything, and cannot let anything pass either. Tools disagree on which of
    the two it is, so that the same operation is allowed in one place and not in another.

    ## How to fix
    Correct the reference, or add what it names. In a definition `#` is the schema itself; a path is read from the
    folder of the file that refers, and what follows its `#` from the top of the file that it names. Where several
    references miss the same thing, that is told once, where it is missing.
    """
    for reach in reaches(definition, setting):
        for link in reach.links.values():
            refusal = link.target
            if isinstance(refusal, Refusal) and refusal.kind == "dangling":
                site = refusal.at or link.origin.site("$ref")
                yield Finding(site, refusal.words, refusal.tip, cause=refusal.cause)
