"""A store for programs: what it holds, and what was done to it."""

from collections.abc import Iterable
from typing import Any

from alvara.bundle.defects import Defect
from alvara.store.collecting import Collection
from alvara.store.pins import Pin
from alvara.store.pointer import Pointer
from alvara.store.status import Activation, Publication, Status


def published(store: str, now: str, publication: Publication) -> dict[str, Any]:
    """Say that a bundle is in the store."""
    return {
        "format": "alvara.store-publication/1", "now": now, "store": store, "published": True, "reason": None,
        "new": publication.new, **publication.version.as_json(), "findings": [],
    }  # fmt: skip


def not_published(store: str, now: str, reason: str, defects: Iterable[Defect]) -> dict[str, Any]:
    """Say why a bundle was not taken in."""
    return {
        "format": "alvara.store-publication/1", "now": now, "store": store, "published": False, "reason": reason,
        "new": False, "version": None, "sequence": None, "digest": None, "findings": _findings(defects),
    }  # fmt: skip


def activated(store: str, now: str, activation: Activation) -> dict[str, Any]:
    """Say what is active now, and what was before."""
    return {
        "format": "alvara.store-activation/1", "now": now, "store": store, "activated": True, "reason": None,
        "changed": activation.changed, "active": activation.pointer.as_json(),
        "previous": None if activation.before is None else activation.before.as_json(),
        "findings": _findings(activation.warnings),
    }  # fmt: skip


def not_activated(
    store: str, now: str, active: Pointer | None, reason: str, defects: Iterable[Defect]
) -> dict[str, Any]:  # fmt: skip
    """Say why a bundle did not become active, and what is."""
    return {
        "format": "alvara.store-activation/1", "now": now, "store": store, "activated": False, "reason": reason,
        "changed": False, "active": None if active is None else active.as_json(),
        "previous": None if active is None else active.as_json(), "findings": _findings(defects),
    }  # fmt: skip


def described(store: str, now: str, status: Status) -> dict[str, Any]:
    """Write what a store holds."""
    active = status.active
    return {
        "format": "alvara.store-status/1", "now": now, "store": store,
        "active": None if active is None else active.as_json(),
        "versions": [
            {
                **one.as_json(), "held": one.digest in status.held,
                "active": active is not None and one.digest == active.digest,
                "pins": sum(pin.digest == one.digest and pin.holds(now) for pin in status.pins),
            }
            for one in status.versions
        ],
        "pins": [{**pin.as_json(), "holds": pin.holds(now)} for pin in status.pins],
    }  # fmt: skip


def leased(store: str, now: str, execution: str, pin: Pin | None, *, pinned: bool) -> dict[str, Any]:
    """Say what an execution runs on, or ran on."""
    return {
        "format": "alvara.store-lease/1", "now": now, "store": store, "execution": execution, "pinned": pinned,
        "pin": None if pin is None else pin.as_json(),
    }  # fmt: skip


def collected(store: str, now: str, collection: Collection, status: Status, *, dry_run: bool) -> dict[str, Any]:
    """Say what was taken away, or would be, and what stays for which reason."""
    return {
        "format": "alvara.store-collection/1", "now": now, "store": store, "dryRun": dry_run,
        "removed": [{"version": status.version_of(digest), "digest": digest} for digest in collection.bundles],
        "kept": [
            {"version": status.version_of(kept.digest), "digest": kept.digest, "reason": kept.reason}
            for kept in collection.kept
        ],
        "pins": [pin.as_json() for pin in collection.pins],
        "leftovers": collection.leftovers,
    }  # fmt: skip


def _findings(defects: Iterable[Defect]) -> list[dict[str, str]]:
    return [{"severity": one.severity, "file": one.file, "message": one.message} for one in defects]
