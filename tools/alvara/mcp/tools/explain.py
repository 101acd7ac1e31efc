"""What a capability needs, who speaks about it, and where it is documented."""

from collections.abc import Mapping
from typing import Any

from alvara.mcp.arguments import ID
from alvara.mcp.tool import BadArguments, Tool
from alvara.mcp.window import Window
from alvara.registry.bindings import KnowledgeRef


def _answer(window: Window, arguments: Mapping[str, Any]) -> dict[str, Any]:
    name = arguments["id"]
    capability = window.capability(name)
    resource = window.resource(name)
    if capability is None and resource is None:
        raise BadArguments("`id` names no resource and no capability here; `search` finds what there is by its words")
    told: dict[str, Any] = {"format": "alvara.explanation/1", "capability": None, "resource": None}
    if capability is not None:
        schema = capability.input_schema
        told["capability"] = {
            "id": capability.id, "name": window.tell(capability.name),
            "description": window.tell(capability.description),
            "action": capability.action, "risk": capability.risk, "status": capability.status,
            "needs": list(schema.get("required", ())), "asked": (capability.confirmation or {}).get("required", False),
            **_spoken(window, capability.id, "capability"),
        }  # fmt: skip
    if resource is not None:
        told["resource"] = {
            "id": resource.id, "name": window.tell(resource.name),
            "description": window.tell(resource.description or ""), "type": resource.type,
            "capabilities": window.capabilities_of(resource.id), **_spoken(window, resource.id, "resource"),
        }  # fmt: skip
    return told


def _spoken(window: Window, id: str, kind: str) -> dict[str, Any]:
    """List who speaks about a thing: the policies with their reasons, and the pages with their titles."""
    around = window.registry.expand(id, 1, kind, **window.asking)
    policies = [window.policy(node.name.id) for node in around.nodes if node.name.kind == "policy"]
    near = {node.name.id for node in around.nodes if node.name.kind == "page"}
    pages = [page for page in window.registry.get_knowledge_refs(id) if page.id in near]
    return {
        "policies": [
            {
                "id": policy.id, "effect": policy.effect, "code": policy.reason["code"],
                "message": window.tell(policy.reason.get("message", "")),
            }
            for policy in policies if policy is not None
        ],
        "pages": [{"id": page.id, "title": _title(window, page) or page.id} for page in pages],
    }  # fmt: skip


def _title(window: Window, page: KnowledgeRef) -> str:
    """Give the title of a page; what was not translated is in the first of the registry's languages."""
    first = window.registry.locales[0]
    return window.tell({locale or first: title for locale, title in page.titles.items()})


EXPLAIN = Tool(
    "explain", "Explain a capability or a thing",
    "Tells what a capability does, what has to be given to it, how risky it is, which policies speak about it with "
    "their reasons, and which pages document it; of a thing, which capabilities it has. Changes nothing.",
    {"id": ID}, ("id",), "explanation-1", _answer,
)  # fmt: skip
