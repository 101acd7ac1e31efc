"""Arguments that several tools take."""

from collections.abc import Mapping
from typing import Any

ID: Mapping[str, Any] = {
    "type": "string", "minLength": 1, "maxLength": 200,
    "description": "An ID such as `order.deadline`, an alias, or an ID that it had before.",
}  # fmt: skip
KIND: Mapping[str, Any] = {
    "type": "string", "enum": ["resource", "capability", "policy"],
    "description": "Only this kind; without it, all that have the name.",
}  # fmt: skip
PAGE: Mapping[str, Any] = {
    "type": "string", "minLength": 1, "maxLength": 200,
    "description": "The page that is open: `x` is the resource `ui.x`.",
}  # fmt: skip
TAB: Mapping[str, Any] = {
    "type": "string", "minLength": 1, "maxLength": 200, "description": "The tab of that page that is open.",
}  # fmt: skip
FOCUS: Mapping[str, Any] = {
    "type": "string", "minLength": 1, "maxLength": 200, "description": "The ID of the resource that has the focus.",
}  # fmt: skip
SELECTION: Mapping[str, Any] = {
    "type": "string", "minLength": 1, "maxLength": 200, "description": "The ID of the record that is selected.",
}  # fmt: skip
LOCALE: Mapping[str, Any] = {
    "type": "string", "minLength": 2, "maxLength": 35, "description": "The language, such as `pt-BR`.",
}  # fmt: skip
LIMIT: Mapping[str, Any] = {
    "type": "integer", "minimum": 1, "maximum": 50, "description": "How many to give; 20 where it is left out.",
}  # fmt: skip
OFFSET: Mapping[str, Any] = {
    "type": "integer", "minimum": 0, "maximum": 1_000_000, "description": "How many of the first to pass over.",
}  # fmt: skip
USUAL_LIMIT = 20


def screen(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Take where the user is out of the arguments of a call."""
    return {key: arguments.get(key) for key in ("page", "tab", "focus", "selection")}
