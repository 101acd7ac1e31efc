"""unknown-format."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.identity.suggestions import did_you_mean
from alvara.model.capability import Capability
from alvara.model.resource import Resource
from alvara.subschemas.keywords import FORMATS
from alvara.subschemas.wording import quoted
from alvara.workspace.authored import reaches
from alvara.workspace.setting import Setting


@rule("unknown-format", on=(Capability, Resource))
def unknown_format(definition: Capability | Resource, setting: Setting) -> Iterator[Finding]:
    """A `format` is not one that JSON Schema 2020-12 defines.

    ## Why is this bad?
    Validators pass over a format that they do not know, so nothing checks it: `format: data` lets any text pass where
    a day was meant.

    ## How to fix
    Use a format of the specification, such as `date`, `date-time`, `email`, `uuid` or `uri`, or say what is meant with
    `pattern`, `minimum` and `maximum`.
    """
    for reach in reaches(definition, setting):
        for schema in reach.noted.get("format", ()):
            format = schema.value["format"]
            if isinstance(format, str) and format not in FORMATS:
                yield Finding(schema.site("format"), f"{quoted(format)} is no format", did_you_mean(format, FORMATS))
