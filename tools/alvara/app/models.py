"""A tree to its definitions: every model of a revision in full."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from alvara.app.extraction import Extractor, Model
from alvara.app.library import Library
from alvara.app.settings import Settings
from alvara.decode.inlining import Unresolved, inline, make_whole
from alvara.documents.front_matter import load_page
from alvara.documents.shape import Validators
from alvara.documents.text import split_lines
from alvara.files.tree import FileTree
from alvara.model.capability import Capability
from alvara.model.filekind import kind_of
from alvara.model.page import Page
from alvara.model.policy import Policy
from alvara.model.resource import Resource
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
    read = Library(tree, config).read
    extractor = Extractor(config, settings.catalogue, validators, read)
    found: dict[str, list[Any]] = {"capability": [], "resource": [], "policy": [], "page": []}
    texts: dict[str, str] = {}
    problems: list[str] = []
    for path in sorted({entry.path for entry in tree.entries() if entry.kind == "file"}):
        kind = kind_of(path, config)
        if kind in ("other", "config"):
            continue
        models, complete = extractor.definitions(path)
        if not complete:
            problems.append(f"{path}: not all of it can be read; `alvara check` says more")
        for model in models:
            found[model.kind].append(_whole(model, extractor, problems))
        if kind == "page":
            texts[path] = "\n".join(split_lines(load_page(path, read(path) or b"").body))
    principal = _schema("principal", config.principal_schema, extractor, problems)
    context = _schema("context", config.context_schema, extractor, problems)
    if problems:
        raise Incomplete(problems)
    capabilities, resources, policies, pages = (tuple(sorted(models, key=_place)) for models in found.values())
    return Definitions(config, capabilities, resources, policies, pages, texts, principal, context)


def _whole(model: Model, extractor: Extractor, problems: list[str]) -> Model:
    if isinstance(model, Page):
        return model
    try:
        return replace(model, definition=make_whole(model.definition, model.path, extractor.value))
    except Unresolved as error:
        problems.append(f"{model.path}: `{model.id}`: {error}")
        return model


def _schema(key: str, path: str, extractor: Extractor, problems: list[str]) -> Any:
    """Read one of the two schemas that the settings name."""
    schema = extractor.value(path) if path else None
    if isinstance(schema, Mapping):
        try:
            return inline(schema, path, extractor.value)
        except Unresolved as error:
            problems.append(f"{path}: {error}")
    elif path:
        problems.append(f"alvara.yaml: `{key}.schema` names `{path}`, which holds no schema")
    return None


def _place(model: Capability | Resource | Policy | Page) -> tuple[str, str, str]:
    return model.id, model.path, str(model.pointer)
