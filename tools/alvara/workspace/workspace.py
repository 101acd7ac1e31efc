"""The index over everything that one revision holds, and the view that a rule has of it."""

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Protocol, TypeVar

from alvara.documents.document import Document
from alvara.identity.ids import FOLDERS, kebab, prefixes
from alvara.model.config import Config
from alvara.model.filekind import TRUSTED
from alvara.model.reference import BINDINGS, RELIANCES, Reference
from alvara.texts.machinery import Secret
from alvara.workspace.contribution import Contribution
from alvara.workspace.entity import Entity
from alvara.workspace.synonyms import Marks, repeated_marks

Answer = TypeVar("Answer")
Key = str
"""A question that can be put to the index; two revisions of a file differ in the answers to some keys."""

TODAY: Key = "today"
"""The key of everything that depends on the day."""

MOST_COMPARED = 50_000
"""Names that the strange words of one file are compared with, all in all, before no more tips are looked for."""

APPROVALS: Key = "approvals"
"""The key of all records of approvals."""

GOVERNANCE: Key = "governance"
"""The key of everything that says who may approve what."""

PEOPLE: Key = "people"
"""The key of everybody."""

AGREED_ON = ("capability", "policy")
"""The kinds of definitions that people agree to."""

_FEW = 16
"""References among which looking is faster than remembering where each leads."""

_number = id
"""Entities are told apart by what they are in memory: to compare their facts takes as long as there are many."""

HEADS: Key = "heads"
"""The key of the resources whose ID is a single segment: the domains and entities that all other IDs begin with."""

MARKED = "mark:"
"""How the keys of the marks of synonyms begin."""


def keys_of(entity: Entity) -> list[Key]:
    """List the questions that an entity is part of the answer to."""
    kind, id = entity.kind, entity.id
    keys = [f"{kind}:{id}", flat_key(kind, id), kin_key(kind, id)]
    for alias, _ in entity.aliases:
        keys += [f"{kind}~{alias}", flat_key(kind, alias)]
    for reference in entity.references:
        if reference.role in BINDINGS or reference.role in RELIANCES:
            keys.append(f">{reference.kind}:{reference.target}")
    if kind == "resource" and "." not in id:
        keys.append(HEADS)
    if kind == "capability":
        keys += [f"below:{prefix}" for prefix in prefixes(id)]
    if entity.misnamed:
        keys.append(place_key(entity.path))
    for scope, _ in entity.scopes:
        keys.append(f"scope:{scope[:-2]}")
    keys += [f"code:{code}" for code in entity.codes]
    if kind == "release":
        keys += [sequence_key(entity.released[0]), predecessor_key(entity.released[1])]
    if kind == "approval":
        keys.append(APPROVALS)
    elif kind == "migration":
        keys.append(renamed_to(entity.type, entity.successor))
    elif kind in TRUSTED:
        keys += [GOVERNANCE, PEOPLE] if kind == "person" else [GOVERNANCE]
    elif kind in AGREED_ON and entity.status not in ("", "draft", "removed"):
        keys.append(beyond_draft(kind, entity.risk))
    if entity.secrets:
        keys += secret_keys(entity)
    return list(dict.fromkeys(keys))


def secret_keys(entity: Entity) -> list[Key]:
    """List the keys under which a capability is found by what a text says of how it is carried out."""
    return list(dict.fromkeys(f"secret:{Secret._make(secret).key}" for secret in entity.secrets))


def flat_key(kind: str, id: str) -> Key:
    """The key under which IDs meet that differ only in case, or in what separates their words."""
    return f"{kind}^{id.replace('.', '').replace('_', '').replace('-', '').lower()}"


def kin_key(kind: str, id: str) -> Key:
    """The key under which all IDs with the same first segment meet, and all pages of a folder."""
    return f"{kind}%{id.rpartition('/')[0] if kind == 'page' else id.partition('.')[0]}"


def beyond_draft(kind: str, risk: str) -> Key:
    """The key of the definitions of a kind, at a risk, that are waiting for approval or need to have it."""
    return f"beyond-draft:{kind}:{risk}"


def sequence_key(sequence: int) -> Key:
    """The key under which the releases meet that have the same place in the order of releases."""
    return f"release#{sequence}"


def predecessor_key(version: str | None) -> Key:
    """The key under which the releases meet that come after the same one, or after none."""
    return f"release>{version or ''}"


def renamed_to(kind: str, id: str) -> Key:
    """The key of the records by which something of a kind got an ID."""
    return f"{kind}<{id}"


def place_key(path: str) -> Key:
    """The key under which the definitions of a file are found that have another ID than their place says."""
    return f"at:{path}"


