"""A small charter in code, for tests of the decision itself."""

from typing import Any

from alvara.decisions.charter import Charter, Source, charter_of
from alvara.decisions.request import Request

NOW = "2026-05-01T09:00:00Z"
SOURCE = Source("tree", "sha256:0")
TEXT = {"type": "string"}
CAPABILITY: dict[str, Any] = {
    "id": "permit.extend",
    "version": "1.0.0",
    "status": "active",
    "name": "Extend a permit",
    "description": "Sets for how many days a permit is valid.",
    "action": "update",
    "risk": "medium",
    "target": {"resource": "permit", "idFrom": "input.permit"},
    "inputSchema": {
        "type": "object",
        "additionalProperties": False,
        "required": ["permit", "days"],
        "properties": {"permit": TEXT, "days": {"type": "integer"}, "note": TEXT},
    },
    "authorization": {
        "permissions": ["permit.update"], "roles": {"any": ["clerk", "chief"]}, "tenantScoped": True,
        "resourceScoped": True,
    },
    "preconditions": [{"id": "changes", "expr": "input.days != resource.days", "error": "SAME"}],
    "errors": [{"code": "SAME", "message": "It is valid for so long already."}],
    "endpoint": {"service": "secret-service", "method": "PATCH", "path": "/hidden/{permit}"},
    "implementation": {"module": "secretModule", "function": "secretFunction", "source": "src/secret.ts"},
}  # fmt: skip
RECORD: dict[str, Any] = {
    "type": "object",
    "required": ["id", "tenant"],
    "properties": {"id": TEXT, "tenant": TEXT, "status": {"enum": ["OPEN", "DONE"]}, "days": {"type": "integer"}},
}
PRINCIPAL: dict[str, Any] = {
    "type": "object",
    "required": ["id", "roles", "permissions"],
    "properties": {"id": TEXT, "tenant": TEXT, "roles": {"type": "array"}, "permissions": {"type": "array"}},
}
CLERK: dict[str, Any] = {"id": "u1", "tenant": "t1", "roles": ["clerk"], "permissions": ["permit.update"]}
OPEN: dict[str, Any] = {"id": "P-1", "tenant": "t1", "status": "OPEN", "days": 10}


def policy(id: str, effect: str, *exprs: str, joint: str = "any", **more: Any) -> dict[str, Any]:
    """Write a policy; without expressions it always holds."""
    code = id.upper().replace(".", "_")
    body = {
        "id": id, "version": "1.0.0", "status": "active", "effect": effect, "appliesTo": {"capabilities": ["permit.*"]},
        "reason": {"code": code, "message": f"Because of {id}."}, **more,
    }  # fmt: skip
    return {**body, "when": {joint: [{"id": f"a{i}", "expr": e} for i, e in enumerate(exprs)]}} if exprs else body


def charter(*policies: dict[str, Any], record: Any = RECORD, more: Any = None, **changed: Any) -> Charter:
    """Compile the capability, with some of its keys changed; None takes a key away."""
    body = {key: value for key, value in {**CAPABILITY, **changed}.items() if value is not None}
    return charter_of(body, policies, **{"record": record, "principal": PRINCIPAL, "source": SOURCE, **(more or {})})


def request(input: Any = None, **changed: Any) -> Request:
    """Ask for 30 days, as a clerk, for an open permit."""
    asked = {"permit": "P-1", "days": 30} if input is None else input
    return Request(**{"input": asked, "principal": CLERK, "now": NOW, "resource": OPEN, **changed})
