"""A remembered workspace with some of its files replaced."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from alvara.model.config import Config
from alvara.workspace.contribution import Contribution
from alvara.workspace.entity import Entity
from alvara.workspace.snapshot import Snapshot
from alvara.workspace.synonyms import Marks
from alvara.workspace.workspace import Key, Workspace, in_order, unread_key


class Overlay:
    """Answers like a `Workspace`, out of what changed and, for the rest, out of the snapshot."""

    def __init__(
        self, config: Config, snapshot: Snapshot, changed: Iterable[Contribution], gone: Iterable[str]
    ) -> None:
        """Hide what the snapshot says of the files that changed or are gone."""
        self.config = config
        self._snapshot = snapshot
        self._fresh = Workspace(config, changed)
        self._hidden = {*gone, *self._fresh.contributions}
        self._unpacked: dict[str, Contribution] = {}
        self._sharing: dict[int, Sequence[Entity]] = {}

    def contribution(self, path: str) -> Contribution:
        """Give what a file contributes now."""
        if path in self._fresh.contributions:
            return self._fresh.contributions[path]
        if path not in self._unpacked:
            self._unpacked[path] = self._snapshot.contribution(path)
        return self._unpacked[path]

    def entities(self, key: Key) -> list[Entity]:
        """Answer a key, in the order of path and place."""
        found = self._fresh.entities(key) + [
            self.contribution(path).entities[position]
            for path, position in self._snapshot.definers(key)
            if path not in self._hidden
        ]
        return found if len(found) < 2 else in_order(found)

    def sharing(self, marks: Marks) -> list[Sequence[Entity]]:
        """List, for each of some marks that several have, all who have it, by path and place."""
        for mark in marks:
            if mark not in self._sharing:
                self._sharing[mark] = self._bearers(mark)
        return [bearers for mark in marks if (bearers := self._sharing[mark])]

    def _bearers(self, mark: int) -> Sequence[Entity]:
        paths = [path for path in self._snapshot.bearers(mark) if path not in self._hidden]
        fresh = self._fresh_marks.get(mark, ())
        if len(paths) + len(fresh) < 2:
            return ()
        kept = [e for path in dict.fromkeys(paths) for e in self.contribution(path).entities]
        return in_order([*fresh, *(entity for entity in kept if mark in entity.synonyms)])

    @cached_property
    def _fresh_marks(self) -> Mapping[int, list[Entity]]:
        found: dict[int, list[Entity]] = {}
        for contribution in self._fresh.contributions.values():
            for entity in contribution.entities:
                for mark in entity.synonyms:
                    found.setdefault(mark, []).append(entity)
        return found

    def unread(self, key: Key) -> bool:
        """Whether a file that could hold an ID could not be read."""
        path = key.removeprefix(unread_key(""))
        if self._fresh.unread(key):
            return True
        return (
            path in self._snapshot.files and path not in self._hidden and not self._snapshot.remembered(path).readable
        )
