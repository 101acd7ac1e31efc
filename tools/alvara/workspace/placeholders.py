"""The braces of a template: what stands between them, and which of them do not match."""

import re
from collections.abc import Iterator
from typing import Any

from alvara.diagnostics.site import Pointer

_BRACES = re.compile(r"\{([^{}]*)\}|[{}]")


Placeholder = tuple[str | None, Pointer, int, int]
"""A name between braces, the text it stands in, and where it begins and ends; no name where a brace has no partner."""


def placeholders(text: str, pointer: Pointer) -> Iterator[Placeholder]:
    """Yield the placeholders of a text, in its order."""
    for found in _BRACES.finditer(text):
        yield found.group(1), pointer, found.start(), found.end()


def placeholders_of(template: Any, pointer: Pointer) -> Iterator[Placeholder]:
    """Yield the placeholders of a human text, which is a text or one text a locale."""
    if isinstance(template, str):
        yield from placeholders(template, pointer)
    elif isinstance(template, dict):
        for locale, text in template.items():
            yield from placeholders(text, (*pointer, locale))
