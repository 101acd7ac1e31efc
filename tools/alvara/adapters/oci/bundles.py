"""Bundles pushed to a repository, and pulled from one by version or digest."""

from collections.abc import Mapping
from typing import BinaryIO

from alvara.adapters.bundles import pack_tar
from alvara.adapters.oci.artifacts import BUNDLE, Foreign, blob_of, read_artifact, write_artifact
from alvara.adapters.oci.client import Altered, Client, Taken
from alvara.adapters.oci.references import digest_tag, is_digest, version_tag
from alvara.bundle.manifest import Manifest
from alvara.bundle.sizes import LARGEST_BUNDLE
from alvara.identity.digests import canonical

WORDS = "alvara.oci-bundle/1"
_LARGEST_TAR = LARGEST_BUNDLE + (64 << 20)
"""Bytes. Each file takes up whole blocks, and a header before them."""


def push_bundle(client: Client, about: Manifest, files: Mapping[str, bytes]) -> bool:
    """Keep a bundle under its version and digest; tell whether anything was new. Raises `Taken` and `BadReference`.

    The tags come last, so that what they name is whole.
    """
    layer = pack_tar(files)
    words = canonical({
        "format": WORDS, "registry": about.registry, "name": about.name, "version": about.version,
        "sequence": about.sequence, "digest": about.digest,
    })  # fmt: skip
    manifest = write_artifact(BUNDLE, blob_of(words), blob_of(layer))
    version, digest = version_tag(about.version), digest_tag(about.digest)
    there = {tag: client.tagged(tag) for tag in (version, digest)}
    for tag, found in there.items():
        if found is not None and found != manifest:
            raise _taken(client, about, tag == digest)
    if None not in there.values():
        return False
    client.put_blob(words)
    client.put_blob(layer)
    client.put_manifest(manifest)
    for tag in (digest, version):
        client.put_manifest(manifest, tag)
        if client.tagged(tag) != manifest:
            raise _taken(client, about, tag == digest)
    return True


def _taken(client: Client, about: Manifest, same: bool) -> Taken:
    if same:
        return Taken(f"{client.repository} has this bundle with another signature, or with none; it stays as it is")
    return Taken(f"{client.repository} has version `{about.version}` with other content, and tags are not moved; "
                 "publish it under another version")  # fmt: skip


def pull_bundle(client: Client, which: str, into: BinaryIO) -> str | None:
    """Write a bundle to a file as a tar archive; give the SHA-256 of its OCI manifest, None where there is none.

    `which` is a version, or a digest, of the bundle or of the OCI manifest over it. Raises `Altered`, `Foreign`,
    `NoAnswer` and `BadReference`. Whether it is the bundle that was asked for is told by `check_identity`.
    """
    if is_digest(which):
        data = client.tagged(digest_tag(which))
        if data is None:
            data = client.manifest(which.removeprefix("sha256:"))
    else:
        data = client.tagged(version_tag(which))
    if data is None:
        return None
    try:
        artifact = read_artifact(data, BUNDLE, _LARGEST_TAR)
    except Foreign as error:
        raise Foreign(f"`{which}` in {client.repository} is no bundle: its manifest {error}") from None
    client.fetch(artifact.layer, into)
    return artifact.sha256


def check_identity(which: str, about: Manifest, hash: str) -> None:
    """Raise `Altered` where a bundle, under an OCI manifest of some SHA-256, is not the one that was asked for."""
    meant = (about.digest, f"sha256:{hash}") if is_digest(which) else (about.version,)
    if which not in meant:
        raise Altered(f"for `{which}`, the registry gives the bundle `{about.version}`, `{about.digest}`")
