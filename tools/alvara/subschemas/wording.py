"""Authors' words in messages: quoted, and never longer than a line can bear."""

from json import dumps
from typing import Any

LONGEST = 80


def quoted(value: Any) -> str:
    """Show a value between backticks, the middle of a long one left out."""
    text = value if isinstance(value, str) else _written(value)
    return f"`{text}`" if len(text) <= LONGEST else f"`{text[: LONGEST - 20]}...{text[-16:]}`"


def shown(value: Any) -> str:
    """Name a value that stands in the wrong place; maps and lists are not shown."""
    if value is None:
        return "nothing"
    if isinstance(value, (dict, list)):
        return "a map" if isinstance(value, dict) else "a list"
    if isinstance(value, str) and (value in ("true", "false", "null") or value[:1] in "-0123456789"):
        return quoted(f'"{value}"')
    return quoted(value)


def _written(value: Any) -> str:
    if isinstance(value, (dict, list)) and len(value) > LONGEST:
        return "{...}" if isinstance(value, dict) else "[...]"
    try:
        return dumps(value, ensure_ascii=False)
    except (RecursionError, ValueError):
        return "..."
