"""One definition of each kind that nothing can be said against, to be changed by the tests of this folder."""

from copy import deepcopy
from typing import Any

from tests.compare.revisions import Definition, written

ID = "workPermit.zone"
FOLDERS = {"capability": "capabilities", "resource": "semantic-ids", "policy": "policies"}
DEPRECATION = {"since": "2026-05-01", "removeAfter": "2026-09-01", "reason": "Nobody asks for it."}

_CAPABILITY: Definition = {
    "id": ID,
    "version": "1.4.0",
    "description": "Reads the zone of one work permit.",
    "action": "get",
    "status": "active",
    "risk": "read",
    "authorization": {"permissions": ["workPermit.read"]},
    "owner": "permits-team",
    "labels": {"en": ["Zone"], "pt-BR": ["Zona"]},
    "knowledgeReferences": ["docs/zone"],
    "inputSchema": {
        "type": "object",
        "additionalProperties": False,
        "required": ["workPermitId"],
        "properties": {"workPermitId": {"type": "string"}},
    },
    "outputSchema": {"type": "object", "properties": {"zone": {"type": "string"}}},
    "endpoint": {"service": "sst-api", "method": "GET", "path": "/work-permits/{workPermitId}/zone"},
    "implementation": {"module": "workPermit", "function": "readZone"},
}
_RESOURCE: Definition = {
    "id": ID,
    "type": "field",
    "name": "Zone",
    "status": "active",
    "labels": {"en": "Zone", "pt-BR": "Zona"},
    "valueSchema": {"type": "string"},
}
_POLICY: Definition = {
    "id": ID,
    "version": "1.4.0",
    "status": "active",
    "description": "Nobody reads the list of closed zones.",
    "effect": "deny",
    "appliesTo": {"capabilities": ["workPermit.list"]},
    "when": {"all": [{"id": "closed", "expr": "input.workPermitId == 'a'", "text": "This one is closed."}]},
    "reason": {"code": "ZONES_ARE_CLOSED", "message": "Zones are closed."},
    "owner": "permits-team",
}
_LISTING = _CAPABILITY | {
    "id": "workPermit.list",
    "description": "Lists work permits.",
    "labels": {"en": ["Permits"], "pt-BR": ["Permissões"]},
    "endpoint": {"service": "sst-api", "method": "GET", "path": "/work-permits"},
    "implementation": {"module": "workPermit", "function": "list"},
}
_OF_KIND = {"capability": _CAPABILITY, "resource": _RESOURCE, "policy": _POLICY}
AROUND = {
    "capabilities/work-permit/list.yaml": written(_LISTING),
    "semantic-ids/work-permit.yaml": written(
        {"id": "workPermit", "type": "entity", "name": "Permit", "labels": {"en": "Permit", "pt-BR": "Permissão"},
         "knowledgeRefs": ["docs/zone"]}
    ),
    "docs/zone.md": "---\nsemanticId: workPermit\n---\n# Zones\n\nWhere work is done.\n",
}  # fmt: skip
"""What stands around the one that is changed: it is the same on both sides."""


def of_kind(kind: str, **keys: Any) -> Definition:
    """Give the definition of a kind with other values under some keys; None takes a key away."""
    definition = deepcopy(_OF_KIND[kind]) | keys
    return {key: value for key, value in definition.items() if value is not None}


def path_of(kind: str, id: str = ID) -> str:
    """Give the path that an ID demands."""
    return f"{FOLDERS[kind]}/{'/'.join(_kebab(segment) for segment in id.split('.'))}.yaml"


def _kebab(segment: str) -> str:
    return "".join(f"-{letter.lower()}" if letter.isupper() else letter for letter in segment)


def placed(kind: str, *definitions: Definition) -> dict[str, str]:
    """Write definitions of a kind where their IDs demand."""
    return {path_of(kind, d["id"]): written(d) for d in definitions}


def tombstone(kind: str, id: str = ID) -> dict[str, str]:
    """Write the record of an end."""
    record = {"id": id, "kind": kind, "since": "2026-08-31", "reason": "Nobody asked for it."}
    return {f"ledger/tombstones/{kind}/{id}.yaml": written(record)}
