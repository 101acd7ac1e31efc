"""Texts in the one form in which equal characters are equal bytes (Unicode NFC)."""

from collections.abc import Mapping
from typing import Any
from unicodedata import is_normalized, normalize


def compose(value: Any) -> Any:
    """Compose every text of a JSON value, keys included. Raises `ValueError` where two keys become one."""
    if isinstance(value, str):
        return value if value.isascii() or is_normalized("NFC", value) else normalize("NFC", value)
    if value.__class__ is list:
        return [compose(item) for item in value]
    if value.__class__ is dict or isinstance(value, Mapping):
        # Most keys and texts are ASCII, and a call each would take longer than all else.
        composed = {
            key if key.isascii() else compose(key): (
                item if item.__class__ is str and item.isascii() else compose(item)
            )
            for key, item in value.items()
        }
        if len(composed) < len(value):
            twice = next(key for key in value if key != compose(key))
            raise ValueError(f"the key `{compose(twice)}` is written in two forms that look the same")
        return composed
    if isinstance(value, (list, tuple)):
        return [compose(item) for item in value]
    return value
