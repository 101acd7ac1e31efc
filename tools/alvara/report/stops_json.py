"""What is stopped, for programs."""

from collections.abc import Sequence
from typing import Any

from alvara.store.denials import Decision, Listed
from alvara.store.stopping import Lift, Stop


def described(listed: Listed, stops: Sequence[Stop]) -> dict[str, Any]:
    """Write what is stopped, and how far the list goes: its last entry tells later whether something was cut off."""
    return {
        **_end(listed),
        "stopped": [
            {
                "capability": stop.entry.capability, "alsoCalled": sorted(stop.names - {stop.entry.capability}),
                "since": stop.entry.issued_at, "by": stop.entry.by, "reason": stop.entry.reason,
                "sequence": stop.entry.sequence, "proposed": _proposed(stop.proposed),
            }
            for stop in stops
        ],
    }  # fmt: skip


def told(
    store: str, now: str, decision: Decision, capability: str, listed: Listed, stop: Stop | None, why: str = ""
) -> dict[str, Any]:
    """Say what was written about a capability, or why nothing was, and where that leaves it."""
    proposed = None if stop is None else stop.proposed
    return {
        "format": "alvara.store-stop/1", "now": now, "store": store, "decision": decision, "capability": capability,
        "written": not why, "why": why or None, "stopped": stop is not None, "proposed": _proposed(proposed),
        **_end(listed),
    }  # fmt: skip


def _end(listed: Listed) -> dict[str, Any]:
    return {"sequence": len(listed), "digest": listed[-1].entry.digest if listed else None}


def _proposed(lift: Lift | None) -> dict[str, Any] | None:
    if lift is None:
        return None
    entry = lift.heard.entry
    return {
        "by": entry.by, "since": entry.issued_at, "reason": entry.reason, "sequence": entry.sequence,
        "signed": list(lift.people), "missing": list(lift.missing),
    }  # fmt: skip
