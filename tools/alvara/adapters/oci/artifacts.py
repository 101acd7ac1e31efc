"""What is kept in a repository: an OCI image manifest over a few words and one layer."""

import json
from base64 import b64decode, b64encode
from collections.abc import Mapping
from hashlib import sha256
from typing import Any, NamedTuple

from alvara.identity.digests import canonical
from alvara.store.wire import is_digest

MANIFEST_TYPE = "application/vnd.oci.image.manifest.v1+json"
LARGEST_MANIFEST = 1 << 20
LARGEST_WORDS = 16 << 20
"""Bytes. What is larger is nothing of ours."""

_LARGEST_WITHIN = 64 << 10
"""Bytes of words that stand in the manifest too, for them not to be asked for by themselves."""

_TITLE = "org.opencontainers.image.title"


class Kind(NamedTuple):
    """A kind of artifact: the types of its words and of its layer, and how tools name the layer's file, if they do."""

    words: str
    layer: str
    title: str


BUNDLE = Kind("application/vnd.alvara.bundle.config.v1+json", "application/vnd.alvara.bundle.v1.tar", "bundle.tar")
POINTER = Kind("application/vnd.alvara.pointer.config.v1+json", "application/vnd.alvara.pointer.v1+json", "active.json")
STOPS = Kind("application/vnd.alvara.deny.v1+json", "application/vnd.oci.empty.v1+json", "")


class Foreign(ValueError):
    """What lies in a repository is not what alvara puts there."""


class Blob(NamedTuple):
    """A blob as a manifest names it. `sha256` is hexadecimal."""

    sha256: str
    size: int


class Artifact(NamedTuple):
    """What a manifest says. `sha256` is that of the manifest's own bytes, `said` the words where it has them in it."""

    sha256: str
    words: Blob
    said: bytes | None
    layer: Blob


def blob_of(data: bytes) -> Blob:
    """Name bytes by their hash."""
    return Blob(sha256(data).hexdigest(), len(data))


def write_artifact(kind: Kind, words: bytes, layer: Blob) -> bytes:
    """Write the manifest of an artifact, its words with it if they are few: the same bytes for the same content."""
    config = blob_of(words)
    within = {"data": b64encode(words).decode()} if len(words) <= _LARGEST_WITHIN else {}
    title = {"annotations": {_TITLE: kind.title}} if kind.title else {}
    return canonical({
        "schemaVersion": 2,
        "mediaType": MANIFEST_TYPE,
        "config": {
            "mediaType": kind.words, "digest": f"sha256:{config.sha256}", "size": config.size, **within,
        },
        "layers": [{"mediaType": kind.layer, "digest": f"sha256:{layer.sha256}", "size": layer.size, **title}],
    })  # fmt: skip


def read_artifact(data: bytes, kind: Kind, largest_layer: int) -> Artifact:
    """Read a manifest. Raises `Foreign` for one of another kind, or whose blobs are larger than such may be."""
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        raise Foreign("is not JSON") from None
    if not isinstance(value, dict) or value.get("schemaVersion") != 2:
        raise Foreign("is no OCI manifest")
    if value.get("mediaType", MANIFEST_TYPE) != MANIFEST_TYPE:
        raise Foreign("is a manifest of another kind, such as a list of images")
    layers = value.get("layers")
    if not isinstance(layers, list) or len(layers) != 1:
        raise Foreign("does not have exactly one layer")
    words = _read_blob(value.get("config"), kind.words, LARGEST_WORDS)
    said = _read_data(value["config"], words)
    return Artifact(sha256(data).hexdigest(), words, said, _read_blob(layers[0], kind.layer, largest_layer))


def _read_blob(value: Any, type: str, largest: int) -> Blob:
    said: Mapping[str, Any] = value if isinstance(value, dict) else {}
    if said.get("mediaType") != type:
        raise Foreign(f"holds nothing of the type `{type}` where one is due")
    digest, size = said.get("digest", ""), said.get("size")
    if not is_digest(digest):
        raise Foreign("names a blob by something that is no SHA-256")
    if isinstance(size, bool) or not isinstance(size, int) or not 0 <= size <= largest:
        raise Foreign(f"names a blob that is larger than the {largest:,} bytes that it may have")
    return Blob(digest[7:], size)


def _read_data(config: Mapping[str, Any], words: Blob) -> bytes | None:
    """Give the bytes of a blob that stand in the manifest; None where they do not, which is as well."""
    if "data" not in config:
        return None
    try:
        said = b64decode(config["data"], validate=True)
    except (ValueError, TypeError):
        raise Foreign("holds data that is no base64") from None
    if blob_of(said) != words:
        raise Foreign("holds data that is not what its digest says")
    return said
