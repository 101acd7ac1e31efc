"""Where a Markdown page names things: in code spans, in `[[links]]`. In prose and in code blocks nobody can tell."""

import re
from bisect import bisect_right
from collections.abc import Iterator

from alvara.sources.markdown import links
from alvara.sources.stretches import Stretch, Stretches

LINE_END = re.compile(r"\r\n|\n|\r")
_TICKS = re.compile(r"`+")
_COMMAND = re.compile(r"\s*(?:\$\s*)?alvara\s")
LINK = "[["
"""The key of the stretches that a link names its target by."""


def markdown_names(body: str, offset: int) -> Stretches:
    """Yield the stretches of a body, counted from `offset`: the names by themselves, everything between them open."""
    lines = [0, *(end.end() for end in LINE_END.finditer(body)), len(body)]
    found = [Stretch(*span, "words" if _COMMAND.match(body, span[0]) else "whole") for span in _spans(body, lines)]
    for link in links(body, 1):
        start = lines[link.line - 1]
        found.append(Stretch(start + link.column - 1, start + link.end_column - 1, "whole", LINK))
    position = 0
    for stretch in sorted(found):
        if stretch.start < position:
            continue
        yield Stretch(position + offset, stretch.start + offset, "open")
        yield Stretch(stretch.start + offset, stretch.end + offset, stretch.mode, stretch.key)
        position = stretch.end
    yield Stretch(position + offset, len(body) + offset, "open")


def _spans(body: str, lines: list[int]) -> Iterator[tuple[int, int]]:
    """Yield the insides of code spans: ticks that as many ticks close, within one block of prose."""
    if "`" not in body:
        return
    from markdown_it import MarkdownIt

    for token in MarkdownIt("commonmark").disable("inline").parse(body):
        if token.type == "inline" and token.map is not None:
            yield from _spans_within(body, lines[token.map[0]], lines[min(token.map[1], len(lines) - 1)])


def _spans_within(body: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    runs = [(run.start(), run.end()) for run in _TICKS.finditer(body, start, end)]
    lengths: dict[int, list[int]] = {}
    for number, (first, last) in enumerate(runs):
        lengths.setdefault(last - first, []).append(number)
    number = 0
    while number < len(runs):
        first, last = runs[number]
        if _is_escaped(body, first):
            first += 1  # that tick is a character like any other
        alike = lengths.get(last - first, [])
        following = bisect_right(alike, number)
        if first < last and following < len(alike):
            number = alike[following]
            yield last, runs[number][0]
        number += 1


def _is_escaped(body: str, position: int) -> bool:
    before = body[:position] if position < 64 else body[position - 64 : position]
    return (len(before) - len(before.rstrip("\\"))) % 2 == 1
