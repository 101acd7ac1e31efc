"""Texts in the one form in which equal characters are equal bytes (Unicode NFC)."""

from collections.abc import Mapping
from typing import Any
from unicodedata import is_normalized, normalize


def compose(value: Any) -> Any:
    """Compose every text of a JSON value, keys included. Raises `ValueError` where two keys become one."""
    if isinstance(value, str):
        return value if value.isascii() or is_normalized("NFC", value) else normalize("NFC", value)
    if isinstance(value, Mapping):
        composed = {compose(key): compose(item) for key, item in value.items()}
        if len(composed) < len(value):
            twice = next(key for key in value if key != compose(key))
            raise ValueError(f"the key `{compose(twice)}` is written in two forms that look the same")
        return composed
    if isinstance(value, (list, tuple)):
        return [compose(item) for item in value]
    return value
