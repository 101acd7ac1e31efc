"""A tree that is laid out, as what questions are put to."""

from json import dumps, loads

from alvara.app.extraction import Model
from alvara.app.survey import Survey
from alvara.bundle.leaks import leaked, vault_of
from alvara.bundle.pages import knowledge_of
from alvara.bundle.public import project
from alvara.bundle.stems import stems
from alvara.diagnostics.site import Pointer
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
    """Hold what a tree defines, and list what had to be left out.

    Left out is what refers to a schema that is not there, and what would show models an endpoint or a source file: no
    bundle is made of a tree that has such texts, and none is read out of it either.
    """
    config = survey.view.config
    references = References(survey.extractor.document)
    whole: list[tuple[str, Kind, Body]] = []
    pages: list[Page] = []
    left_out: list[str] = []
    entities = list(survey.entities)
    defined: dict[str, dict[Pointer, Model]] = {}
    for entity in entities:
        if entity.path not in defined:  # a file is read once, however much it defines
            defined[entity.path] = {model.pointer: model for model in survey.extractor.definitions(entity.path)[0]}
        model = defined[entity.path].get(entity.pointer)
        if isinstance(model, Page):
            pages.append(model)
        elif entity.kind in ("resource", "capability", "policy"):
            sound = survey.definition(entity) if model is None else model
            try:
                body = body_of(sound._replace(definition=make_whole(sound, references)))
            except Unresolved as error:
                left_out.append(f"{entity.path}: `{entity.id}`: {error}")
            else:
                whole.append((entity.path, sound.kind, body))
    vault = vault_of(body for _, kind, body in whole if kind == "capability")
    found: dict[Kind, list[Body]] = {"resource": [], "capability": [], "policy": []}
    for path, kind, said in whole:
        spelled = leaked(vault, dumps(project(kind, said, {}), ensure_ascii=False))
        if spelled:
            word, owner = spelled[0]
            left_out.append(f"{path}: `{said['id']}` spells out `{word}`, which is private to `{owner}`")
        else:
            found[kind].append(said)
    definitions: dict[Kind, dict[str, bytes]] = {
        kind: dict(zip(stems(bodies), map(canonical, bodies), strict=True)) for kind, bodies in found.items()
    }
    knowledge, _ = knowledge_of(Definitions(config, pages=tuple(pages)))
    records = [e for c in survey.workspace.contributions.values() for e in c.entities if e.kind == "migration"]
    following: dict[Kind, dict[str, str]] = {kind: ends(records, kind) for kind in found}
    named = {
        kind: sorted((stem, digest(loads(data))) for stem, data in held.items()) for kind, held in definitions.items()
    }
    content = digest([config.registry, named])
    about = About(config.registry, config.name, "", content, config.locales, "tree", config.external_pages)
    encoded = {entry["id"]: canonical(entry) for entry in knowledge}
    return Holdings(about, definitions, encoded, lambda: pairs(entities, survey.view), following), left_out
