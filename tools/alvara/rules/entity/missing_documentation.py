"""missing-documentation."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import View


@rule("missing-documentation", on=Entity, kinds=("capability",), on_drafts="info")
def missing_documentation(entity: Entity, view: View) -> Iterator[Finding]:
    """A capability has no page that explains it.

    ## Why is this bad?
    A definition says what can be done; the page says what it means, when it is right to do it and what happens then
    (PRD-009, sections 4 and 28). An agent that has no page can run the capability and cannot explain it.

    ## How to fix
    Name the page under `knowledgeReferences`, or name the capability under `capabilities` in the page's front matter.
    """
    if any(reference.role == "knowledge" for reference in entity.references):
        return
    for name in (entity.id, *(alias for alias, _ in entity.aliases)):
        if any(other.kind == "page" for other, _ in view.pointing_at("capability", name)):
            return
    yield Finding(Site(entity.path, (*entity.pointer, "id")), f"no page explains `{entity.id}`")
