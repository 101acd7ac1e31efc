"""The inbox for programs: `alvara.approvals/1`, described by `schemas/output/approvals-1.schema.json`."""

from collections.abc import Sequence
from typing import Any

from alvara.approvals.agreement import Slot
from alvara.approvals.inbox import Waiting
from alvara.report.document_json import render as render_document


def render(found: Sequence[Waiting], now: str, root: str) -> str:
    """Write the inbox; `root` is the pinned root of trust, empty where there is none."""
    by_kind: dict[str, list[dict[str, Any]]] = {"capability": [], "policy": []}
    for one in found:
        by_kind[one.agreement.subject.kind].append(_row(one))
    return render_document({
        "format": "alvara.approvals/1", "now": now, "root": root or None,
        "capabilities": by_kind["capability"], "policies": by_kind["policy"],
    })  # fmt: skip


def _row(one: Waiting) -> dict[str, Any]:
    agreement, subject = one.agreement, one.agreement.subject
    return {
        "id": subject.id,
        "version": subject.version,
        "status": subject.status,
        "risk": agreement.level.risk or None,
        "satisfied": agreement.satisfied,
        "slots": [_slot(slot) for slot in agreement.slots],
        "problems": list(one.problems),
    }


def _slot(slot: Slot) -> dict[str, Any]:
    ends = slot.expires_at or None
    return {"role": slot.role, "person": slot.person or None, "state": slot.state, "expiresAt": ends}
