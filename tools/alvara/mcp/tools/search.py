"""What there is, by its words."""

from collections.abc import Mapping
from typing import Any

from alvara.mcp.arguments import LIMIT, OFFSET, USUAL_LIMIT, text
from alvara.mcp.tool import Tool
from alvara.mcp.window import Window
from alvara.registry.findable import Found

_TEXT = text("Words, or the beginnings of words; what has all of them is found.")
_KINDS: Mapping[str, Any] = {
    "type": "array", "items": {"type": "string", "enum": ["resource", "capability", "policy"]}, "maxItems": 3,
    "description": "Only these kinds.",
}  # fmt: skip


def _answer(window: Window, arguments: Mapping[str, Any]) -> dict[str, Any]:
    found = window.registry.find(arguments["text"], kinds=arguments.get("kinds"))
    shown = [each for each in found if window.knows(each.kind, each.id)]
    start = arguments.get("offset", 0)
    page = shown[start : start + arguments.get("limit", USUAL_LIMIT)]
    matches = [{**each._asdict(), "name": _name(window, each)} for each in page]
    return {"format": "alvara.search/1", "total": len(shown), "matches": matches}


def _name(window: Window, found: Found) -> str:
    if found.kind == "policy":
        policy = window.policy(found.id)
        return "" if policy is None else window.tell(policy.description or policy.id)
    get = window.registry.get_resource if found.kind == "resource" else window.registry.get_capability
    shown = get(found.id)
    return "" if shown is None else window.tell(shown.name)


SEARCH = Tool(
    "search", "Find things by their words",
    "Finds resources, capabilities and policies whose ID, alias, name, label or synonym has the words, accents and "
    "case aside. Changes nothing.",
    {"text": _TEXT, "kinds": _KINDS, "limit": LIMIT, "offset": OFFSET}, ("text",), "search-1", _answer,
)  # fmt: skip
