"""What questions are put to: the files of a bundle, or a tree that is laid out, as the same `Holdings`."""

from collections.abc import Mapping, Sequence
from json import loads

from alvara.app.survey import Survey
from alvara.bundle.layout import BINDINGS, FOLDERS, REGISTRY
from alvara.bundle.manifest import Manifest
from alvara.bundle.pages import knowledge_of
from alvara.bundle.stems import stems
from alvara.identity.digests import canonical, digest
from alvara.model.page import Page
from alvara.registry.holdings import About, Holdings, Kind, Name
from alvara.subschemas.references import References
from alvara.subschemas.whole import Unresolved, make_whole
from alvara.workspace.bindings import pairs
from alvara.workspace.definitions import Definitions
from alvara.workspace.renamed import ends
from alvara.workspace.subjects import Body, body_of

_KNOWLEDGE, _MIGRATIONS = "public/knowledge/", "ledger/migrations/"


def hold_bundle(manifest: Manifest, files: Mapping[str, bytes]) -> Holdings:
    """Hold the files of a bundle; definitions are not decoded yet.

    Raises `LookupError`, `TypeError` or `ValueError` where they are not what a bundle holds there.
    """
    said = loads(files[REGISTRY])
    definitions: dict[Kind, dict[str, bytes]] = {"resource": {}, "capability": {}, "policy": {}}
    kinds: dict[str, Kind] = {f"private/{FOLDERS[kind]}": kind for kind in definitions}
    knowledge: dict[str, bytes] = {}
    following: dict[str, dict[str, str]] = {}
    for path, data in files.items():
        folder, _, name = path.rpartition("/")
        kind = kinds.get(folder)
        if kind is not None:
            definitions[kind][name.removesuffix(".json")] = data
        elif path.startswith(_KNOWLEDGE):
            knowledge[path] = data
        elif path.startswith(_MIGRATIONS):
            record = loads(data)
            following.setdefault(folder.removeprefix(_MIGRATIONS), {})[record["from"]] = record["to"]

    def bindings() -> Sequence[tuple[Name, Name]]:
        return [(_name(one), _name(other)) for one, other in loads(files[BINDINGS])["bindings"]]

    about = About(said["registry"], said["name"], manifest.version, manifest.digest, tuple(said["locales"]))
    return Holdings(about, definitions, knowledge, bindings, {kind: following.get(kind, {}) for kind in definitions})


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
    about = About(config.registry, config.name, "", digest([config.registry, named]), config.locales, "tree")
    encoded = {entry["id"]: canonical(entry) for entry in knowledge}
    return Holdings(about, definitions, encoded, lambda: pairs(entities, survey.view), following), left_out


def _name(written: str) -> Name:
    kind, _, id = written.partition("/")
    return kind, id
