"""Registries made in memory, of definitions with no more than what a test is about."""

from collections.abc import Iterable, Mapping
from typing import Any

from alvara.identity.digests import canonical
from alvara.registry.holdings import About, Holdings, Kind
from alvara.runtime.registry import Registry

Body = Mapping[str, Any]


def resource(id: str, **said: Any) -> Body:
    """Define a resource; a screen by the first segment of its ID."""
    type = "entity"
    if id.startswith("ui."):
        type = "page" if id.count(".") == 1 else "section"
    return {"id": id, "type": type, "name": id, "status": "active", "confidence": "MANUAL", **said}


def capability(id: str, action: str = "update", risk: str = "medium", **said: Any) -> Body:
    """Define an active capability, which everybody may ask for."""
    return {
        "id": id, "version": "1.0.0", "name": id, "description": f"Does {id}.", "domain": id.partition(".")[0],
        "type": "atomic", "action": action, "status": "active", "risk": risk, "authorization": {},
        "inputSchema": {"type": "object"}, **said,
    }  # fmt: skip


def registry(
    resources: Iterable[Body] = (), capabilities: Iterable[Body] = (), pages: Iterable[Body] = (),
    renamed: Mapping[str, str] | None = None,
) -> Registry:  # fmt: skip
    """Open a registry of these; `renamed` gives the new ID of each old ID of a resource."""
    definitions: dict[Kind, dict[str, bytes]] = {
        "resource": {body["id"]: canonical(body) for body in resources},
        "capability": {body["id"]: canonical(body) for body in capabilities},
        "policy": {},
    }
    knowledge = {page["id"]: canonical(page) for page in pages}
    about = About("6f1c2a34-0c1d-4b53-9a35-6a2f5b1f8e11", "shop", "1", "sha256:0", ("pt-BR", "en"))
    return Registry(Holdings(about, definitions, knowledge, tuple, {"resource": renamed or {}}))


def ids(found: Any) -> list[str]:
    """List the IDs of what was discovered, in their order."""
    return [offered.id for offered in found.capabilities]
