"""missing-output-schema."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.model.capability import Capability
from alvara.workspace.setting import Setting


@rule("missing-output-schema", on=Capability, on_drafts="info")
def missing_output_schema(capability: Capability, setting: Setting) -> Iterator[Finding]:
    """A capability does not say what comes back.

    ## Why is this bad?
    Without a schema an agent has to read the result out of free text, and neither postconditions nor later steps can
    be checked against it (PRD-004, section 39).

    ## How to fix
    Add `outputSchema`, a JSON Schema of the answer. `{type: object}` with the properties that callers rely on will
    do; an open object may gain properties in a minor version.
    """
    if "outputSchema" not in capability.written:
        yield Finding(Site(capability.path, capability.place("id")), f"`{capability.id}` has no `outputSchema`")
