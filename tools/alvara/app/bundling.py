"""The `bundle` verb: the definitions of a revision in, the bytes of a bundle out."""

from collections.abc import Callable
from dataclasses import replace

from alvara.app.evidence import Proof
from alvara.app.models import Incomplete
from alvara.bundle.agreed import Agreed, agree_in
from alvara.bundle.build import assemble
from alvara.bundle.conditions import troubles
from alvara.bundle.contents import Origin, contents_of
from alvara.bundle.evidence import Evidence
from alvara.bundle.leaks import leaks
from alvara.bundle.pages import knowledge_pages
from alvara.decode.page import page
from alvara.documents.front_matter import load_page
from alvara.files.held import HeldTree
from alvara.files.tree import FileTree
from alvara.identity.ids import Name
from alvara.model.capability import Capability
from alvara.model.config import Config
from alvara.model.filekind import CONFIG, kind_of
from alvara.model.page import Page
from alvara.model.policy import Policy
from alvara.model.resource import Resource
from alvara.workspace.bindings import pairs
from alvara.workspace.contribution import Contribution
from alvara.workspace.definitions import Definitions
from alvara.workspace.entity import Entity, facts
from alvara.workspace.workspace import View, Workspace


def make_bundle(definitions: Definitions, origin: Origin, proof: Proof | None = None) -> dict[str, bytes]:
    """Make the files of a bundle. Raises `Incomplete` where something must not be shipped, or cannot.

    Records that are about nothing in it, or that count for nothing, stay behind.
    """
    try:
        contents = contents_of(definitions, bindings_of(definitions), origin, proof.evidence if proof else Evidence())
        agreed = Agreed() if proof is None else agree_in(contents, proof.validators)
        kept = {s.record.path for s in agreed.standings if s.fault is None}
        approvals = {path: value for path, value in contents.evidence.approvals.items() if path in kept}
        contents = replace(contents, evidence=replace(contents.evidence, approvals=approvals))
        files = assemble(contents, agreed)
    except ValueError as error:
        raise Incomplete([str(error)]) from error
    bodies = (*contents.capabilities, *contents.policies)
    problems = [f"`{body['id']}`: {said}" for body, said in zip(bodies, troubles(bodies), strict=True) if said]
    problems += [
        f"{leak.file}: `{leak.text}` is private to `{leak.capability}`, and models would read it here"
        for leak in leaks(contents.capabilities, files)
    ]
    if problems:
        raise Incomplete(problems)
    return files


def bindings_of(definitions: Definitions) -> list[tuple[Name, Name]]:
    """List the bound pairs of a revision."""
    models: list[Capability | Resource | Policy | Page] = [*definitions.capabilities, *definitions.resources]
    models += [*definitions.policies, *definitions.pages]
    held: dict[str, list[Entity]] = {}
    for entity in (facts(model) for model in models):
        held.setdefault(entity.path, []).append(entity)
    workspace = Workspace(definitions.config, (Contribution(path, "", tuple(found)) for path, found in held.items()))
    return pairs((entity for found in held.values() for entity in found), View(workspace, ""))


def is_changed(
    tree: HeldTree, definitions: Definitions, committed: FileTree, same: Callable[[bytes, str], bool]
) -> bool:
    """Whether what was read of a tree is anything but what a commit holds. `same` compares bytes with a blob's ID.

    Pages count where they are knowledge, now or in the commit.
    """
    config = definitions.config
    known = {page.id for page in knowledge_pages(definitions)}
    held = {path for path in tree.held if kind_of(path, config) != "scenario"}  # none is shipped
    for path in _registry_files(tree, config) | _registry_files(committed, config) | held:
        before, now = _file(committed, path), tree.held.get(path)
        if before is not None and now is not None and same(now, before):
            continue
        both = [data for data in (now, None if before is None else committed.read(path)) if data is not None]
        if kind_of(path, config) != "page" or any(_is_knowledge(path, data, config, known) for data in both):
            return True
    return False


def _file(tree: FileTree, path: str) -> str | None:
    """Give the blob ID of a file in a commit."""
    entry = tree.entry(path)
    return str(entry.stamp[0]) if entry is not None and entry.kind == "file" else None


def _is_knowledge(path: str, data: bytes, config: Config, known: set[str]) -> bool:
    """Whether a page has binding keys, or is a translation of one that has."""
    head = load_page(path, data).head.value
    found = page(head if isinstance(head, dict) else {}, path, config)
    return found.known or found.id in known


def _registry_files(tree: FileTree, config: Config) -> set[str]:
    """List the files that a bundle is made from, besides those that they refer to."""
    files = {entry.path for entry in tree.entries() if entry.kind == "file"}
    return {CONFIG} | {path for path in files if kind_of(path, config) not in ("other", "scenario")}
