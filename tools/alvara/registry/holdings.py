"""A registry in full, as questions are put to it: each definition under every name, decoded when it is asked for."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from json import loads
from typing import Any, Generic, Literal, NamedTuple, TypeVar
from urllib.parse import unquote

from alvara.identity.versions import parse
from alvara.workspace.renamed import end_of_chain
from alvara.workspace.subjects import Body

Kind = Literal["resource", "capability", "policy"]

Name = tuple[str, str]
"""A kind and an ID; kinds are those of definitions, and `page`."""

T = TypeVar("T")

_MAY_HAVE_ALIASES = b'"aliases":['


class About(NamedTuple):
    """Which registry this is, in which state. `version` is that of the manifest, empty for files on disk.

    `digest` names the content: that of the bundle, or of what is defined in the tree.
    """

    registry: str
    name: str
    version: str
    digest: str
    locales: tuple[str, ...]
    source: Literal["bundle", "tree"] = "bundle"


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


class Holdings:
    """Every definition of one registry, of whatever status. Nothing of it changes, and threads may share it.

    `definitions` are canonical JSON by kind and by the name of the file without `.json`, which is the ID, with `@MAJOR`
    where there are several. `knowledge` are the pages by ID, `renames` the last name of each old ID by kind. Values
    that are worked out are kept; two threads that ask at once may both work one out, and get the same.
    """

    def __init__(
        self, about: About, definitions: Mapping[Kind, Mapping[str, bytes]], knowledge: Mapping[str, bytes],
        bindings: Callable[[], Sequence[tuple[Name, Name]]], following: Mapping[Kind, Mapping[str, str]],
    ) -> None:  # fmt: skip
        """Hold what there is; `following` gives the next name of each old ID, and nothing of it is decoded yet."""
        self.about = about
        self._encoded = definitions
        self._knowledge = knowledge
        self._list_bindings = bindings
        self._following = following

    def ids(self, kind: Kind) -> tuple[str, ...]:
        """List the IDs of a kind, sorted, each once however many majors it has."""
        return tuple(self._stems[kind])

    def body(self, kind: Kind, id: str, major: str = "") -> Body | None:
        """Give a definition in full: of several majors that which is meant without saying so, or the one asked for.

        Meant is the active one, else the highest. It is decoded anew each time.
        """
        stems = self._stems[kind].get(id, ())
        if len(stems) == 1 and not major:
            return self._decoded(kind, stems[0])
        bodies = [self._decoded(kind, stem) for stem in stems]
        if major:
            bodies = [body for body in bodies if str(_version(body)[0]) == major]
        return max(bodies, key=lambda body: (body["status"] == "active", _version(body)), default=None)

    def bodies(self, kind: Kind) -> Iterator[Body]:
        """Decode every definition of a kind, all majors and statuses, by ID."""
        for stems in self._stems[kind].values():
            for stem in stems:
                yield self._decoded(kind, stem)

    def meant(self, kind: Kind, name: str) -> str | None:
        """Give the ID that a name stands for: itself, an alias, or what it was called before."""
        if name in self._stems[kind]:
            return name
        aliases = self.aliases[kind]
        if name in aliases:
            return aliases[name]
        end = end_of_chain(name, self._following.get(kind, {}).get)
        return end if end in self._stems[kind] else aliases.get(end)

    @cached_property
    def aliases(self) -> Mapping[Kind, Mapping[str, str]]:
        """The IDs by alias, for each kind; an ID is nobody else's alias."""
        return {kind: self._aliases(kind) for kind in self._encoded}

    @cached_property
    def former(self) -> Mapping[Kind, Mapping[str, str]]:
        """The IDs of now by what they were called before, for each kind."""
        return {
            kind: {old: id for old in self._following.get(kind, {}) if (id := self.meant(kind, old)) not in (None, old)}
            for kind in self._encoded
        }

    @cached_property
    def pages(self) -> Mapping[str, Mapping[str, Any]]:
        """What is known of each knowledge page, by its ID: what it explains, and its titles."""
        found = (loads(data) for _, data in sorted(self._knowledge.items()))
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
    def _stems(self) -> Mapping[Kind, Mapping[str, tuple[str, ...]]]:
        found: dict[Kind, dict[str, tuple[str, ...]]] = {}
        for kind, encoded in self._encoded.items():
            stems = found.setdefault(kind, {})
            for stem in sorted(encoded):
                id = unquote(stem.partition("@")[0])
                stems[id] = (*stems.get(id, ()), stem)
        return found

    def _aliases(self, kind: Kind) -> dict[str, str]:
        found: dict[str, str] = {}
        for data in self._encoded[kind].values():
            if _MAY_HAVE_ALIASES in data:
                body = loads(data)
                for alias in body.get("aliases", ()):
                    found.setdefault(alias, body["id"])
        return found

    def _decoded(self, kind: Kind, stem: str) -> Body:
        body: Body = loads(str(self._encoded[kind][stem], "utf-8"))  # of bytes the encoding would be guessed
        return body


def _version(body: Body) -> tuple[int, int, int]:
    version = parse(body.get("version", ""))
    return (version.major, version.minor, version.patch) if version else (0, 0, 0)
