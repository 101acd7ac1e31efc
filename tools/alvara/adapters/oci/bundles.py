"""Bundles pushed to a repository, and pulled from one by version or digest."""

from collections.abc import Iterable, Iterator, Mapping
from typing import BinaryIO

from alvara.adapters.bundles import pack_tar
from alvara.adapters.oci.artifacts import BUNDLE, Foreign, blob_of, read_artifact, write_artifact
from alvara.adapters.oci.client import Altered, Client, Taken
from alvara.adapters.oci.references import OURS, digest_tag, version_tag
from alvara.bundle.manifest import Manifest
from alvara.bundle.sizes import LARGEST_BUNDLE
from alvara.identity.digests import canonical
from alvara.store.published import Published
from alvara.store.wire import BadRecord, is_count, is_digest, is_registry, is_version, read_record

WORDS = "alvara.oci-bundle/1"
_CLAIM = f"{OURS}claim-"
_CLAIMED = 12
"""Digits of the SHA-256 of who claims a version: their manifest's."""

_LARGEST_TAR = LARGEST_BUNDLE + (64 << 20)
"""Bytes. Each file takes up whole blocks, and a header before them."""


def push_bundle(client: Client, about: Manifest, files: Mapping[str, bytes]) -> bool:
    """Keep a bundle under its version and digest; tell whether anything was new. Raises `Taken` and `BadReference`.

    The tags come last, so that what they name is whole; and before the version there is a claim to it, for a version
    never to be that of two bundles: of two who publish it at once no more than one goes on.
    """
    layer = pack_tar(files)
    words = canonical({
        "format": WORDS, "registry": about.registry, "name": about.name, "version": about.version,
        "sequence": about.sequence, "digest": about.digest,
    })  # fmt: skip
    manifest = write_artifact(BUNDLE, words, blob_of(layer))
    version, digest = version_tag(about.version), digest_tag(about.digest)
    claim, others = f"{_CLAIM}{blob_of(manifest).sha256[:_CLAIMED]}-{version}", f"-{version}"
    versioned, digested = client.tagged(version), client.tagged(digest)
    if digested not in (manifest, None):
        raise Taken(f"{client.repository} has this bundle with another signature, or with none; it stays as it is")
    if versioned not in (manifest, None):
        raise _taken(client, about)
    if versioned is not None and digested is not None:
        return False
    client.put_blob(words)
    client.put_blob(layer)
    client.put_manifest(manifest)
    client.put_manifest(manifest, digest)
    client.put_manifest(manifest, claim)
    claims = {tag for tag in client.tags() if tag.startswith(_CLAIM) and tag[len(_CLAIM) + _CLAIMED :] == others}
    if claims - {claim}:
        raise _taken(client, about)
    client.put_manifest(manifest, version)
    return True


def tag_by_digest(client: Client, digest: str, hash: str) -> None:
    """See to it that a bundle, under the OCI manifest of a SHA-256, is found by its own digest.

    A tool that copied it from another repository may have brought the tag of its version only.
    """
    tag = digest_tag(digest)
    if client.tagged(tag) is None and (manifest := client.manifest(hash)) is not None:
        client.put_manifest(manifest, tag)


def _taken(client: Client, about: Manifest) -> Taken:
    return Taken(f"{client.repository} has version `{about.version}` with other content, or somebody began to publish "
                 "that; what has a version keeps it: release this as another one")  # fmt: skip


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
