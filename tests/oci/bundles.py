"""Bundles of a little shop, a version each, and how they are pushed and pulled."""

from functools import cache
from io import BytesIO

from alvara.adapters.oci.bundles import check_identity, pull_bundle, push_bundle
from alvara.adapters.oci.client import Client
from alvara.bundle.layout import MANIFEST
from alvara.bundle.manifest import Manifest, parse_manifest
from alvara.bundle.wire import parse_json
from tests.release.world import READ, Files, bundle_of, prepared, signed, world


@cache
def _released() -> tuple[Files, Files]:
    first = dict(world())
    renamed = first[READ].replace(b"Reads one order.", b"Reads one order, once.").replace(b'"1.0.0"', b'"1.0.1"')
    return first, prepared({**first, READ: renamed}, "2")


def first() -> Files:
    """Version 1, signed."""
    return signed(bundle_of(_released()[0]))


def second() -> Files:
    """Version 2, with one sentence more, signed."""
    return signed(bundle_of(_released()[1]), tag="v2")


def about(files: Files) -> Manifest:
    """What a bundle says of itself."""
    return parse_manifest(parse_json(files[MANIFEST]))


def push(client: Client, files: Files) -> bool:
    return push_bundle(client, about(files), files)


def pull(client: Client, which: str) -> bytes | None:
    """Pull a bundle and see that it is the one that was asked for, as every caller does."""
    into = BytesIO()
    hash = pull_bundle(client, which, into)
    if hash is None:
        return None
    at = into.getvalue()
    check_identity(which, about(unpacked(at)), hash)
    return at


def unpacked(archive: bytes) -> Files:
    """Give the files of an archive, read by somebody else's code."""
    import tarfile

    with tarfile.open(fileobj=BytesIO(archive)) as opened:
        return {name: file.read() for name in opened.getnames() if (file := opened.extractfile(name)) is not None}
