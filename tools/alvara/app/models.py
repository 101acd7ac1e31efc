"""A tree to its definitions: every model of a revision in full."""

from typing import Any

from alvara.app.extraction import Extractor, Model
from alvara.app.library import Library
from alvara.app.settings import Settings
from alvara.documents.shape import Validators
from alvara.files.tree import FileTree
from alvara.model.capability import Capability
from alvara.model.filekind import CONFIG, kind_of
from alvara.model.page import Page
from alvara.model.policy import Policy
from alvara.model.resource import Resource
from alvara.subschemas.references import References, Refusal
from alvara.subschemas.whole import Unresolved, make_whole, write_out
from alvara.workspace.definitions import Definitions


class Incomplete(ValueError):
    """Some of a tree's definitions cannot be had in full. `problems` has a line for each."""

    def __init__(self, problems: list[str]) -> None:
        """Keep the lines."""
        super().__init__("\n".join(problems))
        self.problems = problems


def read_definitions(tree: FileTree, settings: Settings, validators: Validators) -> Definitions:
    """Read everything that a tree defines. Raises `Incomplete` rather than leave something out."""
    config = settings.config
    assert config is not None, "settings that do not hold stop a run before this"
    extractor = Extractor(config, settings.catalogue, validators, Library(tree, config).read)
    references = References(extractor.document)
    found: dict[str, list[Any]] = {"capability": [], "resource": [], "policy": [], "page": []}
    problems: list[str] = []
    for path in sorted({entry.path for entry in tree.entries() if entry.kind == "file"}):
        if kind_of(path, config) in ("other", "config"):
            continue
        models, complete = extractor.definitions(path)
        if not complete:
            problems.append(f"{path}: not all of it can be read; `alvara check` says more")
        for model in models:
            found[model.kind].append(_whole(model, references, problems))
    principal = _schema("principal", config.principal_schema, references, problems)
    context = _schema("context", config.context_schema, references, problems)
    if problems:
        raise Incomplete(problems)
    capabilities, resources, policies, pages = (tuple(sorted(models, key=_place)) for models in found.values())
    return Definitions(config, capabilities, resources, policies, pages, principal, context)


def _whole(model: Model, references: References, problems: list[str]) -> Model:
    if isinstance(model, Page):
        return model
    try:
        return model._replace(definition=make_whole(model, references))
    except Unresolved as error:
        problems.append(f"{model.path}: `{model.id}`: {error}")
        return model


def _schema(key: str, path: str, references: References, problems: list[str]) -> Any:
    """Read one of the two schemas that the settings name."""
    if not path:
        return None
    found = references.file(path, path)
    try:
        if isinstance(found, Refusal):
            raise Unresolved(found.words)
        return write_out(found, references)
    except Unresolved as error:
        problems.append(f"{CONFIG}: `{key}.schema`: {error}")
        return None


def _place(model: Capability | Resource | Policy | Page) -> tuple[str, str, str]:
    return model.id, model.path, str(model.pointer)
