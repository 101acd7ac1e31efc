"""What a name stands for."""

from collections.abc import Mapping
from typing import Any

from alvara.mcp.arguments import ID
from alvara.mcp.tool import BadArguments, Tool
from alvara.mcp.window import Window


def _answer(window: Window, arguments: Mapping[str, Any]) -> dict[str, Any]:
    name = arguments["id"]
    found = {"resource": window.resource(name), "capability": window.capability(name), "policy": window.policy(name)}
    if not any(found.values()):
        raise BadArguments("`id` names nothing here; `search` finds what there is by its words")
    shown = {kind: None if each is None else each.as_json() for kind, each in found.items()}
    return {"format": "alvara.get/1", **shown}


GET = Tool(
    "get", "Show what a name stands for",
    "Gives the resource, the capability and the policy that an ID or an alias stands for: what each is called, what a "
    "capability takes and gives, how risky it is and whether the user is asked first. Changes nothing.",
    {"id": ID}, ("id",), "get-1", _answer,
)  # fmt: skip
