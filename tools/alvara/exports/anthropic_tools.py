"""Capabilities as tools of Anthropic's Messages API."""

from collections.abc import Sequence
from typing import Any

from alvara.bundle.public import PublicCapability
from alvara.exports.argument_schemas import argument_schema
from alvara.registry.locales import in_first


def anthropic_tool(capability: PublicCapability, locales: Sequence[str]) -> dict[str, Any]:
    """Give a capability as a tool."""
    return {
        "name": capability.wire_name,
        "description": in_first(locales, capability.description),
        "input_schema": argument_schema(capability.input_schema),
    }
