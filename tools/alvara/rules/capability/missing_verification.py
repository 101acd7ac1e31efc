"""missing-verification."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.model.capability import Capability
from alvara.workspace.setting import Setting


@rule("missing-verification", on=Capability, on_drafts="info")
def missing_verification(capability: Capability, setting: Setting) -> Iterator[Finding]:
    """Nothing makes sure that a write has really happened.

    ## Why is this bad?
    A service that answers with success has not necessarily done what was asked; the agent then tells the user that
    all is well (PRD-004, sections 21 and 22). This holds for a composite too: each step may succeed and the whole
    still be wrong. Reading and navigating need no verification.

    ## How to fix
    Write `verification` with `enabled: true` and a `method`. With `read-after-write` name the reading `capability`,
    its input under `with`, and under `expect` what must hold of `after`; for what must be gone, `expectError` is the
    code that the reading answers with.
    """
    if not capability.writes or capability.action_in_doubt:
        return
    verification = capability.definition.get("verification", {})
    site = Site(capability.path, capability.place("verification"))
    if verification.get("enabled") is not True:
        yield Finding(site, "nothing verifies this write", "" if not verification else "add `enabled: true`")
    elif "method" not in verification:
        yield Finding(site, "nothing says how this write is verified", "add `method`")
    elif verification["method"] == "read-after-write":
        if "capability" not in verification:
            yield Finding(site, "nothing says which capability reads the record again", "add `capability`")
        elif not verification.get("expect") and "expectError" not in verification:
            yield Finding(site, "nothing is expected of the record that is read again", "add `expect` or `expectError`")
