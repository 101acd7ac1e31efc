"""The wire types of a bundle: its manifest and its list of files.

A bundle's identity is `digest`: SHA-256 over the canonical JSON of `files`, the list of [path, size, SHA-256] of every
file but the manifest, sorted by path. The manifest says nothing of its own: each of its keys is computed from those
files or copied out of one of them (`registry.json`), so the digest covers what it says too.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from hashlib import sha256
from typing import Any, NamedTuple

from alvara.bundle.layout import MANIFEST, SIGNATURE
from alvara.bundle.wire import Malformed, camel
from alvara.identity.digests import digest

MAJOR, MINOR = 1, 1
FORMAT = f"alvara.bundle/{MAJOR}.{MINOR}"
_FORMAT = re.compile(r"alvara\.bundle/(0|[1-9][0-9]{0,5})\.(0|[1-9][0-9]{0,5})")
_PATH = re.compile(r"(?:(?!\.{1,2}(?:/|\Z))[A-Za-z0-9._~@%-]+/)*(?!\.{1,2}\Z)[A-Za-z0-9._~@%-]+")
_MOST_STEPS = 100
"""Of a path. What deletes an older bundle goes down folder by folder."""

_SHA256 = re.compile(r"[0-9a-f]{64}")


class File(NamedTuple):
    """One line of the list of files."""

    path: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Source:
    """Where the content came from. It is `dirty` unless it is known to be exactly the commit's."""

    commit: str | None
    dirty: bool


@dataclass(frozen=True, slots=True)
class NamedRoot:
    """A root of trust, by its number and the SHA-256 of its file."""

    version: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """The first page of a bundle, in the words of the wire: `as_of` is `asOf` there.

    `root` and `approvals` are None in a bundle of format 1.0, which has neither.
    """

    format: str
    registry: str
    name: str
    version: str
    sequence: int
    previous: str | None
    as_of: str
    source: Source
    entities: int
    semantic_resources: int
    capabilities: int
    policies: int
    bindings: int
    knowledge_version: str
    capability_version: str
    policy_version: str
    ui_version: str
    digest: str
    files: tuple[File, ...]
    root: NamedRoot | None = None
    approvals: int | None = None

    def as_json(self) -> dict[str, Any]:
        """Give the manifest as a JSON value."""
        value = {camel(field.name): getattr(self, field.name) for field in fields(self)}
        del value["root"], value["approvals"]
        if self.approvals is not None:
            root = self.root
            named = None if root is None else {"version": root.version, "sha256": root.sha256}
            value |= {"root": named, "approvals": self.approvals}
        source = {"commit": self.source.commit, "dirty": self.source.dirty}
        return {**value, "source": source, "files": [list(file) for file in self.files]}


def files_of(contents: Mapping[str, bytes]) -> tuple[File, ...]:
    """List the files of a bundle, the manifest and what vouches for it left out."""
    unlisted = (MANIFEST, SIGNATURE)
    return tuple(
        File(path, len(data), sha256(data).hexdigest())
        for path, data in sorted(contents.items())
        if path not in unlisted
    )


def identity(files: Iterable[File]) -> str:
    """Name a bundle by its files."""
    return digest([list(file) for file in files])


def is_bundle_path(path: str) -> bool:
    """Whether a bundle may have a file of this name: relative, ASCII, nothing that a file system takes for more."""
    return path.count("/") < _MOST_STEPS and _PATH.fullmatch(path) is not None


def parse_format(written: Any) -> tuple[int, int]:
    """Read the format that a manifest names as major and minor."""
    found = _FORMAT.fullmatch(written) if isinstance(written, str) else None
    if found is None:
        raise Malformed("names no format that a bundle has")
    return int(found.group(1)), int(found.group(2))


def parse_manifest(value: Any) -> Manifest:
    """Read a manifest; keys that this version does not know are passed over."""
    if not isinstance(value, dict):
        raise Malformed("is not a map")
    known: dict[str, Any] = {}
    since = {"root", "approvals"} if parse_format(value.get("format"))[1] == 0 else set()
    for field in fields(Manifest):
        name = camel(field.name)
        if name in since:
            continue
        if name not in value:
            raise Malformed(f"has no `{name}`")
        known[field.name] = _READERS[field.type](value[name], name)
    return Manifest(**known)


def _read_text(value: Any, name: str) -> str:
    if not isinstance(value, str):
        raise Malformed(f"has a `{name}` that is not a text")
    return value


def _read_count(value: Any, name: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise Malformed(f"has a `{name}` that is not a count")
    return value


def _read_optional(value: Any, name: str) -> str | None:
    return None if value is None else _read_text(value, name)


def _read_source(value: Any, name: str) -> Source:
    if not isinstance(value, dict) or not isinstance(value.get("dirty"), bool):
        raise Malformed(f"has a `{name}` that is no source")
    return Source(_read_optional(value.get("commit"), "commit"), value["dirty"])


def _read_root(value: Any, name: str) -> NamedRoot | None:
    if value is None:
        return None
    sound = isinstance(value, dict) and value.keys() == {"version", "sha256"}
    if not sound or type(value["version"]) is not int or not isinstance(value["sha256"], str):
        raise Malformed(f"has a `{name}` that is no root")
    return NamedRoot(value["version"], value["sha256"])


def _read_files(value: Any, name: str) -> tuple[File, ...]:
    lines: list[Any] = value if isinstance(value, list) else [None]
    files = tuple(File._make(line) for line in lines if _is_file(line))
    paths = [file.path for file in files]
    if len(files) < len(lines) or sorted(set(paths)) != paths or {MANIFEST, SIGNATURE} & set(paths):
        raise Malformed(f"has `{name}` that are not a sorted list of files")
    return files


def _is_file(line: Any) -> bool:
    if not isinstance(line, list) or [type(part) for part in line] != [str, int, str]:
        return False
    path, size, hash = line
    return is_bundle_path(path) and size >= 0 and _SHA256.fullmatch(hash) is not None


_READERS: Mapping[Any, Any] = {
    str: _read_text, int: _read_count, str | None: _read_optional, Source: _read_source,
    int | None: _read_count, NamedRoot | None: _read_root, tuple[File, ...]: _read_files,
}  # fmt: skip
