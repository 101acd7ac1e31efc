"""A registry laid out for questions: who is there, who is bound to whom, and what each definition says in full."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from alvara.app.check import Spread
from alvara.app.extraction import Bytes, Extractor
from alvara.app.library import Library
from alvara.app.settings import Settings
from alvara.documents.document import Document
from alvara.documents.load import load
from alvara.documents.shape import Validators
from alvara.files.tree import FileTree, Unreadable
from alvara.model.capability import Capability
from alvara.model.config import Config
from alvara.model.filekind import RECORDS, is_read
from alvara.model.page import Page
from alvara.model.policy import Policy
from alvara.model.resource import Resource
from alvara.registry.lookup import KINDS
from alvara.workspace.contribution import Contribution
from alvara.workspace.entity import Entity
from alvara.workspace.snapshot import Snapshot, Stamp
from alvara.workspace.workspace import View, Workspace

_CHANGED = "changed while it was read"


class Survey(NamedTuple):
    """The facts of one tree. `view` answers for them; `extractor` reads a definition when its words are wanted."""

    workspace: Workspace
    view: View
    extractor: Extractor
    read: Bytes

    @property
    def config(self) -> Config:
        """The settings of the registry."""
        return self.view.config

    @property
    def entities(self) -> Iterator[Entity]:
        """Everything that the tree defines and that holds its shape, by path and place."""
        for _, contribution in sorted(self.workspace.contributions.items()):
            yield from (e for e in contribution.entities if not e.broken and e.kind not in RECORDS)

    @property
    def unread(self) -> list[str]:
        """The files that are not understood, wholly or in part."""
        return sorted(
            path
            for path, contribution in self.workspace.contributions.items()
            if contribution.blob
            and (not contribution.readable or any(entity.broken for entity in contribution.entities))
        )

    @property
    def refused(self) -> list[str]:
        """The files and folders that the system did not open, with its word for why."""
        return sorted({word for c in self.workspace.contributions.values() for word in c.refused})

    def definition(self, entity: Entity) -> Capability | Resource | Policy:
        """Read the whole definition of a thing that is no page. Raises `Unreadable`."""
        models, _ = self.extractor.definitions(entity.path)
        for model in models:
            if model.pointer == entity.pointer and not isinstance(model, Page):
                return model
        raise Unreadable(0, _CHANGED, entity.path)

    def document(self, path: str) -> Document | None:
        """Read a file that a schema refers to."""
        return self.extractor.document(path)

    def written(
        self, wanted: Callable[[Entity], bool], glance: Callable[[str], bool]
    ) -> Iterator[tuple[Entity, Mapping[str, Any]]]:
        """Read the definitions that are wanted, as their authors wrote them, by path and place.

        `glance` sees the text of a file before it is parsed, and may send it away.
        """
        for path, contribution in sorted(self.workspace.contributions.items()):
            entities = [e for e in contribution.entities if e.kind in KINDS and not e.broken and wanted(e)]
            data = (self.read(path) or b"") if entities else b""
            if data and glance(data.decode("utf-8", "replace")):
                document = load(path, data)
                for entity in entities:
                    value = document.value
                    try:
                        for step in entity.pointer:
                            value = value[step]
                    except (KeyError, IndexError, TypeError):
                        raise Unreadable(0, _CHANGED, path) from None
                    yield entity, value


def survey(
    tree: FileTree, settings: Settings, validators: Validators, today: str, spread: Spread,
    known: Snapshot | None = None, beside: Survey | None = None,
) -> Survey:  # fmt: skip
    """Lay out a tree. What `known` remembers is trusted for every file whose stamp is the same.

    A file of a revision that is the same in the tree `beside`, under the same settings, is not read again. Raises
    `Damaged` where the memory is.
    """
    config = settings.config
    if config is None:
        raise ValueError("settings that do not hold stop a run before this")
    listed = {entry.path for entry in tree.entries() if entry.kind == "file"}
    read = Library(tree, config, listed).read
    extractor = Extractor(config, settings.catalogue, validators, read)
    contributions, unknown = [], []
    for entry in tree.entries():
        if entry.kind == "refused":
            word = f"{entry.path}: {entry.stamp[0]}"
            contributions.append(Contribution(entry.path, "", readable=False, refused=(word,)))
        elif entry.kind == "file" and is_read(entry.path, config):
            remembered = None if known is None else _remembered(known, entry.path, entry.stamp, tree)
            if beside is not None:
                remembered = _shared(beside.workspace.contributions.get(entry.path), entry.stamp, tree)
            if remembered is None:
                unknown.append(entry.path)
            else:
                contributions.append(remembered)
    contributions += [contribution for contribution, _ in spread(extractor.extract, unknown)]
    workspace = Workspace(config, contributions)
    return Survey(workspace, View(workspace, today), extractor, read)


def _remembered(known: Snapshot, path: str, stamp: Stamp, tree: FileTree) -> Contribution | None:
    """Give what the last run read in a file, unless it, or a file that it refers to, may have changed."""
    if path not in known.files or known.stamps.get(path) != stamp:
        return None
    contribution = known.contribution(path)
    for used, _ in contribution.uses:
        entry = tree.entry(used)
        if (() if entry is None else entry.stamp) != known.stamps.get(used):
            return None
    return contribution


def _shared(found: Contribution | None, stamp: Stamp, tree: FileTree) -> Contribution | None:
    """Give what another tree has in a file, if git's names say that it, and all it refers to, is the same here."""
    if found is None or found.refused or stamp != (found.blob,):
        return None
    for used, blob in found.uses:
        entry = tree.entry(used)
        if (str(entry.stamp[0]) if entry is not None and entry.kind == "file" else "") != blob:
            return None
    return found
