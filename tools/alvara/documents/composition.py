"""Texts whose accented letters are stored in pieces, as a letter and a mark, instead of whole."""

import re
from collections import Counter
from collections.abc import Hashable, Iterator
from typing import Any
from unicodedata import is_normalized, normalize

from alvara.diagnostics.site import Pointer
from alvara.documents.document import Problem
from alvara.documents.edit import Edit, next_line
from alvara.documents.text import split_lines

_ESCAPE = re.compile(r"\\[uUx]")


def decomposed_texts(text: str, first_line: int) -> Iterator[Problem]:
    """Yield the keys and values that are not in Normalization Form C. IDs and aliases have their own convention."""
    if is_normalized("NFC", text) and not ("\\" in text and _ESCAPE.search(text)):
        return
    from alvara.documents.marks import is_scalar, span_of_event  # only now is a parser worth its import
    from alvara.documents.places import walk

    lines = split_lines(text)
    for pointer, part, event in walk(text):
        if is_scalar(event) and _is_decomposed(pointer, part, event.value):
            message = f"`{event.value[:60]}` is not in the composed form of Unicode (NFC)"
            yield Problem("text-not-nfc", message, span_of_event(event, lines, first_line), pointer)


def compositions(text: str) -> Iterator[Edit]:
    """Yield what composes those keys and values, each in the style that it has.

    What would then stand twice in its map or its list is left: which of the two was meant, nobody can tell.
    """
    from alvara.documents.marks import is_scalar
    from alvara.documents.places import walk

    scalars = [(pointer, part, event) for pointer, part, event in walk(text) if is_scalar(event)]
    taken = Counter(_name(pointer, part, event.value) for pointer, part, event in scalars)
    for pointer, part, event in scalars:
        name = _name(pointer, part, event.value)
        if _is_decomposed(pointer, part, event.value) and (name is None or taken[name] == 1):
            yield from _composed(text, event)


def _is_decomposed(pointer: Pointer, part: str, value: str) -> bool:
    if is_normalized("NFC", value):
        return False
    own = pointer[2:] if pointer[:1] == ("resources",) else pointer
    return part == "key" or not (own == ("id",) or own[:1] == ("aliases",))


def _name(pointer: Pointer, part: str, value: str) -> Hashable:
    """Give what tells a key from the others of its map, or an item from those of its list; None for other values."""
    if part == "key":
        return tuple(normalize("NFC", step) if isinstance(step, str) else step for step in pointer)
    if pointer and isinstance(pointer[-1], int):
        return pointer[:-1], normalize("NFC", value)
    return None


def _composed(text: str, event: Any) -> Iterator[Edit]:
    """Compose the characters of a scalar. Marks that are written as escapes need the text to be quoted anew."""
    start, end = event.start_mark.index, event.end_mark.index
    if event.anchor is not None or event.tag is not None:
        return
    if event.style in ("|", ">"):
        start = next_line(text, start)  # a comment may stand behind the mark of a block
    written, value = text[start:end], normalize("NFC", event.value)
    if event.style != '"' or "\\" not in written:
        yield Edit(start, end, normalize("NFC", written))
        return
    from json import dumps

    if _reads(composed := normalize("NFC", written), value):
        yield Edit(start, end, composed)
    elif value.isprintable() and len(split_lines(written)) == 1:
        yield Edit(start, end, dumps(value, ensure_ascii=False))


def _reads(written: str, value: str) -> bool:
    """Whether a scalar in quotes means a text. A mark may have been taken into the digits of an escape before it."""
    from yaml import YAMLError

    from alvara.documents.nodes import Scalar, parse

    try:
        found = parse(written)
    except YAMLError:
        return False
    return isinstance(found, Scalar) and found.value == value
