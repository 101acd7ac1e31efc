"""A bundle opened for questions: every byte that may be asked for is read once, and is what the manifest says."""

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from typing import NamedTuple

from alvara.adapters.archives import NoBundle, TarFiles, open_regular
from alvara.bundle.layout import BINDINGS, FOLDERS, MANIFEST, REGISTRY
from alvara.bundle.listing import read_listed
from alvara.bundle.manifest import Manifest
from alvara.bundle.sizes import LARGEST_BUNDLE, LARGEST_MANIFEST
from alvara.bundle.wire import Malformed

_ASKED = (
    *(f"private/{folder}/" for folder in FOLDERS.values()), "private/schemas/", "public/knowledge/",
    "ledger/migrations/", BINDINGS, REGISTRY,
)  # fmt: skip
"""What questions are answered from. What models may see is computed from the definitions in full."""

_READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK


class Opened(NamedTuple):
    """The manifest of a bundle, its `files` left out, and those files that questions are answered from."""

    manifest: Manifest
    files: Mapping[str, bytes]


def open_files(path: str, more: tuple[str, ...] = ()) -> Opened:
    """Read a bundle, a folder or a tar archive. Raises `OSError`, and `Malformed` where a byte is not as it should be.

    `more` are the beginnings of the paths of other files that are read as well.

    Each file has the size and the SHA-256 that the manifest lists. What else lies there is not looked at, nor whether
    the files agree with each other and who vouches for them: `verify` tells that.
    """
    if not os.path.isdir(path):
        archive = TarFiles(path)
        if MANIFEST not in archive.sizes():
            raise NoBundle(0, f"not a bundle: there is no {MANIFEST}")
        return _checked(lambda name, _: archive.read(name), archive.read(MANIFEST), more)
    try:
        with open(open_regular(f"{path}/{MANIFEST}", os.O_NOFOLLOW), "rb") as file:
            manifest = file.read(LARGEST_MANIFEST + 1)
    except FileNotFoundError:
        raise NoBundle(0, f"not a bundle: there is no {MANIFEST}") from None
    with _reader_of(path) as read:
        return _checked(read, manifest, more)


def asked(files: Mapping[str, bytes]) -> Mapping[str, bytes]:
    """Give those of a bundle's files that questions are answered from."""
    return {path: data for path, data in files.items() if path.startswith(_ASKED)}


_Read = Callable[[str, int], bytes]
"""Gives a file of which so many bytes are expected, and one byte more where it has more. Raises `OSError`."""


def _checked(read: _Read, data: bytes, more: tuple[str, ...]) -> Opened:
    if len(data) > LARGEST_MANIFEST:
        raise Malformed(f"{MANIFEST} has more than the {LARGEST_MANIFEST:,} bytes that a manifest may have")
    listed = read_listed(data)
    lines = listed.below((*_ASKED, *more))
    total = sum([size for _, size, _ in lines])
    if total > LARGEST_BUNDLE:
        raise Malformed(f"{MANIFEST} lists {total:,} bytes, more than the {LARGEST_BUNDLE:,} that are read")
    files: dict[str, bytes] = {}
    for path, size, hash in lines:
        try:
            data = read(path, size)
        except (FileNotFoundError, KeyError):
            raise Malformed(f"{path} is missing") from None
        if len(data) != size or sha256(data).hexdigest() != hash:
            raise Malformed(f"{path} has other bytes than the manifest says")
        files[path] = data
    return Opened(listed.manifest, files)


@contextmanager
def _reader_of(root: str) -> Iterator[_Read]:
    """Read files below a folder; each folder is opened once, and no link is followed."""
    folders: dict[str, int] = {}

    def read(path: str, size: int) -> bytes:
        folder, _, name = path.rpartition("/")
        at = folders.get(folder)
        if at is None:
            at = folders[folder] = os.open(f"{root}/{folder}", _READ | os.O_DIRECTORY)
        handle = os.open(name, _READ, dir_fd=at)
        try:
            data = os.read(handle, size + 1)
            while len(data) < size and (more := os.read(handle, size + 1 - len(data))):
                data += more
            return data
        finally:
            os.close(handle)

    try:
        yield read
    finally:
        for handle in folders.values():
            os.close(handle)
