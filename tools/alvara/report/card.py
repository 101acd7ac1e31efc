"""A definition for people: its name and place, then each key with its value, indented."""

from collections.abc import Iterator, Mapping
from typing import Any

from alvara.report.escape import visible

_WIDE = 100
"""Columns. A list of words that is longer is written one below the other."""


def render(title: str, place: str, definition: Mapping[str, Any]) -> str:
    """Write one definition. What the title says already is left to the title."""
    lines = [visible(title), f"  {visible(place)}", "", *_entries(definition, 2)]
    return "\n".join(lines) + "\n"


def _entries(value: Mapping[str, Any], indent: int) -> Iterator[str]:
    width = max((len(visible(key)) for key, item in value.items() if _in_line(item, _WIDE) is not None), default=0)
    for key, item in value.items():
        room = _WIDE - indent - width - 2
        words = _in_line(item, room)
        if words is not None:
            yield f"{' ' * indent}{visible(key):<{width}}  {words}".rstrip()
        else:
            yield f"{' ' * indent}{visible(key)}"
            yield from _lines(item, indent + 2)


def _lines(value: Any, indent: int) -> Iterator[str]:
    if isinstance(value, Mapping):
        yield from _entries(value, indent)
        return
    for item in value:
        words = _in_line(item, _WIDE - indent - 2)
        if words is not None:
            yield f"{' ' * indent}- {words}"
        else:
            first, *others = _lines(item, indent + 2)
            yield f"{' ' * indent}- {first.lstrip(' ')}"
            yield from others


def _in_line(value: Any, room: int) -> str | None:
    """Write a value within a line, None where it takes lines of its own."""
    if not value and isinstance(value, (Mapping, list, tuple)):
        return "none"
    if not isinstance(value, (Mapping, list, tuple)):
        return _word(value)
    items = list(value.values() if isinstance(value, Mapping) else value)
    if any(isinstance(item, (Mapping, list, tuple)) for item in items):
        return None
    keys = [f"{visible(key)}: " for key in value] if isinstance(value, Mapping) else [""] * len(items)
    line = ", ".join(key + _word(item) for key, item in zip(keys, items, strict=True))
    return line if len(line) <= room else None


def _word(value: Any) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return visible(str(value))
