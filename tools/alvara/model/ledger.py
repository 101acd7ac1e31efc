"""The ledger: what was released, what is gone for ever, what has another name. One file an event, never changed."""

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

Name = tuple[str, str]
"""A kind and an ID."""


class Entry(NamedTuple):
    """What a release says of a definition: enough to tell that it exists, where it stands, and whether it changed."""

    status: str
    digest: str
    version: str = ""
    risk: str = ""
    aliases: tuple[str, ...] = ()


class Component(NamedTuple):
    """How many releases changed a component of the bundle, and the digest that its content had in the last of them."""

    releases: int
    digest: str


class Release(NamedTuple):
    """The record of a release. `ids` holds what is new or different, by `kind/id` or `kind/id@major`; None is gone."""

    path: str
    version: str
    sequence: int
    previous: str | None
    components: Mapping[str, Component]
    ids: Mapping[str, Entry | None]


class Tombstone(NamedTuple):
    """The record of an ID that nothing may take again, in any kind."""

    path: str
    kind: str
    id: str
    since: str
    last_version: str = ""
    replaced_by: str = ""
    reason: str = ""


class Migration(NamedTuple):
    """The record of a rename."""

    path: str
    kind: str
    source: str
    target: str
    since: str
    reason: str = ""


class Ledger(NamedTuple):
    """The records of the releases of one revision, by path."""

    releases: tuple[Release, ...] = ()

    @property
    def last(self) -> Release | None:
        """The release with the highest sequence; the first by version where several have it."""
        return min(self.releases, key=lambda release: (-release.sequence, release.version), default=None)

    def published(self) -> dict[str, Entry]:
        """Fold the releases into what is published now, by `kind/id` or `kind/id@major`."""
        return {name: entry for name, (_, entry) in self.standing().items()}

    def standing(self) -> dict[str, tuple[Release, Entry]]:
        """Fold the releases like `published`, each entry with the release that says it."""
        state: dict[str, tuple[Release, Entry]] = {}
        for release in sorted(self.releases, key=lambda release: (release.sequence, release.version)):
            for name, entry in release.ids.items():
                if entry is None:
                    state.pop(name, None)
                else:
                    state[name] = (release, entry)
        return state

    def gone(self) -> dict[str, Entry]:
        """Give what was published and is not any longer, each as it was last."""
        last: dict[str, Entry] = {}
        for release in sorted(self.releases, key=lambda release: (release.sequence, release.version)):
            last |= {name: entry for name, entry in release.ids.items() if entry is not None}
        standing = self.standing()
        return {name: entry for name, entry in last.items() if name not in standing}


_RELEASE = re.compile(r"ledger/releases/([1-9][0-9]{0,9})-([0-9A-Za-z][0-9A-Za-z.-]{0,63})\.yaml")


class Recorded(NamedTuple):
    """A release as the name of its file tells it, which is enough to order releases."""

    sequence: int
    version: str
    path: str


def releases_among(paths: Iterable[str]) -> list[Recorded]:
    """List the releases among the files of a registry, the last one last; the first by version ends a tie."""
    found = (_RELEASE.fullmatch(path) for path in paths if path.startswith("ledger/releases/"))
    named = [Recorded(int(match[1]), match[2], match[0]) for match in found if match]
    return sorted(sorted(named, key=lambda one: one.version, reverse=True), key=lambda one: one.sequence)


def name_of(key: str) -> Name:
    """Take the kind and the ID out of a key of `Release.ids`."""
    kind, _, rest = key.partition("/")
    return kind, rest.partition("@")[0]
