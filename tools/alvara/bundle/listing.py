"""The list of files in a manifest, checked as it is written: tens of thousands of lines are not written anew."""

from collections.abc import Iterator
from hashlib import sha256
from json import loads
from typing import Any, NamedTuple

from alvara.bundle.layout import MANIFEST
from alvara.bundle.manifest import MAJOR, Manifest, is_bundle_path, parse_format, parse_manifest
from alvara.bundle.wire import Malformed

_FROM, _TO = b'"files":[[', b"]]"
"""Around the list in canonical JSON: the first cannot stand in a text, where quotes are escaped, nor the second in a
path, a size or a hash."""


class Listed(NamedTuple):
    """A manifest, its own `files` left out, and the list of [path, size, SHA-256] that its digest is of."""

    manifest: Manifest
    files: list[Any]

    def below(self, prefixes: tuple[str, ...]) -> Iterator[tuple[str, int, str]]:
        """Yield the lines of the files whose path begins in one of some ways. Raises `Malformed`."""
        for line in self.files:
            try:
                path, size, hash = line
                wanted = path.startswith(prefixes)
            except (TypeError, ValueError, AttributeError):
                raise Malformed(f"{MANIFEST} lists something that is no file") from None
            if wanted:
                if not is_bundle_path(path) or type(size) is not int or not isinstance(hash, str):
                    raise Malformed(f"{MANIFEST} lists something that is no file")
                yield path, size, hash


def read_listed(data: bytes) -> Listed:
    """Read a manifest whose digest is that of the list in it. Raises `Malformed`, also for another major version."""
    start = data.find(_FROM)
    end = data.find(_TO, start) + len(_TO)
    if start < 0 or end < len(_TO):
        raise Malformed(f"{MANIFEST} lists no files")
    listing = data[start + len(_FROM) - 2 : end]
    try:
        said = loads(data[: start + len(_FROM) - 2] + b"[]" + data[end:])
        files = loads(listing)
    except (ValueError, RecursionError):
        raise Malformed(f"{MANIFEST} is not JSON") from None
    try:
        written = said.get("format") if isinstance(said, dict) else None
        if parse_format(written)[0] != MAJOR:
            raise Malformed(f"has the format `{written}`; this alvara reads `alvara.bundle/{MAJOR}`")
        manifest = parse_manifest(said)
    except Malformed as error:
        raise Malformed(f"{MANIFEST} {error}") from None
    if manifest.digest != f"sha256:{sha256(listing).hexdigest()}":
        raise Malformed(f"{MANIFEST} has a digest that is not that of its list of files")
    return Listed(manifest, files)
