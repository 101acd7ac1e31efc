"""A tree on disk as something to decide on: every file that could hold a policy has to be understood."""

from typing import Any

from alvara.app.charters import Decidable, Undecidable
from alvara.app.library import Library
from alvara.app.locating import Locator
from alvara.app.survey import Survey
from alvara.decisions.charter import Source
from alvara.decisions.clauses import Place
from alvara.diagnostics.site import Pointer, Site
from alvara.files.tree import FileTree, Unreadable
from alvara.identity.digests import digest
from alvara.model.config import Config
from alvara.model.filekind import CONFIG, kind_of
from alvara.model.page import Page
from alvara.subschemas.references import References, Refusal
from alvara.subschemas.whole import Unresolved, make_whole, write_out
from alvara.workspace.entity import Entity
from alvara.workspace.subjects import Body, body_of

_DECIDING = frozenset({"policy", "resource", "domain"})
"""The files without which nobody knows who is bound to what. A capability's own is asked for when it is wanted."""


def decidable_tree(survey: Survey, tree: FileTree) -> Decidable:
    """Take a tree that is laid out. Raises `Undecidable` where a part that may decide cannot be read."""
    config = survey.view.config
    unread = {path: kind_of(path, config) for path in survey.unread}
    for path, kind in unread.items():
        if kind in _DECIDING:
            raise Undecidable(f"{path}: not all of it can be read, and it may decide")
    references = References(survey.extractor.document)
    locator = Locator(Library(tree, config).document)
    bodies: dict[tuple[str, Pointer], Body] = {}

    def body(entity: Entity) -> Body:
        key = entity.path, entity.pointer
        if key not in bodies:
            bodies[key] = _whole(survey, references, entity)
        return bodies[key]

    def place(entity: Entity, pointer: Pointer) -> Place:
        return entity.path, locator.span(Site(entity.path, (*entity.pointer, *pointer))).line

    principal = _schema("principal", config.principal_schema, references)
    context = _schema("context", config.context_schema, references)
    capabilities = tuple([path for path, kind in unread.items() if kind == "capability"])
    return Decidable(
        survey.view, lambda: survey.entities, body, place, principal, context,
        Source("tree", _digest_of(survey, config, [principal, context])), capabilities,
    )  # fmt: skip


def _whole(survey: Survey, references: References, entity: Entity) -> Body:
    try:
        model = survey.definition(entity)
        assert not isinstance(model, Page), "pages decide nothing"
        return body_of(model._replace(definition=make_whole(model, references)))
    except (Unresolved, Unreadable, ValueError) as error:
        raise Undecidable(f"{entity.path}: `{entity.id}`: {error}") from error


def _schema(key: str, path: str, references: References) -> Any:
    if not path:
        return None
    found = references.file(path, path)
    try:
        if isinstance(found, Refusal):
            raise Undecidable(f"{CONFIG}: `{key}.schema`: {found.words}")
        return write_out(found, references)
    except Unresolved as error:
        raise Undecidable(f"{CONFIG}: `{key}.schema`: {error}") from error


def _digest_of(survey: Survey, config: Config, schemas: list[Any]) -> str:
    """Name what is defined in a tree: by git's names for the files, and by what they refer to."""
    files = {}
    for path, contribution in survey.workspace.contributions.items():
        if kind_of(path, config) in ("capability", "policy", "resource", "domain"):
            files[path] = contribution.blob
            files.update(contribution.uses)
    return digest([config.registry, sorted(map(list, files.items())), schemas])
