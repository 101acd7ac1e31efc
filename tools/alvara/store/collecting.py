"""What of a store nobody needs any more."""

from collections.abc import Iterable
from typing import NamedTuple

from alvara.store.pins import Pin
from alvara.store.pointer import Pointer
from alvara.store.published import Published


class Kept(NamedTuple):
    """A bundle that stays, and why."""

    digest: str
    reason: str


class Collection(NamedTuple):
    """The digests of bundles that go, those that stay, the leases that have ended; how many leftovers of ended runs."""

    bundles: tuple[str, ...]
    kept: tuple[Kept, ...]
    pins: tuple[Pin, ...]
    leftovers: int = 0


def collect(
    held: Iterable[str], active: Pointer | None, published: Iterable[Published], pins: Iterable[Pin], now: str
) -> Collection:
    """Sort the bundles that are held, by digest.

    Stays what is active, what was active before it, what a lease holds, and what is newer than the active one, which
    somebody published in order to activate it. Before anything is active all of it may be that.
    """
    listed = tuple(pins)
    leases: dict[str, list[str]] = {}
    for pin in listed:
        if pin.holds(now):
            leases.setdefault(pin.digest, []).append(pin.execution)
    newer = {one.digest for one in published if active is not None and one.sequence > active.sequence}
    bundles, kept = list[str](), list[Kept]()
    for digest in sorted(held):
        reason = _reason(digest, active, newer, leases.get(digest, []))
        if reason is None:
            bundles.append(digest)
        else:
            kept.append(Kept(digest, reason))
    return Collection(tuple(bundles), tuple(kept), tuple(pin for pin in listed if not pin.holds(now)))


def _reason(digest: str, active: Pointer | None, newer: set[str], leases: list[str]) -> str | None:
    if active is not None and digest == active.digest:
        return "active"
    if leases:
        others = f" and {len(leases) - 1} more" if leases[1:] else ""
        return f"pinned by {min(leases)}{others}"
    if active is not None and digest in active.before[:1]:
        return "active before"
    if active is None:
        return "nothing is active yet"
    return "newer than what is active" if digest in newer else None
