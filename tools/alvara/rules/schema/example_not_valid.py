"""example-not-valid."""

from collections.abc import Iterator
from typing import Any

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.model.capability import Capability
from alvara.model.resource import Resource
from alvara.subschemas.inlining import inline
from alvara.subschemas.instances import Instances
from alvara.subschemas.keywords import ANNOTATIONS
from alvara.subschemas.references import References, Subschema
from alvara.subschemas.wording import quoted
from alvara.workspace.authored import reaches, schemas
from alvara.workspace.setting import Setting

_KEYWORDS = ("examples", "default", "const")

Shown = tuple[tuple[str | int, ...], Any]
"""The steps to a value in its schema, and the value."""


@rule("example-not-valid", on=(Capability, Resource))
def example_not_valid(definition: Capability | Resource, setting: Setting) -> Iterator[Finding]:
    """An example, a default or a constant does not satisfy the schema that it stands in.

    ## Why is this bad?
    Agents and people copy examples. One that the schema itself refuses teaches them a call that fails, and often shows
    that the schema does not say what its author meant: `31/02/2026` is no `date`, whatever its examples say.

    ## How to fix
    Correct the value, or the schema where the value is right. Formats count: a `date` is written `2026-02-28`.
    """
    references = schemas(definition, setting).references
    for reach in reaches(definition, setting):
        if not reach.noted.keys().isdisjoint(_KEYWORDS) and reach.sound:
            for schema in {s.key: s for keyword in _KEYWORDS for s in reach.noted.get(keyword, ())}.values():
                values = list(_values(schema.value))
                if values:
                    yield from _judged(schema, values, references)


def _judged(schema: Subschema, values: list[Shown], references: References) -> Iterator[Finding]:
    instances = Instances(inline(schema, references))
    for steps, value in values:
        words = instances.objection(value)
        if words is not None:
            what = "example" if steps[0] == "examples" else "constant" if steps[0] == "const" else "default"
            yield Finding(schema.site(*steps), f"the {what} {quoted(value)} is not valid: {words}")


def _values(schema: dict[str, Any]) -> Iterator[Shown]:
    """Yield the values that a schema shows; none where it says nothing that they could break."""
    limits = schema.keys() - ANNOTATIONS
    if limits:
        for index, example in enumerate(schema.get("examples", ())):
            yield ("examples", index), example
        if "default" in schema:
            yield ("default",), schema["default"]
        if "const" in schema and len(limits) > 1:
            yield ("const",), schema["const"]
