"""Authors' words in messages: quoted, and never longer than a line can bear."""

from json import dumps
from typing import Any

LONGEST = 80


def quoted(value: Any) -> str:
    """Show a value between backticks, the middle of a long one left out."""
    text = value if isinstance(value, str) else _written(value)
    return f"`{text}`" if len(text) <= LONGEST else f"`{text[: LONGEST - 20]}...{text[-16:]}`"


def _written(value: Any) -> str:
    if isinstance(value, (dict, list)) and len(value) > LONGEST:
        return "{...}" if isinstance(value, dict) else "[...]"
    try:
        return dumps(value, ensure_ascii=False)
    except (RecursionError, ValueError):
        return "..."