class Workspace:
    """Every contribution of one revision, with an index from key to entities. Not changed once built."""

    def __init__(self, config: Config, contributions: Iterable[Contribution]) -> None:
        """Index the contributions."""
        self.config = config
        self.contributions: dict[str, Contribution] = {c.path: c for c in contributions}
        index: dict[Key, list[Entity]] = {}
        unread: dict[Key, list[str]] = {}
        for contribution in self.contributions.values():
            if not contribution.readable:
                unread.setdefault(unread_key(contribution.path), []).append(contribution.path)
            for entity in contribution.entities:
                for key in keys_of(entity):
                    if key in index:
                        index[key].append(entity)
                    else:
                        index[key] = [entity]
        self._index = index
        self._unread = unread
        self._sorted: set[Key] = set()

    def contribution(self, path: str) -> Contribution:
        """Give what a file contributes."""
        return self.contributions[path]

    def entities(self, key: Key) -> list[Entity]:
        """Answer a key, in the order of path and place, whatever order the files came in."""
        found = self._index.get(key)
        if found is None:
            return []
        if len(found) > 1 and key not in self._sorted:
            found[:] = in_order(found)
            self._sorted.add(key)
        return found

    def definers(self) -> dict[Key, tuple[tuple[str, int], ...]]:
        """List for every key the entities that answer it: the path of their file, and their position in it."""
        places = {
            id(entity): (path, position)
            for path, contribution in self.contributions.items()
            for position, entity in enumerate(contribution.entities)
        }
        return {key: tuple([places[id(entity)] for entity in found]) for key, found in self._index.items()}

    def sharing(self, marks: Marks) -> list[Sequence[Entity]]:
        """List, for each of some marks that several have, all who have it, by path and place."""
        shared = self._shared
        return [] if shared.keys().isdisjoint(marks) else [shared[mark] for mark in marks if mark in shared]

    @cached_property
    def _shared(self) -> Mapping[int, list[Entity]]:
        having = [entity for c in self.contributions.values() for entity in c.entities if entity.synonyms]
        found: dict[int, list[Entity]] = {mark: [] for mark in repeated_marks([e.synonyms for e in having])}
        for entity in having if found else ():
            for mark in entity.synonyms:
                if mark in found:
                    found[mark].append(entity)
        return {mark: in_order(having) for mark, having in found.items()}

    def unread(self, key: Key) -> bool:
        """Whether a file that could hold this ID does not say what all it defines."""
        return key in self._unread


def in_order(entities: Iterable[Entity]) -> list[Entity]:
    """Sort things by the path of their file and their place in it."""
    return sorted(entities, key=lambda entity: (entity.path, str(entity.pointer)))


def _homes(kind: str, id: str) -> Iterator[str]:
    """Yield the files that could hold an ID: its own, and the lists whose path begins it."""
    path = next((folder for name, folder in FOLDERS.items() if name == kind), "")
    for segment in id.split(".") if path else ():
        path += f"/{kebab(segment)}"
        yield f"{path}.yaml"


def text_key(path: str) -> Key:
    """The key that says that the text of a file matters, not only its facts."""
    return f"text:{path}"


def mark_key(mark: int) -> Key:
    """The key of those who have a mark of a synonym. They are not kept with those who ask other keys."""
    return f"{MARKED}{mark}"


def unread_key(path: str) -> Key:
    """The key that says of a path that not all that it defines has a name that could be read."""
    return f"unread:{path}"


class Answers(Protocol):
    """What a view needs of a workspace."""

    config: Config

    def contribution(self, path: str) -> Contribution:
        """Give what a file contributes."""

    def entities(self, key: Key) -> list[Entity]:
        """Answer a key."""

    def sharing(self, marks: Marks) -> list[Sequence[Entity]]:
        """List, for each of some marks that several have, all who have it, by path and place."""

    def unread(self, key: Key) -> bool:
        """Whether a file does not say what all it defines."""


