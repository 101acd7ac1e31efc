"""What a value is, and why a keyword of a schema does not take it, in the words of somebody who writes YAML."""

from collections.abc import Callable, Mapping
from typing import Any

from alvara.diagnostics.wording import listed
from alvara.identity.suggestions import did_you_mean

TYPES: Mapping[type, str] = {dict: "a map", list: "a list", type(None): "nothing"}
"""What is named rather than shown."""

_WANTED = {
    "string": "a text", "object": "a map", "array": "a list", "integer": "a whole number", "number": "a number",
    "boolean": "true or false", "null": "nothing",
}  # fmt: skip


def object_to(kind: str, error: Any, value: Any, shown: str, description: str) -> tuple[str, str]:
    """Give a message and a tip. `shown` is the value as written, `description` what the schema says of it."""
    if "date" in error.schema_path:
        return f"{shown} is not a day", "write days as YYYY-MM-DD"
    if kind == "Type":
        wanted = " or ".join(_WANTED[type] for type in _WANTED if type in error.kind.types)
        return f"{shown} stands where {wanted} is wanted", _conversion(value, error.kind.types)
    if kind == "Enum":
        options = [option for option in error.kind.options if isinstance(option, str)]
        listed = ", ".join(f"`{option}`" for option in options)
        meant = did_you_mean(value, options) if isinstance(value, str) else ""
        return f"{shown} is not one of {listed}", meant or "write one of them"
    if kind == "Pattern":
        return f"{shown} does not fit `{error.kind.pattern}`", description
    if kind in _MEASURES:
        return _MEASURES[kind](error.kind.limit, value, shown), description if kind == "MaxProperties" else ""
    return f"{shown} does not fit: {error.message[:120]}".replace("\n", " "), description


def _conversion(value: Any, types: list[str]) -> str:
    """The way out where a value is the wanted one, written the wrong way."""
    if "string" in types and isinstance(value, (int, float)):
        return "put it in double quotes"
    if "string" in types and isinstance(value, (list, dict)):
        return f"a text that starts with `{'[' if isinstance(value, list) else '{'}` needs quotes round it"
    if "array" in types and isinstance(value, str):
        return "write a list, even where it has one item"
    return "write `true` or `false`" if types == ["boolean"] else ""


_MEASURES: Mapping[str, Callable[[Any, Any, str], str]] = {
    "Minimum": lambda limit, value, shown: f"{shown} is less than {limit}, the least allowed",
    "Maximum": lambda limit, value, shown: f"{shown} is more than {limit}, the most allowed",
    "MinLength": lambda limit, value, shown: "an empty text stands here",
    "MaxLength": lambda limit, value, shown: f"the text has {len(value)} characters; at most {limit} are allowed",
    "MinItems": lambda limit, value, shown: "the list is empty",
    "MaxItems": lambda limit, value, shown: f"the list has {len(value)} items; at most {limit} are allowed",
    "MinProperties": lambda limit, value, shown: "the map is empty",
    "MaxProperties": lambda limit, value, shown: f"{_listed(value)} stand here together; {limit} is allowed",
}


def _listed(keys: Mapping[str, Any]) -> str:
    return listed(f"`{key}`" for key in keys)
