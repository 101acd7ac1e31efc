"""The list of files in a manifest, checked as it is written: it may have tens of thousands of lines."""

import re
from hashlib import sha256
from json import loads
from operator import itemgetter
from typing import NamedTuple

from alvara.bundle.layout import MANIFEST
from alvara.bundle.manifest import MAJOR, Manifest, parse_format, parse_manifest
from alvara.bundle.sizes import LARGEST_FILE
from alvara.bundle.wire import Malformed

_FROM, _TO = b'"files":[[', b'"]],"'
"""Around the list in canonical JSON: the first cannot stand in a text, where quotes are escaped, nor the second in a
path, a size or a hash."""

_SAFE = re.compile(r"[A-Za-z0-9._~@%/\n-]*")
_UNSAFE = ("//", "/./", "/../", "/\n", "/.\n", "/..\n")
"""In paths one a line: what is no name of a file, or leads out of a bundle."""

Line = tuple[str, int, str]
"""A file as the manifest lists it: its path, its size and its SHA-256."""


class Listed(NamedTuple):
    """A manifest, its own `files` left out, and the list of [path, size, SHA-256] that its digest is of, as written."""

    manifest: Manifest
    listing: str

    def below(self, prefixes: tuple[str, ...]) -> list[Line]:
        """Give the lines of the files whose path begins in one of some ways. Raises `Malformed`."""
        beginning = "|".join(map(re.escape, prefixes))
        lines = re.findall(rf'\["((?:{beginning})[^"]*+)(?:",([0-9]{{1,15}}),"([^"]*+)"\])?', self.listing)
        paths = "".join([f"{path}\n" for path, _, _ in lines])
        if not _SAFE.fullmatch(paths) or any(odd in paths for odd in _UNSAFE):
            raise Malformed(f"{MANIFEST} lists a file under a name that is none")
        try:
            found = [(path, int(size), hash) for path, size, hash in lines]
        except ValueError:
            raise Malformed(f"{MANIFEST} lists something that is no file") from None
        largest = max(found, key=itemgetter(1), default=("", 0, ""))
        if largest[1] > LARGEST_FILE:
            raise Malformed(f"{MANIFEST} lists {largest[0]} with more than the {LARGEST_FILE:,} bytes that are read")
        return found


def read_listed(data: bytes) -> Listed:
    """Read a manifest whose digest is that of the list in it. Raises `Malformed`, also for another major version."""
    start = data.find(_FROM)
    end = data.find(_TO, start) + len(_TO) - 2
    if start < 0 or end < start:
        raise Malformed(f"{MANIFEST} lists no files")
    start += len(_FROM) - 2
    try:
        said = loads(data[:start] + b"[]" + data[end:])
        listing = str(memoryview(data)[start:end], "ascii")
    except (ValueError, RecursionError):
        raise Malformed(f"{MANIFEST} is not JSON") from None
    try:
        written = said.get("format") if isinstance(said, dict) else None
        if parse_format(written)[0] != MAJOR:
            raise Malformed(f"has the format `{written}`; this alvara reads `alvara.bundle/{MAJOR}`")
        manifest = parse_manifest(said)
    except Malformed as error:
        raise Malformed(f"{MANIFEST} {error}") from None
    if manifest.digest != f"sha256:{sha256(memoryview(data)[start:end]).hexdigest()}":
        raise Malformed(f"{MANIFEST} has a digest that is not that of its list of files")
    return Listed(manifest, listing)
