"""Capabilities in the shapes of tool APIs: what a program hands to a model, one tool a capability."""

from collections.abc import Iterable, Sequence
from typing import Any, Literal, get_args

from alvara.bundle.public import PublicCapability
from alvara.exports.anthropic_tools import anthropic_tool
from alvara.exports.mcp_tools import mcp_tool
from alvara.exports.openai_tools import openai_tool

Api = Literal["mcp", "openai", "anthropic"]
APIS: tuple[Api, ...] = get_args(Api)


def tools_for(api: Api, capabilities: Iterable[PublicCapability], locales: Sequence[str] = ()) -> list[dict[str, Any]]:
    """Give capabilities as the tools of an API, in their order; texts in the first of `locales` that they have."""
    make = {"mcp": mcp_tool, "openai": openai_tool, "anthropic": anthropic_tool}[api]
    return [make(capability, locales) for capability in capabilities]
