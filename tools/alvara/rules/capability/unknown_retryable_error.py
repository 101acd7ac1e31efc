"""unknown-retryable-error."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Pointer, Site
from alvara.identity.suggestions import did_you_mean
from alvara.model.capability import Capability, mode_of
from alvara.workspace.setting import Setting

CATEGORIES = ("validation", "authorization", "business", "not_found", "conflict", "timeout", "system")


@rule("unknown-retryable-error", on=Capability)
def unknown_retryable_error(capability: Capability, setting: Setting) -> Iterator[Finding]:
    """A retry waits for an error that the capability never answers with.

    ## Why is this bad?
    The retry looks as if it were in place and never happens, which shows on the day that it is needed: retries are
    tied to named errors, never to failure as such (PRD-004, section 25).

    ## How to fix
    Name a category (validation, authorization, business, not_found, conflict, timeout, system) or a code that the
    capability or its domain declares under `errors`.
    """
    retry = capability.definition["execution"]["retry"]
    if not retry["enabled"] or "execution" in capability.unsure:
        return
    path, place = _retry(capability)
    if not retry["retryableErrors"]:
        yield Finding(Site(path, place), "the retry is enabled and names no error to retry after")
        return
    codes = {error["code"] for error in capability.definition.get("errors", ())}
    for i, name in enumerate(() if "errors" in capability.unsure else retry["retryableErrors"]):
        if name not in CATEGORIES and name not in codes:
            yield Finding(
                Site(path, (*place, "retryableErrors", i)),
                f"`{name}` is neither a category of errors nor a code that is declared here",
                did_you_mean(name, (*CATEGORIES, *codes)),
            )


def _retry(capability: Capability) -> tuple[str, Pointer]:
    """Where the retry in force is written: with the capability, or with its domain."""
    if "retry" in capability.written.get("execution", ()):
        return capability.path, capability.place("execution", "retry")
    return capability.domain_file, ("execution", mode_of(capability.action), "retry")
