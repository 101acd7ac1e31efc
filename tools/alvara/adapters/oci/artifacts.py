"""What is kept in a repository: an OCI image manifest over a few words and one layer."""

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any, NamedTuple

from alvara.adapters.oci.references import HEX
from alvara.identity.digests import canonical

MANIFEST_TYPE = "application/vnd.oci.image.manifest.v1+json"
LARGEST_MANIFEST = 1 << 20
LARGEST_WORDS = 1 << 20
"""Bytes. What is larger is nothing of ours."""

_TITLE = "org.opencontainers.image.title"


class Kind(NamedTuple):
    """A kind of artifact: the types of its words and of its layer, and the name that tools give the layer's file."""

    words: str
    layer: str
    title: str


BUNDLE = Kind("application/vnd.alvara.bundle.config.v1+json", "application/vnd.alvara.bundle.v1.tar", "bundle.tar")
POINTER = Kind("application/vnd.alvara.pointer.config.v1+json", "application/vnd.alvara.pointer.v1+json", "active.json")


class Foreign(ValueError):
    """What lies in a repository is not what alvara puts there."""


class Blob(NamedTuple):
    """A blob as a manifest names it. `sha256` is hexadecimal."""

    sha256: str
    size: int


class Artifact(NamedTuple):
    """What a manifest says. `sha256` is that of the manifest's own bytes."""

    sha256: str
    words: Blob
    layer: Blob


def blob_of(data: bytes) -> Blob:
    """Name bytes by their hash."""
    return Blob(sha256(data).hexdigest(), len(data))


def write_artifact(kind: Kind, words: Blob, layer: Blob) -> bytes:
    """Write the manifest of an artifact: the same bytes for the same blobs."""
    return canonical({
        "schemaVersion": 2,
        "mediaType": MANIFEST_TYPE,
        "config": {"mediaType": kind.words, "digest": f"sha256:{words.sha256}", "size": words.size},
        "layers": [{
            "mediaType": kind.layer, "digest": f"sha256:{layer.sha256}", "size": layer.size,
            "annotations": {_TITLE: kind.title},
        }],
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
    return Artifact(sha256(data).hexdigest(), words, _read_blob(layers[0], kind.layer, largest_layer))


def _read_blob(value: Any, type: str, largest: int) -> Blob:
    said: Mapping[str, Any] = value if isinstance(value, dict) else {}
    if said.get("mediaType") != type:
        raise Foreign(f"holds nothing of the type `{type}` where one is due")
    digest, size = said.get("digest"), said.get("size")
    if not isinstance(digest, str) or not digest.startswith("sha256:") or HEX.fullmatch(digest[7:]) is None:
        raise Foreign("names a blob by something that is no SHA-256")
    if isinstance(size, bool) or not isinstance(size, int) or not 0 <= size <= largest:
        raise Foreign(f"names a blob that is larger than the {largest:,} bytes that it may have")
    return Blob(digest[7:], size)
