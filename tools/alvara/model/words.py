"""Words of people: a plain list, or for each locale a text or a list."""

from collections.abc import Iterator, Mapping
from typing import Any

from alvara.diagnostics.site import Pointer


def rows_of_words(block: Any) -> list[list[str]]:
    """Give the words, list by list; a text that stands alone is a list of one."""
    if isinstance(block, list):
        return [block]
    return [[own] if isinstance(own, str) else own for own in block.values()]


def placed_words(block: Any, pointer: Pointer) -> Iterator[tuple[str, Pointer]]:
    """Yield every word with its place, in the order in which they stand; nothing from what holds no words."""
    items = block.items() if isinstance(block, Mapping) else enumerate(block) if isinstance(block, list) else ()
    for step, value in items:
        if isinstance(value, str):
            yield value, (*pointer, step)
        else:
            yield from placed_words(value, (*pointer, step))


def lists_of_words(block: Any, pointer: Pointer) -> Iterator[tuple[Pointer, list[str]]]:
    """Yield each list of several words, with its place. A text that stands alone is no list."""
    lists = [(pointer, block)] if isinstance(block, list) else [((*pointer, k), v) for k, v in block.items()]
    for place, words in lists:
        if isinstance(words, list) and len(words) > 1:
            yield place, words
