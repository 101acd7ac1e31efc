"""schema-not-closed."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.model.capability import Capability
from alvara.subschemas.openness import open_schemas
from alvara.workspace.authored import schemas
from alvara.workspace.setting import Setting


@rule("schema-not-closed", on=Capability, waivable=False)
def schema_not_closed(capability: Capability, setting: Setting) -> Iterator[Finding]:
    """A map in `inputSchema` lets in properties that it does not name.

    ## Why is this bad?
    Whatever the agent sends beyond what was reviewed goes through to the service, which may act on it: an invented
    `force: true`, or a misspelled property that changes nothing and is reported as done. It also makes every later
    property a breaking change, as somebody may be sending it already.

    ## How to fix
    Write `additionalProperties: false` beside `properties`. Where the properties are spread over `allOf` or behind a
    `$ref`, write `unevaluatedProperties: false` in the schema that brings them together. Each map inside needs its own.
    """
    found = schemas(capability, setting)
    reach = found.reaches["inputSchema"]
    if not reach.rings and not reach.cut:
        for schema, words in open_schemas(reach.root, found.references, reach.reached):
            yield Finding(schema.site(), words)
