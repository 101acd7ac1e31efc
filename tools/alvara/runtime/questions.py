"""All that the questions of a `Registry` import when they are asked: once it is loaded, none of them reads a file."""

from typing import Any

from alvara.app import charters, decidable_holdings  # noqa: F401
from alvara.decisions.charter import Source, charter_of
from alvara.decisions.deciding import decide, refuse_unknown
from alvara.decisions.request import Request
from alvara.registry import context, expanding, planning  # noqa: F401

_CAPABILITY = {
    "id": "alvara.rehearsal", "version": "1.0.0", "name": "Rehearsal", "risk": "medium", "action": "update",
    "authorization": {"permissions": ["alvara.rehearse"]}, "inputSchema": {"type": "object"},
    "target": {"resource": "alvara", "idFrom": "input.id"},
    "confirmation": {"when": {"any": [{"id": "long", "expr": "input.days > 9"}]}, "messageTemplate": "{input.days}?"},
}  # fmt: skip
_POLICY = {
    "id": "alvara.closed", "version": "1.0.0", "effect": "deny", "reason": {"code": "CLOSED", "message": "Closed."},
    "when": {"all": [{"id": "closed", "expr": 'resource.list.exists(x, x.name.matches("^a")) && now > now'}]},
}  # fmt: skip


def load() -> None:
    """Load the libraries that decide, some of which come only when there is something to evaluate or to object to."""
    source = Source("bundle", "sha256:0")
    charter = charter_of(_CAPABILITY, [_POLICY], record={"type": "object"}, principal={"type": "object"}, source=source)
    user = {"id": "ana", "tenant": "t", "roles": [], "permissions": ["alvara.rehearse"]}
    record = {"id": "a", "tenant": "t", "list": [{"name": "a"}]}
    now = "2026-09-01T12:00:00Z"
    given: Any
    for given in ({"id": "a", "days": 10}, []):
        request = Request(given, user, now, record)
        decide(charter, request).as_json()
    refuse_unknown("alvara.unknown", source, request)
