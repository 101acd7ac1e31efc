"""All versions of the root of trust, each with what can be said of it."""

from collections.abc import Mapping
from typing import NamedTuple

from alvara.approvals.roots import (
    BadRoot,
    Root,
    RootVerdict,
    Signature,
    decode,
    judge_signatures,
    pin_of,
    still_to_sign,
    walk,
)


class Version(NamedTuple):
    """A version as it is shown. `fault` says why its file holds none; `lacking` whose signatures are missing."""

    number: int
    pin: str
    root: Root | None
    signatures: tuple[Signature, ...] = ()
    lacking: str = ""
    fault: str = ""


class Chain(NamedTuple):
    """All versions that are here, in order, and what became of the walk from the pinned one, or from the first."""

    registry: str
    versions: tuple[Version, ...]
    verdict: RootVerdict


def chain_of(
    roots: Mapping[int, bytes], pin: str | None, registry: str, digests: Mapping[str, str], revoked: frozenset[str]
) -> Chain:  # fmt: skip
    """Judge all versions, each by the one before it, and walk them."""
    return Chain(registry, versions_of(roots, revoked), walk(roots, pin, registry, digests, revoked))


def versions_of(roots: Mapping[int, bytes], revoked: frozenset[str] = frozenset()) -> tuple[Version, ...]:
    """Judge all versions, each by the one before it; revoked keys count in all but the newest."""
    shown: list[Version] = []
    before: Root | None = None
    for number, data in sorted(roots.items()):
        if before is not None and before.version != number - 1:
            before = None
        shown.append(_version(number, data, before, revoked if number == max(roots) else frozenset()))
        before = shown[-1].root
    return tuple(shown)


def _version(number: int, data: bytes, before: Root | None, revoked: frozenset[str]) -> Version:
    try:
        root = decode(data)
    except BadRoot as bad:
        return Version(number, pin_of(data), None, fault=str(bad))
    signatures = judge_signatures(root, before)
    return Version(number, pin_of(data), root, signatures, still_to_sign(root, before, signatures, revoked))
