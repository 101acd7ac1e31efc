"""Arguments that several tools take."""

from collections.abc import Mapping
from typing import Any

USUAL_LIMIT = 20


def text(description: str, longest: int = 200) -> Mapping[str, Any]:
    """Describe an argument that is a text with something in it."""
    return {"type": "string", "minLength": 1, "maxLength": longest, "description": description}


ID = text("An ID such as `order.deadline`, an alias, or an ID that it had before.")
KIND: Mapping[str, Any] = {
    "type": "string", "enum": ["resource", "capability", "policy"],
    "description": "Only this kind; without it, all that have the name.",
}  # fmt: skip
PAGE = text("The page that is open: `x` is the resource `ui.x`.")
TAB = text("The tab of that page that is open.")
FOCUS = text("The ID of the resource that has the focus.")
SELECTION = text("The ID of the record that is selected.")
LOCALE: Mapping[str, Any] = {**text("The language, such as `pt-BR`.", longest=35), "minLength": 2}
LIMIT: Mapping[str, Any] = {
    "type": "integer", "minimum": 1, "maximum": 50,
    "description": f"How many to give; {USUAL_LIMIT} where it is left out.",
}  # fmt: skip
OFFSET: Mapping[str, Any] = {
    "type": "integer", "minimum": 0, "maximum": 1_000_000, "description": "How many of the first to pass over.",
}  # fmt: skip


def screen(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Take where the user is out of the arguments of a call."""
    return {key: arguments.get(key) for key in ("page", "tab", "focus", "selection")}
