"""unsafe-retry."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.model.capability import Capability, mode_of
from alvara.workspace.setting import Setting


@rule("unsafe-retry", on=Capability, waivable=False)
def unsafe_retry(capability: Capability, setting: Setting) -> Iterator[Finding]:
    """A call is retried although repeating it may do harm.

    ## Why is this bad?
    A retry after a lost answer runs the operation twice: two records are created, or a second thing is taken away.
    A deletion above all is never repeated on its own unless it is known to be idempotent (PRD-004, section 25).

    ## How to fix
    Switch the retry off. Where the service does make a repeat harmless, declare `idempotent: true` with its
    `idempotencyStrategy`.
    """
    execution = capability.definition["execution"]
    if not execution["retry"]["enabled"] or "execution" in capability.unsure:
        return
    idempotent = execution.get("idempotent")
    if idempotent is False or (idempotent is None and capability.deletes):
        what = "a deletion" if capability.deletes else "a call"
        claim = "nothing declares as idempotent" if idempotent is None else "is declared as not idempotent"
        site = Site(capability.path, capability.place("execution", "retry", "enabled"))
        yield Finding(site, f"{what} that {claim} is retried", related=tuple(_inherited(capability)))


def _inherited(capability: Capability) -> Iterator[tuple[Site, str]]:
    """Point at the domain's retry where the capability has none of its own."""
    if "retry" not in capability.written.get("execution", ()):
        yield Site(capability.domain_file, ("execution", mode_of(capability.action), "retry")), "the domain's retry"
