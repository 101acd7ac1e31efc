"""Capabilities as tools of the Model Context Protocol, the items of `tools/list`."""

from collections.abc import Sequence
from typing import Any

from alvara.bundle.public import PublicCapability
from alvara.bundle.wire import thaw
from alvara.exports.argument_schemas import argument_schema
from alvara.model.capability import NAVIGATIONS, READS
from alvara.registry.locales import in_first

META = "dev.alvara/capability"
"""The key of `_meta` under which a tool says which capability it is."""


def mcp_tool(capability: PublicCapability, locales: Sequence[str]) -> dict[str, Any]:
    """Give a capability as a tool. An output that is no object is left out: older clients refuse the whole list by it.

    Annotations say what public facts tell, and nothing where they do not: the protocol then assumes the worst.
    """
    tool: dict[str, Any] = {
        "name": capability.wire_name,
        "title": in_first(locales, capability.name),
        "description": in_first(locales, capability.description),
        "inputSchema": argument_schema(capability.input_schema),
    }
    if has_object_output(capability):
        tool["outputSchema"] = thaw(capability.output_schema)
    tool["annotations"] = _annotations(capability)
    tool["_meta"] = {
        META: {
            "id": capability.id,
            "version": capability.version,
            "status": capability.status,
            "risk": capability.risk,
            "confirmation": thaw(capability.confirmation),
        }
    }
    return tool


def has_object_output(capability: PublicCapability) -> bool:
    """Whether a capability says that an object comes back."""
    schema = thaw(capability.output_schema)
    return isinstance(schema, dict) and schema.get("type") == "object"


def _annotations(capability: PublicCapability) -> dict[str, bool]:
    """Tell what reads, what takes nothing away, and what stays within the application.

    What creates only adds, unless its risk is that of what cannot be undone.
    """
    reads = capability.action in READS
    harmless = reads or capability.action in NAVIGATIONS
    adds = capability.action == "create" and capability.risk != "critical"
    hints = {"readOnlyHint": reads, "destructiveHint": not (harmless or adds)}
    return {**hints, "openWorldHint": False} if harmless else hints
