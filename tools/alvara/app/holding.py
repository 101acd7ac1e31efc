"""A tree that is laid out, as what questions are put to."""

from json import loads

from alvara.app.survey import Survey
from alvara.bundle.pages import knowledge_of
from alvara.bundle.stems import stems
from alvara.identity.digests import canonical, digest
from alvara.model.page import Page
from alvara.registry.holdings import About, Holdings, Kind
from alvara.subschemas.references import References
from alvara.subschemas.whole import Unresolved, make_whole
from alvara.workspace.bindings import pairs
from alvara.workspace.definitions import Definitions
from alvara.workspace.renamed import ends
from alvara.workspace.subjects import Body, body_of


def hold_tree(survey: Survey) -> tuple[Holdings, list[str]]:
    """Hold what a tree defines, and list what had to be left out because a schema that it refers to is not there."""
    config = survey.view.config
    references = References(survey.extractor.document)
    found: dict[Kind, list[Body]] = {"resource": [], "capability": [], "policy": []}
    pages: list[Page] = []
    left_out: list[str] = []
    entities = list(survey.entities)
    for entity in entities:
        if entity.kind == "page":
            models, _ = survey.extractor.definitions(entity.path)
            pages += [model for model in models if isinstance(model, Page)]
        elif entity.kind in found:
            model = survey.definition(entity)
            try:
                body = body_of(model._replace(definition=make_whole(model, references)))
            except Unresolved as error:
                left_out.append(f"{entity.path}: `{entity.id}`: {error}")
            else:
                found[model.kind].append(body)
    definitions: dict[Kind, dict[str, bytes]] = {
        kind: dict(zip(stems(bodies), map(canonical, bodies), strict=True)) for kind, bodies in found.items()
    }
    knowledge, _ = knowledge_of(Definitions(config, pages=tuple(pages)))
    records = [e for c in survey.workspace.contributions.values() for e in c.entities if e.kind == "migration"]
    following: dict[Kind, dict[str, str]] = {kind: ends(records, kind) for kind in found}
    named = {
        kind: sorted((stem, digest(loads(data))) for stem, data in held.items()) for kind, held in definitions.items()
    }
    about = About(
        config.registry,
        config.name,
        "",
        digest([config.registry, named]),
        config.locales,
        "tree",
        config.external_pages,
    )
    encoded = {entry["id"]: canonical(entry) for entry in knowledge}
    return Holdings(about, definitions, encoded, lambda: pairs(entities, survey.view), following), left_out
