"""Routes into a value as the schema library gives them, and as they are."""

from collections.abc import Iterable
from typing import Any

from alvara.diagnostics.site import Pointer


def route(value: Any, steps: Iterable[str | int]) -> Pointer:
    """Restore the route to a place in a value: the library turns keys that read as numbers into numbers."""
    found: list[str | int] = []
    for step in steps:
        if isinstance(value, dict) and step not in value:
            step = next((key for key in value if _reads_as(key, step)), step)
        found.append(step)
        value = value[step]
    return tuple(found)


def _reads_as(key: str, step: str | int) -> bool:
    digits = key.removeprefix("+")
    return len(digits) <= 40 and digits.isascii() and digits.isdigit() and int(digits) == step
