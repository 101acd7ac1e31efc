"""duplicate-error-code."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.model.capability import Capability
from alvara.workspace.setting import Setting


@rule("duplicate-error-code", on=Capability)
def duplicate_error_code(capability: Capability, setting: Setting) -> Iterator[Finding]:
    """A capability declares an error code twice.

    ## Why is this bad?
    The two entries may differ in what the user is told and in whether a repeat helps, and nothing says which of them
    counts. The errors that the domain shares are declared for each of its capabilities already.

    ## How to fix
    Keep one of the two entries. A capability that has something else to say than its domain needs a code of its own.
    """
    first: dict[str, Site] = {}
    for code, site in _declared(capability):
        if code in first:
            yield Finding(site, f"`{code}` is declared already", related=((first[code], "first declared here"),))
        else:
            first[code] = site


def _declared(capability: Capability) -> Iterator[tuple[str, Site]]:
    """Yield the codes of the domain and then the capability's own, each with its place."""
    for i, code in enumerate(capability.shared_errors):
        yield code, Site(capability.domain_file, ("errors", i, "code"))
    for i, error in enumerate(capability.written.get("errors", ())):
        yield error["code"], Site(capability.path, (*capability.pointer, "errors", i, "code"))
