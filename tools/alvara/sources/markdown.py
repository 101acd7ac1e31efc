"""The `[[links]]` in the prose of a Markdown page, code left out."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

_LINK = re.compile(r"\[\[([^\[\]\n|#]+)(?:[#|][^\[\]\n]*)?\]\]")
_MAY_HOLD_CODE = re.compile(r"`|~~~|<|\\|^(?: {4}|\t)", re.MULTILINE)


class Link(NamedTuple):
    """One link: what it names, and the line and columns of that name (from 1, end exclusive)."""

    target: str
    line: int
    column: int
    end_column: int


def links(body: str, first_line: int) -> Iterator[Link]:
    """Yield the links of a page's body, in the order of the text. A `|` starts a caption, a `#` a heading."""
    if "[[" not in body:
        return
    lines = body.splitlines()
    # A page without code needs no Markdown parser to tell prose from code, and most have none.
    blocks = _prose(body) if _MAY_HOLD_CODE.search(body) else [((0, len(lines)), None)]
    for (first, last), wanted in blocks:
        for row in range(first, last):
            for found in _LINK.finditer(lines[row]):
                if wanted is not None:
                    if not wanted[found.group(0)]:
                        continue
                    wanted[found.group(0)] -= 1
                column = found.start(1) + 1
                yield Link(found.group(1).strip(), row + first_line, column, column + len(found.group(1)))


def _prose(body: str) -> Iterator[tuple[tuple[int, int], Counter[str] | None]]:
    """Yield each block of prose: its lines (end exclusive) and the links that stand in it outside code spans."""
    from markdown_it import MarkdownIt

    for token in MarkdownIt("commonmark").parse(body):
        if token.type == "inline" and token.map is not None:
            prose = " ".join(child.content for child in token.children or () if child.type == "text")
            yield (token.map[0], token.map[1]), Counter(found.group(0) for found in _LINK.finditer(prose))
