"""broken-binding."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Cause, Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import NOWHERE, Site
from alvara.model.reference import Reference
from alvara.workspace.entity import Entity
from alvara.workspace.references import known_names, resolves, suspended
from alvara.workspace.workspace import View

_WORDS = {"guard": "policy or rule"}


@rule("broken-binding", on=Entity)
def broken_binding(entity: Entity, view: View) -> Iterator[Finding]:
    """A reference names something that the registry does not have.

    ## Why is this bad?
    An agent, a screen or a policy that follows the reference finds nothing there: the failure shows up far away from
    the file that caused it, and often only in production.

    ## How to fix
    Correct the ID, or add the missing definition. Where the thing was renamed, keep the old ID among the `aliases` of
    the new one.
    """
    lost: set[str] = set()
    for reference in entity.references:
        if reference.kind == "source" or reference.role in ("link", "replacedBy") or resolves(reference, view):
            continue
        if suspended(reference, view) or _is_tab_of(reference, lost):
            continue
        lost.add(reference.target)
        yield Finding(
            Site(entity.path, reference.pointer),
            _words(reference),
            known_names(reference, view),
            cause=_missing_page(reference) if reference.kind == "page" else None,
        )


def _words(reference: Reference) -> str:
    return f"`{reference.target}` is not a known {_WORDS.get(reference.kind, reference.kind)}"


def _missing_page(reference: Reference) -> Cause:
    """A page is most often missing because it was moved or renamed, for all who refer to it at once."""
    return Cause(NOWHERE, _words(reference), reference.target)


def _is_tab_of(reference: Reference, pages: set[str]) -> bool:
    """Whether a reference is to the tab of a page that is missing itself."""
    return reference.role == "navigation" and reference.target.rpartition(".")[0] in pages
