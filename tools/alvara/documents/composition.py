"""Texts whose accented letters are stored in pieces, as a letter and a mark, instead of whole."""

import re
from collections.abc import Iterator
from unicodedata import is_normalized

from alvara.documents.document import Problem
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
        if not is_scalar(event) or is_normalized("NFC", event.value):
            continue
        own = pointer[2:] if pointer[:1] == ("resources",) else pointer
        if part == "key" or not (own == ("id",) or own[:1] == ("aliases",)):
            message = f"`{event.value[:60]}` is not in the composed form of Unicode (NFC)"
            yield Problem("text-not-nfc", message, span_of_event(event, lines, first_line), pointer)
