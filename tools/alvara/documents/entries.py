"""Entries added to a map, and items taken out of a list, with every other byte as it was."""

import re
from collections.abc import Sequence as Several
from typing import NamedTuple

from alvara.documents.edit import Edit, line_end_of, line_start, next_line
from alvara.documents.nodes import Mapping, Node, Scalar, Sequence

_DASH = re.compile(r"(?m)^[ \t]*(-)(?=\s)")


class Entry(NamedTuple):
    """A key with its value, both as they are to be written; several values are those of a map of their own."""

    key: str
    value: str | tuple[tuple[str, str], ...]


def add_entries(text: str, mapping: Mapping, order: Several[str], entries: Several[Entry]) -> list[Edit]:
    """Add entries to a map that has some, each behind the last of those that come before it in an order of keys."""
    ranks = {key: rank for rank, key in enumerate(order)}
    behind: dict[int, list[Entry]] = {}
    for entry in sorted(entries, key=lambda entry: ranks.get(entry.key, len(ranks))):
        before = [
            (ranks[key.value], number)
            for number, (key, _) in enumerate(mapping.entries)
            if ranks.get(key.value, len(ranks)) < ranks.get(entry.key, len(ranks))
        ]
        behind.setdefault(max(before, default=(0, 0))[1], []).append(entry)
    return [add_behind(text, mapping, number, added) for number, added in behind.items()]


def add_behind(text: str, mapping: Mapping, number: int, added: Several[Entry]) -> Edit:
    """Add entries behind one of a map: on lines of their own, or behind commas where the map is in braces."""
    key, value = mapping.entries[number]
    end = line_end_of(text)
    if mapping.flow:
        lead = text[line_start(text, key.start) : key.start]
        has_line = not lead.strip() and "#" not in text[value.end : next_line(text, value.end)]
        comma = f",{end}{lead}" if has_line else ", "
        return Edit(value.end, value.end, "".join(f"{comma}{entry.key}: {_in_flow(entry.value)}" for entry in added))
    indent = " " * (mapping.start - line_start(text, mapping.start))  # a key may stand behind a question mark
    lines = [line for entry in added for line in _lines(entry, indent)]
    position = _line_below(text, value.end)
    if position == len(text) and text[-1] not in "\r\n":
        return Edit(position, position, "".join(end + line for line in lines))
    return Edit(position, position, "".join(line + end for line in lines))


def _in_flow(value: str | tuple[tuple[str, str], ...]) -> str:
    return value if isinstance(value, str) else f"{{{', '.join(f'{key}: {item}' for key, item in value)}}}"


def _lines(entry: Entry, indent: str) -> list[str]:
    if isinstance(entry.value, str):
        return [f"{indent}{entry.key}: {entry.value}"]
    return [f"{indent}{entry.key}:", *(f"{indent}  {key}: {item}" for key, item in entry.value)]


def rewritten(text: str, scalar: Scalar, word: str) -> Edit:
    """Write another word in the style that a scalar has. The word is one that any style can hold."""
    if scalar.style in ("|", ">"):  # only the word changes, and the line of its own stays
        old = scalar.value.strip()
        start = text.rindex(old, scalar.start, scalar.end)
        return Edit(start, start + len(old), word)
    quote = scalar.style if scalar.style in ("'", '"') else ""
    return Edit(scalar.start, scalar.end, f"{quote}{word}{quote}")


def take_out(text: str, items: Sequence, number: int) -> Edit:
    """Take an item out of a list of several, with the comments above it and the blank lines that set it off."""
    item = items.items[number]
    last = number == len(items.items) - 1
    if items.flow:
        if last:
            return Edit(items.items[number - 1].end, item.end, "")
        return Edit(item.start, items.items[number + 1].start, "")
    dash = _dash(text, items, number)
    if number > 0:
        return Edit(_own_end(text, items.items[number - 1], dash), _own_end(text, item, dash), "")
    start = line_start(text, dash)
    while (above := line_start(text, start - 1)) < start and text[above:start].lstrip(" \t").startswith("#"):
        start = above
    stop = _own_end(text, item, dash)
    while not last and stop < len(text) and not text[stop : next_line(text, stop)].strip():
        stop = next_line(text, stop)
    return Edit(start, stop, "")


def _dash(text: str, items: Sequence, number: int) -> int:
    """Find the dash of an item; between it and what comes before are blanks and comments."""
    item = items.items[number]
    start = items.items[number - 1].end if number else items.start
    found = [match.start(1) for match in _DASH.finditer(text, line_start(text, start), item.start + 1)]
    return found[-1] if found else item.start


def _own_end(text: str, item: Node, dash: int) -> int:
    """Give where the lines of an item end: a comment that is indented deeper than the dash belongs to it."""
    column = dash - line_start(text, dash)
    position = end = _line_below(text, item.end)
    while position < len(text):
        below = next_line(text, position)
        line = text[position:below]
        if line.strip() and not line.lstrip(" \t").startswith("#"):
            break
        if line.strip() and len(line) - len(line.lstrip(" \t")) > column:
            end = below
        position = below
    return end


def _line_below(text: str, offset: int) -> int:
    """Give the offset of the line below a value's last; a block of text ends with its line end."""
    return offset if offset and text[offset - 1] in "\r\n" else next_line(text, offset)
