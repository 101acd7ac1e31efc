"""A registry in full, as questions are put to it: each definition under every name, decoded when it is asked for."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import groupby
from json import JSONDecoder, loads
from operator import itemgetter
from threading import Lock
from typing import Any, Literal, NamedTuple
from urllib.parse import unquote

from alvara.bundle.public import STATUSES
from alvara.identity.ids import Name
from alvara.identity.versions import parse
from alvara.workspace.entity import Entity
from alvara.workspace.renamed import ends_of_chains
from alvara.workspace.subjects import Body

Kind = Literal["resource", "capability", "policy"]

KINDS: tuple[Kind, ...] = ("resource", "capability", "policy")
"""In the order in which they are shown."""

_DECODE = JSONDecoder().raw_decode
"""Canonical JSON has nothing around it, which `loads` looks for."""

_MAY_HAVE_ALIASES = b'"aliases":['


class About(NamedTuple):
    """Which registry this is, in which state. `version` is that of the manifest, empty for files on disk.

    `digest` names the content: that of the bundle, or of what is defined in the tree. `external_pages` are kept
    elsewhere, so that nothing is known of them but their IDs. `remarks` say what in it is not understood.
    """

    registry: str
    name: str
    version: str
    digest: str
    locales: tuple[str, ...]
    source: Literal["bundle", "tree"] = "bundle"
    external_pages: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()


class Terms(NamedTuple):
    """By what a bundle is decided on, beside its definitions: the schemas of the user and of the context, where any.

    `language` tells whether its conditions are in the language that is known here, `knows` whether a definition says
    nothing that is not known here. `commit` is what it was made of, None where that is not exactly one.
    """

    language: bool
    knows: Callable[[str, Any], bool]
    principal: Any
    context: Any
    commit: str | None


def read_written(kind: Kind, stem: str, data: bytes) -> Body | None:
    """Decode a definition that was written down from one which holds its shape."""
    return read_trusted(data)


def read_trusted(data: bytes) -> dict[str, Any]:
    """Decode a definition of which is known that it holds its shape."""
    body: dict[str, Any]
    body, _ = _DECODE(str(data, "utf-8").lstrip())  # of bytes the encoding would be guessed
    return body


def read_trusted_page(path: str, data: bytes) -> Mapping[str, Any]:
    """Decode what is known of a page, which was written down just now."""
    found: Mapping[str, Any] = loads(data)
    return found


class Holdings:
    """Every definition of one registry, of whatever status. Nothing of it changes, and threads may share it.

    `definitions` are canonical JSON by kind and by the name of the file without `.json`, which is the ID, with `@MAJOR`
    where there are several. `read` decodes one: it raises `DamagedBundle` where it is none, and gives None where it
    is of a shape that is not known yet. `knowledge` are the pages, decoded by `read_page`; `bindings` lists who is
    bound to whom. Values that are worked out are kept; two threads that ask at once may both work one out, and get the
    same.
    """

    def __init__(
        self, about: About, definitions: Mapping[Kind, Mapping[str, bytes]],
        knowledge: Mapping[str, bytes], bindings: Callable[[], Sequence[tuple[Name, Name]]],
        following: Mapping[Kind, Mapping[str, str]], read: Callable[[Kind, str, bytes], Body | None] = read_written,
        read_page: Callable[[str, bytes], Mapping[str, Any]] = read_trusted_page, terms: Terms | None = None,
    ) -> None:  # fmt: skip
        """Hold what there is; `following` gives the next name of each old ID, and nothing of it is decoded yet."""
        self.about = about
        self.following = following
        self.terms = terms
        self._encoded = definitions
        self._knowledge = knowledge
        self._bindings = bindings
        self._pairing = Lock()
        self._partners: Mapping[Name, tuple[Name, ...]] | None = None
        self._read = read
        self._read_page = read_page
        self._strange: dict[Kind, frozenset[str]] = {}

    def ids(self, kind: Kind) -> tuple[str, ...]:
        """List the IDs of a kind, sorted, each once however many majors it has."""
        return tuple(self._ids[kind])

    def body(self, kind: Kind, id: str, major: str = "") -> Body | None:
        """Give a definition in full: of several majors that which is meant without saying so, or the one asked for.

        Meant is the active one, else one that is still in use, else the highest. It is decoded anew each time.
        """
        stems = self.stems(kind, id)
        if len(stems) == 1 and not major:
            return self.decoded(kind, stems[0])
        bodies = [body for _, body in self.definitions(kind, id) if body is not None]
        if major:
            bodies = [body for body in bodies if str(_version(body)[0]) == major]
        return _meant_of(bodies) if bodies else None

    def stems(self, kind: Kind, id: str) -> tuple[str, ...]:
        """List the names of the files with the definitions of an ID."""
        return self._stems[kind].get(id) or ((id,) if id in self._encoded[kind] else ())

    def encoded(self, kind: Kind) -> list[tuple[str, bytes]]:
        """List every definition of a kind as it is written, by the names of the files."""
        return sorted(self._encoded[kind].items())

    def decoded(self, kind: Kind, stem: str) -> Body | None:
        """Decode the definition of a file; None where its shape is not known."""
        data, strange = self._encoded[kind][stem], self._strange.get(kind)
        if strange is None:
            return self._read(kind, stem, data)
        if stem in strange:
            return None
        body = read_trusted(data)
        body["id"] = self._ids[kind][_id_in(stem)]
        return body

    def renames(self) -> Iterator[Entity]:
        """Yield the records of renames, as facts."""
        for kind, following in self.following.items():
            for old, new in following.items():
                yield Entity("migration", old, f"ledger/migrations/{kind}/{old}", (), type=kind, successor=new)

    def definitions(self, kind: Kind, id: str) -> list[tuple[str, Body | None]]:
        """Decode every definition of an ID, each with the name of its file; None where its shape is not known."""
        return [(stem, self.decoded(kind, stem)) for stem in self.stems(kind, id)]

    def bodies(self, kind: Kind) -> Iterator[Body]:
        """Decode every definition of a kind, all majors and statuses, by ID.

        When all were, it is known which of them hold their shape, and they are not judged again.
        """
        strange: list[str] = []
        for id in self._ids[kind]:
            for stem, body in self.definitions(kind, id):
                if body is None:
                    strange.append(stem)
                else:
                    yield body
        self._strange[kind] = frozenset(strange)

    def meant_bodies(self, kind: Kind) -> Iterator[Body]:
        """Decode every definition of a kind, of several majors that which is meant without saying so, by ID."""
        for _, majors in groupby(self.bodies(kind), key=itemgetter("id")):
            yield _meant_of(majors)

    def meant(self, kind: Kind, name: str) -> str | None:
        """Give the ID that a name stands for: itself, an alias, or what it was called before.

        An ID is always the same text in memory: many parts keep many of them.
        """
        ids = self._ids[kind]
        if name in ids:
            return ids[name]
        aliases = self.aliases[kind]
        if name in aliases:
            return aliases[name]
        end = self._ends[kind].get(name, name)
        return ids.get(end) or aliases.get(end)

    @cached_property
    def aliases(self) -> Mapping[Kind, Mapping[str, str]]:
        """The IDs by alias, for each kind; an ID is nobody else's alias."""
        return {kind: {alias: ids[0] for alias, ids in found.items()} for kind, found in self.sharing.items()}

    @cached_property
    def sharing(self) -> Mapping[Kind, Mapping[str, tuple[str, ...]]]:
        """All IDs by alias, for each kind: more than one only where a registry does not hold."""
        return {kind: self._aliases(kind) for kind in self._encoded}

    @cached_property
    def former(self) -> Mapping[Kind, Mapping[str, str]]:
        """The IDs of now by what they were called before, for each kind."""
        return {
            kind: {old: id for old in self.following.get(kind, {}) if (id := self.meant(kind, old)) not in (None, old)}
            for kind in self._encoded
        }

    @cached_property
    def pages(self) -> Mapping[str, Mapping[str, Any]]:
        """What is known of each knowledge page, by its ID: what it explains, and its titles."""
        found = (self._read_page(path, data) for path, data in sorted(self._knowledge.items()))
        return {entry["id"]: entry for entry in found}

    @property
    def partners(self) -> Mapping[Name, tuple[Name, ...]]:
        """What each thing is bound to, whichever side wrote it down, sorted."""
        if self._partners is None:
            with self._pairing:  # what they are listed in takes more room than they do, and goes
                if self._partners is None:
                    self._partners = self._paired(self._bindings())
                    self._bindings = tuple
        return self._partners

    def _paired(self, bindings: Iterable[tuple[Name, Name]]) -> Mapping[Name, tuple[Name, ...]]:
        found: dict[Name, list[Name]] = {}
        for one, other in bindings:
            found.setdefault(one, []).append(other)
            found.setdefault(other, []).append(one)
        kept = {name: self._kept(name) for name in found}
        return {kept[name]: tuple(sorted([kept[other] for other in others])) for name, others in found.items()}

    def _kept(self, name: Name) -> Name:
        kind, id = name
        return Name(kind, self._ids[kind].get(id, id) if kind in self._ids else id)  # type: ignore[index]

    @cached_property
    def _ids(self) -> Mapping[Kind, Mapping[str, str]]:
        """The IDs of each kind, sorted, each by itself."""
        ids = {kind: map(_id_in, sorted(encoded)) for kind, encoded in self._encoded.items()}
        return {kind: {id: id for id in dict.fromkeys(listed)} for kind, listed in ids.items()}

    @cached_property
    def _ends(self) -> Mapping[Kind, Mapping[str, str]]:
        return {kind: ends_of_chains(self.following.get(kind, {})) for kind in self._encoded}

    @cached_property
    def _stems(self) -> Mapping[Kind, Mapping[str, tuple[str, ...]]]:
        """The names of the files of those IDs whose definition is not in a file of just that name."""
        found: dict[Kind, dict[str, tuple[str, ...]]] = {}
        for kind, encoded in self._encoded.items():
            stems = found.setdefault(kind, {})
            for stem in sorted(stem for stem in encoded if "@" in stem or "%" in stem):
                id = _id_in(stem)
                stems[id] = (*stems.get(id, (id,) if id in encoded else ()), stem)
        return found

    def _aliases(self, kind: Kind) -> dict[str, tuple[str, ...]]:
        found: dict[str, dict[str, None]] = {}
        for stem, data in sorted(self._encoded[kind].items()):
            if _MAY_HAVE_ALIASES in data and (body := self._read(kind, stem, data)) is not None:
                for alias in body.get("aliases", ()):
                    found.setdefault(alias, {})[body["id"]] = None
        return {alias: tuple(ids) for alias, ids in found.items()}


def _id_in(stem: str) -> str:
    return unquote(stem.partition("@")[0])


def _meant_of(majors: Iterable[Body]) -> Body:
    return max(majors, key=_preference)


def _preference(body: Body) -> tuple[bool, bool, tuple[int, int, int]]:
    return body["status"] == "active", body["status"] in STATUSES, _version(body)


def _version(body: Body) -> tuple[int, int, int]:
    version = parse(body.get("version", ""))
    return (version.major, version.minor, version.patch) if version else (0, 0, 0)
