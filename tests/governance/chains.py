"""Roots of trust, made and signed by keys whose secrets are known."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from alvara.approvals.roots import NAMESPACE, PARTS, signed_bytes
from alvara.signatures.signing import Signer
from alvara.signatures.sshsig import write_armor
from tests.signatures.signers import plain_key

REGISTRY = "6f1c2a34-0c1d-4b53-9a35-6a2f5b1f8e11"
DIGESTS = {part: "sha256:" + letter * 64 for part, letter in zip(PARTS, "abcd", strict=True)}
PEOPLE = ("ana", "bea", "caio", "dora", "eva")
SIGNERS: Mapping[str, Signer] = {person: plain_key(number) for number, person in enumerate(PEOPLE, 1)}


def signed(
    version: int, holders: Iterable[str] | Mapping[str, str], threshold: int = 2, registry: str = REGISTRY,
    digests: Mapping[str, str] = DIGESTS,
) -> dict[str, Any]:  # fmt: skip
    """What a version says, with the keys of some people."""
    keys = holders if isinstance(holders, Mapping) else {one: SIGNERS[one].public.text for one in holders}
    return {
        "format": "alvara.root/1", "registry": registry, "version": version, "keys": dict(keys),
        "threshold": threshold, "governance": dict(digests),
    }  # fmt: skip


def root(says: Mapping[str, Any], by: Iterable[str], namespace: str = NAMESPACE) -> bytes:
    """A version's file, signed by some people."""
    signatures = [
        {"key": one, "signature": write_armor(SIGNERS[one], signed_bytes(says), namespace)} for one in by
    ]  # fmt: skip
    return (json.dumps({"signed": says, "signatures": signatures}, indent=2) + "\n").encode()
