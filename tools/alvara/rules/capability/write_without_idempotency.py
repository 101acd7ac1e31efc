"""write-without-idempotency."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.model.capability import Capability
from alvara.workspace.setting import Setting


@rule("write-without-idempotency", on=Capability, on_drafts="info")
def write_without_idempotency(capability: Capability, setting: Setting) -> Iterator[Finding]:
    """A capability that writes does not say whether repeating it is harmless.

    ## Why is this bad?
    When an answer is lost on the way, the executor must know whether asking again makes a second record
    (PRD-004, section 23). Without a declaration it has to guess.

    ## How to fix
    Write `execution: {idempotent: false}`, or `idempotent: true` with the `idempotencyStrategy` that makes it so.
    `natural` means that the same input leads to the same state, `key` that the service knows a request by its key,
    `version` that it refuses a record that has changed since. `domain.yaml` may say it for a whole domain.
    """
    if not capability.writes or capability.action_in_doubt or "execution" in capability.unsure:
        return
    execution = capability.definition["execution"]
    idempotent = execution.get("idempotent")
    if idempotent is None:
        # A deletion that is retried undeclared is worse than incomplete: that is for `unsafe-retry` to say.
        if not (capability.deletes and execution["retry"]["enabled"]):
            site = Site(capability.path, capability.place("execution"))
            yield Finding(site, "nothing says whether this write may be repeated")
    elif idempotent and "idempotencyStrategy" not in execution:
        site = Site(capability.path, capability.place("execution", "idempotent"))
        yield Finding(site, "nothing says what makes a repeat harmless", "add `idempotencyStrategy`")
