"""wrong-target-type."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.model.reference import Reference
from alvara.workspace.entity import Entity
from alvara.workspace.references import targets
from alvara.workspace.workspace import View

_SCREEN = ("page", "section", "component")
_WANTED = {
    "uiRefs": _SCREEN, "apiRefs": ("api",), "navigation": _SCREEN, "EXPOSED_BY": ("api",), "VALIDATED_BY": ("rule",),
}  # fmt: skip


@rule("wrong-target-type", on=Entity, kinds=("resource", "capability"))
def wrong_target_type(entity: Entity, view: View) -> Iterator[Finding]:
    """A reference leads to a resource of a type that it cannot lead to.

    ## Why is this bad?
    `uiRefs` says where a thing is on screen and `apiRefs` where it is in the services; resources of type api are kept
    from models. A field among the one or a page among the other is found where nobody looks for it, or shown to whom it
    should not be.

    ## How to fix
    Name a resource of the right type, or move the reference under the key that is meant. `uiRefs` and navigation lead
    to a page, section or component, `apiRefs` and EXPOSED_BY to an api, VALIDATED_BY to a policy or a rule.
    """
    for reference in entity.references:
        wanted = _WANTED.get(reference.relation or reference.role)
        if wanted is None:
            continue
        if _is_page(reference):
            wanted = ("page",)
        found = targets(reference, view)
        if not found or found[0].type in wanted or any(e.kind != "resource" or e.broken for e in found):
            continue
        there = (Site(found[0].path, (*found[0].pointer, "type")), "its type")
        message = f"`{reference.target}` is of type {found[0].type}, where {_listed(wanted)} is wanted"
        yield Finding(Site(entity.path, reference.pointer), message, related=(there,))


def _is_page(reference: Reference) -> bool:
    return reference.role == "navigation" and reference.pointer[-1] == "page"


def _listed(types: tuple[str, ...]) -> str:
    words = [f"an {type}" if type == "api" else f"a {type}" for type in types]
    return " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))
