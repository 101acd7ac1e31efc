"""What can be done here."""

from collections.abc import Mapping
from typing import Any

from alvara.mcp.arguments import FOCUS, LIMIT, OFFSET, PAGE, SELECTION, TAB, USUAL_LIMIT, screen
from alvara.mcp.tool import Tool
from alvara.mcp.window import Window
from alvara.report.discovery_json import document


def _texts(description: str) -> Mapping[str, Any]:
    item = {"type": "string", "minLength": 1, "maxLength": 200}
    return {"type": "array", "items": item, "maxItems": 50, "description": description}


_NARROWED: Mapping[str, Mapping[str, Any]] = {
    "domain": _texts("Only these parts of the business."),
    "action": _texts("Only these actions, such as `update` or `navigate`."),
    "risk": _texts("Only these risks: read, low, medium, high, critical."),
}


def _answer(window: Window, arguments: Mapping[str, Any]) -> dict[str, Any]:
    return document(
        window.registry.discover(
            limit=arguments.get("limit", USUAL_LIMIT), offset=arguments.get("offset", 0), **screen(arguments),
            **{key: arguments[key] for key in _NARROWED if key in arguments}, **window.asking,
        )
    )  # fmt: skip


DISCOVER = Tool(
    "discover", "List what can be done here",
    "Lists the capabilities that apply where the user is, the nearest first: on a page, a tab, a thing. Without any of "
    "these, all that there are. Gives each one's risk and what the user is asked before it. Changes nothing.",
    {"page": PAGE, "tab": TAB, "focus": FOCUS, "selection": SELECTION, **_NARROWED, "limit": LIMIT, "offset": OFFSET},
    (), "discovery-1", _answer,
)  # fmt: skip
