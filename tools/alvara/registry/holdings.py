"""A registry in full, as questions are put to it: each definition under every name, decoded when it is asked for."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from json import loads
from typing import Any, Generic, Literal, NamedTuple, TypeVar
from urllib.parse import unquote

from alvara.bundle.public import STATUSES
from alvara.identity.versions import parse
from alvara.workspace.entity import Entity
from alvara.workspace.renamed import ends_of_chains
from alvara.workspace.subjects import Body

Kind = Literal["resource", "capability", "policy"]

Name = tuple[str, str]
"""A kind and an ID; kinds are those of definitions, and `page`."""

T = TypeVar("T")

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


class Kept(dict[str, T], Generic[T]):
    """Values that are worked out when they are first asked for; what there is none of is asked for again each time.

    To look up what is known already costs what a dict does.
    """

    def __init__(self, make: Callable[[str], T | None]) -> None:
        """Take the function that works a value out; None where there is none."""
        super().__init__()
        self._make = make

    def __missing__(self, name: str) -> T | None:
        """Work a value out."""
        value = self._make(name)
        if value is not None:
            self[name] = value
        return value


def read_trusted(kind: Kind, stem: str, data: bytes) -> Body | None:
    """Decode a definition that was written down from one which holds its shape."""
    body: Body = loads(str(data, "utf-8"))  # of bytes the encoding would be guessed
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
        following: Mapping[Kind, Mapping[str, str]], read: Callable[[Kind, str, bytes], Body | None] = read_trusted,
        read_page: Callable[[str, bytes], Mapping[str, Any]] = read_trusted_page, terms: Terms | None = None,
    ) -> None:  # fmt: skip
        """Hold what there is; `following` gives the next name of each old ID, and nothing of it is decoded yet."""
        self.about = about
        self.following = following
        self.terms = terms
        self._encoded = definitions
        self._knowledge = knowledge
        self._list_bindings = bindings
        self._read = read
        self._read_page = read_page

    def ids(self, kind: Kind) -> tuple[str, ...]:
        """List the IDs of a kind, sorted, each once however many majors it has."""
        return tuple(self._stems[kind])

    def body(self, kind: Kind, id: str, major: str = "") -> Body | None:
        """Give a definition in full: of several majors that which is meant without saying so, or the one asked for.

        Meant is the active one, else one that is still in use, else the highest. It is decoded anew each time.
        """
        stems = self._stems[kind].get(id, ())
        if len(stems) == 1 and not major:
            return self.decoded(kind, stems[0])
        bodies = [body for _, body in self.definitions(kind, id) if body is not None]
        if major:
            bodies = [body for body in bodies if str(_version(body)[0]) == major]
        return max(bodies, key=_preference, default=None)

    def encoded(self, kind: Kind) -> list[tuple[str, bytes]]:
        """List every definition of a kind as it is written, by the names of the files."""
        return sorted(self._encoded[kind].items())

    def decoded(self, kind: Kind, stem: str) -> Body | None:
        """Decode the definition of a file; None where its shape is not known."""
        return self._read(kind, stem, self._encoded[kind][stem])

    def renames(self) -> Iterator[Entity]:
        """Yield the records of renames, as facts."""
        for kind, following in self.following.items():
            for old, new in following.items():
                yield Entity("migration", old, f"ledger/migrations/{kind}/{old}", (), type=kind, successor=new)

    def definitions(self, kind: Kind, id: str) -> list[tuple[str, Body | None]]:
        """Decode every definition of an ID, each with the name of its file; None where its shape is not known."""
        return [(stem, self.decoded(kind, stem)) for stem in self._stems[kind].get(id, ())]

    def bodies(self, kind: Kind) -> Iterator[Body]:
        """Decode every definition of a kind, all majors and statuses, by ID."""
        for id in self._stems[kind]:
            yield from (body for _, body in self.definitions(kind, id) if body is not None)

    def meant(self, kind: Kind, name: str) -> str | None:
        """Give the ID that a name stands for: itself, an alias, or what it was called before."""
        if name in self._stems[kind]:
            return name
        aliases = self.aliases[kind]
        if name in aliases:
            return aliases[name]
        end = self._ends[kind].get(name, name)
        return end if end in self._stems[kind] else aliases.get(end)

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

    @cached_property
    def partners(self) -> Mapping[Name, tuple[Name, ...]]:
        """What each thing is bound to, whichever side wrote it down, sorted."""
        found: dict[Name, list[Name]] = {}
        for one, other in self._list_bindings():
            found.setdefault(one, []).append(other)
            found.setdefault(other, []).append(one)
        return {name: tuple(sorted(others)) for name, others in found.items()}

    @cached_property
    def _ends(self) -> Mapping[Kind, Mapping[str, str]]:
        return {kind: ends_of_chains(self.following.get(kind, {})) for kind in self._encoded}

    @cached_property
    def _stems(self) -> Mapping[Kind, Mapping[str, tuple[str, ...]]]:
        found: dict[Kind, dict[str, tuple[str, ...]]] = {}
        for kind, encoded in self._encoded.items():
            stems = found.setdefault(kind, {})
            for stem in sorted(encoded):
                id = unquote(stem.partition("@")[0])
                stems[id] = (*stems.get(id, ()), stem)
        return found

    def _aliases(self, kind: Kind) -> dict[str, tuple[str, ...]]:
        found: dict[str, dict[str, None]] = {}
        for stem, data in sorted(self._encoded[kind].items()):
            if _MAY_HAVE_ALIASES in data and (body := self._read(kind, stem, data)) is not None:
                for alias in body.get("aliases", ()):
                    found.setdefault(alias, {})[body["id"]] = None
        return {alias: tuple(ids) for alias, ids in found.items()}


def _preference(body: Body) -> tuple[bool, bool, tuple[int, int, int]]:
    return body["status"] == "active", body["status"] in STATUSES, _version(body)


def _version(body: Body) -> tuple[int, int, int]:
    version = parse(body.get("version", ""))
    return (version.major, version.minor, version.patch) if version else (0, 0, 0)
