"""Changes to a text that leave every other character as it is."""

import re
from collections.abc import Iterable
from typing import NamedTuple

_LINE_END = re.compile(r"\r\n|\n|\r")


class Edit(NamedTuple):
    """The characters from `start` to `end` (exclusive) give way to `text`; equal offsets insert."""

    start: int
    end: int
    text: str


def apply(text: str, edits: Iterable[Edit]) -> str:
    """Make some edits, in whatever order they come. Two that overlap are a mistake of the caller."""
    pieces, position = [], 0
    for edit in sorted(edits):
        if edit.start < position:
            raise ValueError(f"two edits overlap at character {edit.start}")
        pieces += [text[position : edit.start], edit.text]
        position = edit.end
    return "".join([*pieces, text[position:]])


def line_end_of(text: str) -> str:
    """Tell how the lines of a text end, for the lines that are added to it."""
    found = _LINE_END.search(text)
    return found.group() if found else "\n"


def line_start(text: str, offset: int) -> int:
    """Give the offset at which the line of a character begins."""
    return max(text.rfind("\n", 0, offset), text.rfind("\r", 0, offset)) + 1


def line_stop(text: str, offset: int) -> int:
    """Give the offset at which the line of a character ends, before its line end."""
    found = _LINE_END.search(text, offset)
    return found.start() if found else len(text)


def next_line(text: str, offset: int) -> int:
    """Give the offset at which the line after that of a character begins."""
    found = _LINE_END.search(text, offset)
    return found.end() if found else len(text)
