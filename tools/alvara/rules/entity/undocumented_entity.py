"""undocumented-entity."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import View


@rule("undocumented-entity", on=Entity, kinds=("resource",), severity="warning", on_drafts="info")
def undocumented_entity(entity: Entity, view: View) -> Iterator[Finding]:
    """An entity has no page that explains it.

    ## Why is this bad?
    "What is this?" is the first thing that people ask of an entity, and an agent answers it out of a page. What can be
    done with the entity works all the same, so this is a warning; `alvara coverage` counts it.

    ## How to fix
    Name the page under `knowledgeRefs`, or name the entity under `semanticId` in the page's front matter.
    """
    if entity.type != "entity" or any(reference.kind == "page" for reference in entity.references):
        return
    for name in (entity.id, *(alias for alias, _ in entity.aliases)):
        if any(other.kind == "page" for other, _ in view.pointing_at("resource", name)):
            return
    yield Finding(Site(entity.path, (*entity.pointer, "id")), f"no page explains the entity `{entity.id}`")
