"""A mapping to a `Capability`, with what its domain shares and every default filled in."""

from collections.abc import Mapping
from typing import Any

from alvara.decode.deprecation import deprecation, successor
from alvara.diagnostics.site import Pointer
from alvara.model.capability import Capability, Step, mode_of
from alvara.model.reference import Reference

TIMEOUTS: Mapping[str, int] = {"read": 2000, "write": 5000, "composite": 15000}
"""Milliseconds (PRD-004, section 24)."""

_NO_RETRY = {"enabled": False, "maxAttempts": 1, "retryableErrors": []}


def capability(
    value: Mapping[str, Any], path: str, pointer: Pointer = (), domain: Mapping[str, Any] | None = None,
    unsure: frozenset[str] = frozenset(),
) -> Capability:  # fmt: skip
    """Read one capability. `domain` is what holds of the `domain.yaml` beside it, `unsure` names what does not."""
    shared = domain or {}
    definition = resolve(value, shared)
    steps = tuple(
        Step(step.get("id", ""), step["capability"], (*pointer, "steps", i))
        for i, step in enumerate(value.get("steps", ()))
    )
    return Capability(
        id=value["id"], path=path, pointer=pointer, version=value["version"], status=definition["status"],
        type=definition["type"], action=definition["action"], domain=definition["domain"], risk=value["risk"],
        owner=definition.get("owner", ""), definition=definition, written=value,
        references=tuple(references_of(value, pointer)), aliases=tuple(value.get("aliases", ())), steps=steps,
        permissions=tuple(value["authorization"].get("permissions", ())), deprecation=deprecation(value),
        shared_errors=tuple(error["code"] for error in shared.get("errors", ())), unsure=unsure,
    )  # fmt: skip


def resolve(value: Mapping[str, Any], shared: Mapping[str, Any]) -> dict[str, Any]:
    """Fill in what an author may leave out: the contract's defaults and the domain's shared blocks."""
    action, type = value.get("action", "custom"), value.get("type", "atomic")
    definition: dict[str, Any] = {
        "name": value["description"], "status": "draft", "type": type, "action": action,
        "domain": value["id"].partition(".")[0], **value,
    }  # fmt: skip
    if "owner" not in definition and "owner" in shared:
        definition["owner"] = shared["owner"]
    if shared.get("errors"):
        definition["errors"] = [*shared["errors"], *value.get("errors", ())]
    mode = mode_of(action)
    block: dict[str, Any] = {
        "timeoutMs": TIMEOUTS["composite" if type == "composite" else mode],
        **shared.get("execution", {}).get(mode, {}),
        **value.get("execution", {}),
    }
    block["retry"] = {**_NO_RETRY, **block.get("retry", {})}
    definition["execution"] = block
    return definition


def references_of(value: Mapping[str, Any], pointer: Pointer = ()) -> list[Reference]:
    """List whom a capability names."""
    references: list[Reference] = []
    for i, target in enumerate(value.get("semanticIds", ())):
        references.append(Reference("semanticIds", "resource", target, (*pointer, "semanticIds", i)))
    for key in ("knowledgeReferences", "knowledgeRefs"):
        for i, target in enumerate(value.get(key, ())):
            references.append(Reference("knowledge", "page", target, (*pointer, key, i)))
    if "resource" in value.get("target", ()):
        references.append(
            Reference("target", "resource", value["target"]["resource"], (*pointer, "target", "resource"))
        )
    for i, step in enumerate(value.get("steps", ())):
        references.append(Reference("step", "capability", step["capability"], (*pointer, "steps", i, "capability")))
    verification = value.get("verification", {})
    if "capability" in verification:
        place = (*pointer, "verification", "capability")
        references.append(Reference("verification", "capability", verification["capability"], place))
    navigation = value.get("navigation", {})
    if "page" in navigation:
        page = f"ui.{navigation['page']}"
        references.append(Reference("navigation", "resource", page, (*pointer, "navigation", "page")))
        if "tab" in navigation:
            tab = f"{page}.{navigation['tab']}"
            references.append(Reference("navigation", "resource", tab, (*pointer, "navigation", "tab")))
    return references + successor(value, "capability", pointer)
