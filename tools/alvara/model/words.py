"""Words of people: a plain list, or for each locale a text or a list."""

from collections.abc import Iterator
from typing import Any

from alvara.diagnostics.site import Pointer


def lists_of_words(block: Any, pointer: Pointer) -> Iterator[tuple[Pointer, list[str]]]:
    """Yield each list of several words, with its place. A text that stands alone is no list."""
    lists = [(pointer, block)] if isinstance(block, list) else [((*pointer, k), v) for k, v in block.items()]
    for place, words in lists:
        if isinstance(words, list) and len(words) > 1:
            yield place, words
