"""Blanks that say nothing: at the ends of lines, between a key and its value, and blank lines beyond one."""

import re
from collections.abc import Iterator

from alvara.documents.edit import Edit, line_end_of, line_stop, next_line
from alvara.documents.nodes import Mapping, Node, is_open, scalars, walk

_GAP = re.compile(r"[ \t]*:[ \t]+")


def spaced(text: str, root: Node) -> list[Edit]:
    """List the edits that tidy the blanks of a text, leaving alone what lies inside a scalar of several lines."""
    return [*_gaps(text, root), *_lines(text, _guarded(text, root))]


def _gaps(text: str, root: Node) -> Iterator[Edit]:
    for node, _ in walk(root):
        if isinstance(node, Mapping) and not node.flow:
            for key, value in node.entries:
                gap = text[key.end : value.start]
                if value.end > value.start and gap != ": " and _GAP.fullmatch(gap):
                    yield Edit(key.end, value.start, ": ")


def _guarded(text: str, root: Node) -> list[tuple[int, int]]:
    """List where blanks may be part of a text. The end of the file is, in a block scalar that no line end closes."""
    found = []
    for scalar in scalars(root):
        written, open_ended = text[scalar.start : scalar.end], is_open(text, scalar)
        if open_ended or "\n" in written or "\r" in written:
            found.append((scalar.start, scalar.end + open_ended))
    return found


def _lines(text: str, guarded: list[tuple[int, int]]) -> Iterator[Edit]:
    """Cut the ends of lines and the surplus of blank lines; end the last line."""
    ahead = iter(guarded)
    guard = next(ahead, None)
    start, held = 0, Edit(0, 0, "")  # the blank line before this one, as the edit that would remove it
    blank = True
    while start < len(text):
        stop, end = line_stop(text, start), next_line(text, start)
        trimmed = start + len(text[start:stop].rstrip(" \t"))
        while guard and guard[1] <= trimmed:
            guard = next(ahead, None)
        inside = guard is not None and any(guard[0] <= offset < guard[1] for offset in (trimmed, stop))
        if trimmed == start and not inside:
            if blank:
                yield Edit(start, end, "")
            else:
                blank, held = True, Edit(start, end, "")
        else:
            if held.end > held.start:
                yield Edit(held.start, line_stop(text, held.start), "")
            blank, held = False, Edit(0, 0, "")
            if not inside:
                yield Edit(trimmed, stop, "")
                if stop == end:
                    yield Edit(end, end, line_end_of(text))
        start = end
    yield held
