"""Bundles pushed to a repository, and pulled from one by version or digest."""

from collections.abc import Iterable, Iterator, Mapping
from typing import BinaryIO

from alvara.adapters.bundles import pack_tar
from alvara.adapters.oci.artifacts import BUNDLE, Foreign, blob_of, read_artifact, write_artifact
from alvara.adapters.oci.client import Altered, Client, Taken
from alvara.adapters.oci.references import OURS, digest_tag, version_tag
from alvara.bundle.manifest import Manifest
from alvara.bundle.verify import LARGEST_BUNDLE
from alvara.identity.digests import canonical
from alvara.store.published import Published
from alvara.store.wire import BadRecord, is_count, is_digest, is_registry, is_version, read_record

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
    manifest = write_artifact(BUNDLE, words, blob_of(layer))
    version, digest = version_tag(about.version), digest_tag(about.digest)
    there = {tag: client.tagged(tag) for tag in (version, digest)}
    if any(found not in (None, manifest) for found in there.values()):
        raise _taken(client, about, same=there[digest] is not None)
    if None not in there.values():
        return False
    client.put_blob(words)
    client.put_blob(layer)
    client.put_manifest(manifest)
    for tag in (digest, version):
        client.put_manifest(manifest, tag)
        if client.tagged(tag) != manifest:
            raise _taken(client, about, same=tag == digest)
    return True


def _taken(client: Client, about: Manifest, *, same: bool) -> Taken:
    if same:
        return Taken(f"{client.repository} has this bundle with another signature, or with none; it stays as it is")
    return Taken(f"{client.repository} has version `{about.version}` with other content, and tags are not moved; "
                 "publish it under another version")  # fmt: skip


def list_bundles(client: Client, tags: Iterable[str]) -> Iterator[Published]:
    """Yield what the versions among some tags say of themselves. Raises `Foreign`, and `Altered`.

    A tag that is no version of ours is passed over: other tools may keep things in a repository too.
    """
    for tag in tags:
        data = None if tag.startswith(OURS) else client.tagged(tag)
        if data is None:
            continue
        try:
            words = client.words(read_artifact(data, BUNDLE, _LARGEST_TAR))
        except Foreign:
            continue
        try:
            said = read_record(words, WORDS, {
                "registry": is_registry, "name": lambda value: isinstance(value, str), "version": is_version,
                "sequence": is_count, "digest": is_digest,
            })  # fmt: skip
        except BadRecord as error:
            raise Foreign(f"`{tag}` in {client.repository}: what it says of itself {error}") from None
        if version_tag(said["version"]) != tag:
            raise Foreign(f"`{tag}` in {client.repository} says that it is version `{said['version']}`")
        yield Published(said["version"], said["sequence"], said["digest"])


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
