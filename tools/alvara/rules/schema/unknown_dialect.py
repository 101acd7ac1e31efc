"""unknown-dialect."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.model.capability import Capability
from alvara.model.resource import Resource
from alvara.subschemas.keywords import DIALECT
from alvara.subschemas.reach import foreign_dialect
from alvara.subschemas.wording import quoted
from alvara.workspace.authored import reaches
from alvara.workspace.setting import Setting


@rule("unknown-dialect", on=(Capability, Resource))
def unknown_dialect(definition: Capability | Resource, setting: Setting) -> Iterator[Finding]:
    """A schema says that it is written in another dialect than JSON Schema 2020-12.

    ## Why is this bad?
    The same words mean other things in other drafts: `items` with a list, `definitions`, `exclusiveMinimum: true`,
    whatever stands beside a `$ref`. Here every schema is read as 2020-12, so this one would not be read as its author
    meant it.

    ## How to fix
    Write the schema in 2020-12 and drop `$schema`, or set it to `https://json-schema.org/draft/2020-12/schema`.
    """
    for reach in reaches(definition, setting):
        for schema in reach.noted.get("$schema", ()):
            if dialect := foreign_dialect(schema.value):
                yield Finding(schema.site("$schema"), f"{quoted(dialect)} is not the dialect {quoted(DIALECT)}")
