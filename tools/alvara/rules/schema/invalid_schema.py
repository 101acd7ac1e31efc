"""invalid-schema."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.documents.document import HARMLESS
from alvara.model.capability import Capability
from alvara.model.filekind import kind_of
from alvara.model.resource import Resource
from alvara.subschemas.keywords import KEYWORDS
from alvara.subschemas.metaschema import misspelled
from alvara.subschemas.reach import MOST, Reach, foreign_dialect
from alvara.subschemas.references import Refusal
from alvara.workspace.authored import reaches, referred
from alvara.workspace.setting import Setting


@rule("invalid-schema", on=(Capability, Resource))
def invalid_schema(definition: Capability | Resource, setting: Setting) -> Iterator[Finding]:
    """A schema is not valid JSON Schema.

    ## Why is this bad?
    Validators pass over what they do not understand or refuse the whole schema. With `type: strng` or
    `required: permitId` a limit that everybody reads is not kept by anything.

    ## How to fix
    Write the keyword as JSON Schema 2020-12 has it. Types are `string`, `number`, `integer`, `boolean`, `object`,
    `array` and `null`; `required` is a list of names; in `maxLength` and its like stands a whole number.
    """
    for reach in reaches(definition, setting):
        if not any(foreign_dialect(schema.value) for schema in reach.noted.get("$schema", ())):
            for mistake in reach.mistakes:
                yield Finding(Site(mistake.path, mistake.pointer), mistake.words, mistake.tip)
        for link in reach.links.values():
            refusal = link.target
            if isinstance(refusal, Refusal) and refusal.kind == "misshapen" and refusal.cause is not None:
                yield Finding(refusal.cause.at, refusal.cause.message, refusal.tip)
        yield from _words_that_are_no_keywords(reach)
        for schema in reach.noted.get("$dynamicRef", ()):
            yield Finding(
                schema.site("$dynamicRef"), "`$dynamicRef` means another schema wherever it is used", "write `$ref`"
            )
        if reach.cut:
            yield Finding(reach.root.site(), f"judging by this schema takes more than {MOST} others")
    for document in referred(definition, setting):
        if document.readable and kind_of(document.path, setting.config) == "other":
            for problem in document.problems:
                if problem.rule not in HARMLESS:
                    site = Site(document.path, problem.pointer, span=problem.span)
                    yield Finding(site, problem.message, problem.tip)


def _words_that_are_no_keywords(reach: Reach) -> Iterator[Finding]:
    for schema in reach.everything:
        if isinstance(schema.value, dict) and not schema.value.keys() <= KEYWORDS:
            for key, meant in misspelled(schema.value):
                yield Finding(schema.site(key, part="key"), f"`{key}` is no keyword", f"did you mean `{meant}`?")
