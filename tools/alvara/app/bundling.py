"""The `bundle` verb: a tree that was judged in, the bytes of a bundle out."""

from collections.abc import Iterable
from dataclasses import dataclass

from alvara.app.models import Incomplete, read_definitions
from alvara.app.settings import Settings
from alvara.bundle.build import assemble
from alvara.bundle.contents import Origin, contents_of
from alvara.bundle.leaks import leaks
from alvara.documents.shape import Validators
from alvara.files.tree import FileTree
from alvara.model.filekind import CONFIG, kind_of
from alvara.workspace.contribution import Contribution
from alvara.workspace.definitions import Definitions
from alvara.workspace.entity import Entity, facts
from alvara.workspace.pairs import Name, pairs
from alvara.workspace.workspace import View, Workspace


@dataclass(frozen=True, slots=True)
class Bundle:
    """The files of a bundle, and how many capabilities are in it."""

    files: dict[str, bytes]
    capabilities: int


def make_bundle(tree: FileTree, settings: Settings, validators: Validators, origin: Origin) -> Bundle:
    """Make the bundle of a tree. Raises `Incomplete` where the tree does not hold all that a bundle needs."""
    definitions = read_definitions(tree, settings, validators)
    try:
        contents = contents_of(definitions, bindings_of(definitions), origin)
        files = assemble(contents)
    except ValueError as error:
        raise Incomplete([str(error)]) from error
    problems = [
        f"{leak.file}: `{leak.text}` is private to `{leak.capability}`, and models would read it here"
        for leak in leaks(contents.capabilities, files)
    ]
    if problems:
        raise Incomplete(problems)
    return Bundle(files, len(contents.capabilities))


def bindings_of(definitions: Definitions) -> list[tuple[Name, Name]]:
    """List the bound pairs of a revision."""
    models = (*definitions.capabilities, *definitions.resources, *definitions.policies, *definitions.pages)
    held: dict[str, list[Entity]] = {}
    for entity in map(facts, models):
        held.setdefault(entity.path, []).append(entity)
    workspace = Workspace(definitions.config, (Contribution(path, "", tuple(found)) for path, found in held.items()))
    return pairs((entity for found in held.values() for entity in found), View(workspace, ""))


def registry_files(tree: FileTree, settings: Settings) -> set[str]:
    """List the files that a registry is read from, besides those that they refer to."""
    assert settings.config is not None, "settings that do not hold stop a run before this"
    kinds = ((entry, kind_of(entry.path, settings.config)) for entry in tree.entries())
    return {CONFIG} | {entry.path for entry, kind in kinds if entry.kind == "file" and kind != "other"}


def first_folder(path: str, folders: Iterable[str]) -> str | None:
    """Give the folder of the registry that a path lies in, None where it lies in none."""
    return next((folder for folder in folders if path == folder or path.startswith(f"{folder}/")), None)
