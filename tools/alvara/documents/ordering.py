"""The keys of a map in another order, each with the comment lines above it."""

import re
from collections.abc import Iterator, Sequence
from itertools import dropwhile

from alvara.documents.edit import Edit, line_end_of, line_start, line_stop, next_line
from alvara.documents.nodes import Mapping, Node, is_open, keeps_blanks, scalars

_OPENING = re.compile(r"( *)((?:- +)*)")
_SETTING = re.compile(r"#\s*(?:yaml-language-server:|-\*-|vim?:|!)")
"""A comment that is about the whole file, whatever key it stands above."""


def reordered(text: str, mapping: Mapping, order: Sequence[str], *, whole: bool = False) -> Edit | None:
    """Put the keys of a block map in order; None where they are, or where lines do not tell its entries apart.

    A key that is not in `order` stays behind the key it follows. `whole` says that the map is the document: a comment
    above its first key may be about the file, and then it stays at the top.
    """
    wanted = _wanted(mapping, order)
    if mapping.flow or wanted == sorted(wanted):
        return None
    keys = [key.start for key, _ in mapping.entries]
    first = line_start(text, keys[0])
    opening = _OPENING.fullmatch(text, first, keys[0])
    if is_open(text, list(scalars(mapping))[-1]):
        return None
    if opening is None or any(text[line_start(text, key) : key].strip(" ") for key in keys[1:]):
        return None
    column = keys[0] - first
    start = _below_header(text, first) if whole else first
    leads, bodies = [text[start:first]], []
    end = start
    for i, (key, value) in enumerate(mapping.entries):
        stop = line_start(text, keys[i + 1]) if i + 1 < len(keys) else None
        end = _end_of_entry(text, value, stop, column)
        bodies.append(text[key.start : end])
        leads.append(text[end:stop])
    keeps = [any(keeps_blanks(text, last) for last in list(scalars(value))[-1:]) for _, value in mapping.entries]
    moved, tight = [], True  # blank lines are not wanted at the top, and would join a scalar that keeps them
    for i in wanted:
        moved.append(("".join(_lead(leads[i], column, tight=tight)), bodies[i]))
        tight = keeps[i]
    while tight and end < len(text) and not text[end : line_stop(text, end)].strip():
        end = next_line(text, end)
    return Edit(start, end, _joined(moved, opening.group(1), opening.group(2), line_end_of(text)))


def _wanted(mapping: Mapping, order: Sequence[str]) -> list[int]:
    ranks: list[int] = []
    for key, _ in mapping.entries:
        before = ranks[-1] if ranks else -1
        ranks.append(order.index(key.value) if key.value in order else before)
    return sorted(range(len(ranks)), key=ranks.__getitem__)


def _below_header(text: str, first: int) -> int:
    """Find where the comment directly above the first key begins: settings, and what a blank line parts, stay."""
    start = first
    while start > 0:
        stop = start - (2 if text[:start].endswith("\r\n") else 1)
        line = text[line_start(text, stop) : stop].strip()
        if not line.startswith("#") or _SETTING.match(line):
            break
        start = line_start(text, stop)
    return start


def _end_of_entry(text: str, value: Node, stop: int | None, column: int) -> int:
    """Find where an entry ends: below deeper comments, and below one that a blank line parts from the next key."""
    end = value.end if text[value.end - 1] in "\r\n" else next_line(text, value.end)
    position = end
    while position < (len(text) if stop is None else stop):
        line = text[position : line_stop(text, position)]
        position = next_line(text, position)
        if line.strip() and not line.lstrip().startswith("#"):
            break
        if line.strip() and len(line) - len(line.lstrip(" ")) > column:
            end = position
    position = end
    while stop is not None and position < stop:
        line = text[position : line_stop(text, position)]
        if not line.strip():
            return position
        position = next_line(text, position)
    return end


def _lead(lead: str, column: int, *, tight: bool) -> Iterator[str]:
    """Yield the lines above a key, none deeper than the key, lest a block scalar above takes them for its own."""
    lines = lead.splitlines(keepends=True)
    for line in dropwhile(lambda line: not line.strip(), lines) if tight else lines:
        text = line.lstrip(" ")
        yield line if len(line) - len(text) <= column else " " * column + text


def _joined(entries: list[tuple[str, str]], indent: str, dashes: str, line_end: str) -> str:
    """Write entries one below the other; what stands above the first key of a list item goes above the item."""
    pieces = []
    for i, (lead, body) in enumerate(entries):
        if i == 0 and dashes:
            lead = "".join(indent + line.lstrip(" ") for line in lead.splitlines(keepends=True))
        pieces += [lead, indent, dashes if i == 0 else " " * len(dashes), body]
        if not body.endswith(("\n", "\r")):
            pieces.append(line_end)
    return "".join(pieces)