class View:
    """The workspace as the rules of one file see it. It remembers what it was asked.

    What was asked is what the answer depends on: when none of it changes, neither does what the rules said.
    """

    def __init__(
        self, workspace: Answers, today: str, document: Callable[[str], Document | None] = lambda path: None,
        lasting: dict[Hashable, Any] | None = None,
    ) -> None:  # fmt: skip
        """Look at a workspace on a day (`YYYY-MM-DD`), with nothing asked yet.

        `document` reads a file of the tree; `lasting` keeps what is the same for every view of a run.
        """
        self._workspace = workspace
        self._today = today
        self._document = document
        self._lasting = {} if lasting is None else lasting
        self.config = workspace.config
        self.asked: set[Key] = set()
        self._found: dict[Key, list[Entity]] = {}
        self._answers: dict[object, Any] = {}
        self._by_target: dict[int, dict[tuple[str, str], list[Reference]]] = {}
        self._compared = 0

    @property
    def today(self) -> str:
        """The day on which the registry is judged."""
        self.asked.add(TODAY)
        return self._today

    def look(self, key: Key) -> list[Entity]:
        """Answer a key, and remember that it was asked."""
        found = self._found.get(key)
        if found is None:
            self.asked.add(key)
            found = self._found[key] = self._workspace.entities(key)
        return found

    def once(self, question: Callable[..., Answer], *about: Hashable) -> Answer:
        """Answer what is the same for many entities of a file, `question(view, *about)`, the first time only."""
        key = (question, *about)
        if key not in self._answers:
            self._answers[key] = question(self, *about)
        answer: Answer = self._answers[key]
        return answer

    def always(self, about: Hashable, answer: Callable[[], Answer]) -> Answer:
        """Answer what is the same for every view of a run, the first time only. The caller asks what it depends on."""
        if about not in self._lasting:
            self._lasting[about] = answer()
        found: Answer = self._lasting[about]
        return found

    def closest(self, word: str, known: Callable[[], Collection[str]]) -> str | None:
        """Give the known word that was probably meant. A file with very many strange words is told of the first."""
        if self._compared > MOST_COMPARED:
            return None
        from alvara.identity.suggestions import closest

        names = known()
        self._compared += len(names)
        return closest(word, names)

    def definitions(self, kind: str, id: str) -> list[Entity]:
        """List the definitions of an ID: several majors may stand side by side."""
        return self.look(f"{kind}:{id}")

    def named(self, kind: str, name: str) -> list[Entity]:
        """List what an ID or an alias stands for."""
        return self.look(f"{kind}:{name}") or self.look(f"{kind}~{name}")

    def definition(self, kind: str, name: str) -> Entity | None:
        """Give the definition that a reference without a version means: the active one, else the last."""
        found = self.named(kind, name)
        if len(found) < 2:
            return found[0] if found else None
        return next((e for e in found if e.status == "active"), found[-1])

    def pages(self, id: str) -> list[Entity]:
        """List a page and its translations."""
        return self.look(f"page:{id}")

    def pointing_at(self, kind: str, id: str) -> Iterator[tuple[Entity, Reference]]:
        """Yield who binds itself to a thing, or relies on it, with the reference that does."""
        for entity in self.look(f">{kind}:{id}"):
            for reference in self.references(entity, kind, (id,)):
                yield entity, reference

    def references(self, entity: Entity, kind: str, ids: Collection[str]) -> list[Reference]:
        """List the references of an entity that name one of some IDs."""
        if len(entity.references) <= _FEW:
            return [r for r in entity.references if r.target in ids and r.kind == kind]
        found = self._by_target.get(_number(entity))
        if found is None:
            found = self._by_target[_number(entity)] = {}
            for reference in entity.references:
                found.setdefault((reference.kind, reference.target), []).append(reference)
        return [reference for id in ids for reference in found.get((kind, id), ())]

    def alike(self, kind: str, name: str) -> list[Entity]:
        """List what has an ID or alias that is the same but for case and separators."""
        return self.look(flat_key(kind, name))

    def sharing(self, entity: Entity) -> list[Sequence[Entity]]:
        """List, for each synonym of a thing that others seem to have too, all who have it, by path and place.

        This need not be remembered: whoever has the mark of a synonym is judged again when another gains or loses it.
        """
        return self._workspace.sharing(entity.synonyms) if entity.synonyms else []

    def written(self, entity: Entity, key: str) -> Any:
        """Give a key of a definition as its author wrote it. That takes reading the file: only to say something."""
        document = self.document(entity.path)
        return None if document is None else document.at((*entity.pointer, key))

    def document(self, path: str) -> Document | None:
        """Read a file, None where there is none. Whoever does is judged again when a definition in it is read again."""
        self.asked.add(text_key(path))
        return self._document(path)

    def kin(self, kind: str, id: str) -> list[Entity]:
        """List what shares the first segment of an ID: the names that a mistyped one was probably taken from."""
        return self.look(kin_key(kind, id))

    def heads(self) -> list[Entity]:
        """List the resources whose ID is a single segment."""
        return self.look(HEADS)

    def below(self, prefix: str) -> list[Entity]:
        """List the capabilities at any depth below an ID."""
        return self.look(f"below:{prefix}")

    def scoped(self, prefix: str) -> list[Entity]:
        """List the policies that apply to everything below an ID."""
        return self.look(f"scope:{prefix}")

    def declaring(self, code: str) -> list[Entity]:
        """List the capabilities and policies that declare an error or reason code, or what else has a code."""
        return self.look(f"code:{code}")

    def identified(self, identity: str) -> list[Entity]:
        """List the people who have a key, an address or an account (`workspace/recorded.py`)."""
        return self.look(f"code:{identity}")

    def keeping(self, secret: str) -> list[Entity]:
        """List the capabilities that keep to themselves what has this key."""
        return self.look(f"secret:{secret}")

    def unread(self, path: str) -> bool:
        """Whether a file does not say what all it defines."""
        key = unread_key(path)
        self.asked.add(key)
        return self._workspace.unread(key)

    def suspended(self, kind: str, id: str) -> bool:
        """Whether an ID may be missing only because its file could not be read, or holds a definition misnamed.

        Either is a finding of its own, and whoever refers to the ID is not to blame.
        """
        return any(self.unread(path) or self.look(place_key(path)) for path in _homes(kind, id))

    def unreadable(self, kind: str, id: str) -> bool:
        """Whether an ID may be missing only because its file could not be read."""
        return any(map(self.unread, _homes(kind, id)))
