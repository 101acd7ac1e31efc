"""Where each key and value of a document stands: asked only when there is something to show."""

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import yaml
from yaml._yaml import CParser

from alvara.diagnostics.site import START, Pointer, Site, Span
from alvara.documents.alignment import aligned, width
from alvara.documents.document import Document
from alvara.documents.marks import is_scalar, span_of_event
from alvara.documents.text import DEEPEST, line_starts, split_lines


class Places(NamedTuple):
    """The spans of one document: of each key and of each value, by pointer.

    `scalars` tell where a value begins in the text, how it is written, and what it is; `starts` are where each line
    begins. `aligned` remembers where the characters of those values stand that were asked for.
    """

    keys: Mapping[Pointer, Span]
    values: Mapping[Pointer, Span]
    scalars: Mapping[Pointer, tuple[int, str, str]]
    text: str
    lines: list[str]
    starts: list[int]
    first_line: int
    aligned: dict[Pointer, list[int] | None]

    def locate(self, site: Site) -> Span:
        """Make a site concrete. Where the entry is absent, the closest thing around it that is there answers."""
        if site.span is not None:
            return site.span
        pointer = site.pointer
        while pointer and pointer not in self.values:
            pointer = pointer[:-1]
        if pointer == site.pointer and site.part == "key" and pointer in self.keys:
            return self.keys[pointer]
        span = self.values.get(pointer, START)
        if site.within is not None and pointer == site.pointer:
            return self._within(pointer, span, site.within)
        return span

    def written(self, pointer: Pointer) -> str:
        """The characters of a one-line value as its author wrote them."""
        span = self.values[pointer]
        return self.lines[span.line - self.first_line][span.column - 1 : span.end_column - 1]

    def after(self, span: Span) -> str:
        """The rest of the line behind a span."""
        return self.lines[span.end_line - self.first_line][span.end_column - 1 :]

    def _within(self, pointer: Pointer, span: Span, within: tuple[int, int]) -> Span:
        """Narrow a value to some of its characters, or to those of them that stand on the first one's line."""
        start, style, value = self.scalars.get(pointer, (0, "", ""))
        if pointer not in self.aligned:
            self.aligned[pointer] = aligned(self.text, start, style, value)
        places = self.aligned[pointer]
        if places is None or within[1] >= len(places):
            return span
        line, column = self._position(places[within[0]])
        final = places[max(within[1] - 1, within[0])]
        last, end = self._position(final)
        if last > line:
            end = len(self.lines[line - self.first_line].rstrip()) + 1
        else:
            end += width(self.text, final, style)
        return Span(line, column, line, max(end, column + 1))

    def _position(self, index: int) -> tuple[int, int]:
        """Give the line and column of a character of the text."""
        row = bisect_right(self.starts, index) - 1
        return row + self.first_line, index - self.starts[row] + 1


def places_of(document: Document) -> Places:
    """Walk the events of a document once more and keep every span. A text that breaks off gives what came before."""
    keys: dict[Pointer, Span] = {}
    values: dict[Pointer, Span] = {}
    scalars: dict[Pointer, tuple[int, str, str]] = {}
    lines = split_lines(document.text)
    opened: list[bool] = []
    for pointer, part, event in walk(document.text):
        if part == "end":
            if opened.pop():
                values[pointer] = _closed(values[pointer], event, document.first_line)
            continue
        span = span_of_event(event, lines, document.first_line)
        if part == "key":
            keys.setdefault(pointer, span)
            continue
        first = pointer not in values
        if first:
            values[pointer] = span
        if not is_scalar(event):
            if not isinstance(event, yaml.AliasEvent):
                opened.append(first)
        elif first:
            scalars[pointer] = (event.start_mark.index, event.style or "", event.value)
    return Places(keys, values, scalars, document.text, lines, line_starts(document.text), document.first_line, {})


def walk(text: str) -> Iterator[tuple[Pointer, str, Any]]:
    """Yield (pointer, "key", "value" or "end", event) in the order of the text, as far as it parses."""
    parser = CParser(text)
    route: list[str | int] = []
    frames: list[list[Any]] = []
    try:
        while True:
            event: Any = parser.get_event()
            if event is None or isinstance(event, yaml.DocumentEndEvent):
                return
            if isinstance(event, (yaml.StreamStartEvent, yaml.DocumentStartEvent)):
                continue
            if isinstance(event, (yaml.MappingEndEvent, yaml.SequenceEndEvent)):
                yield tuple(route), "end", event
                frames.pop()
                if frames:
                    _advance(frames[-1], route)
                continue
            if frames and frames[-1][0] == "key":
                if not is_scalar(event):
                    return
                route.append(event.value)
                frames[-1][0] = "value"
                yield tuple(route), "key", event
                continue
            if frames and frames[-1][0] == "item":
                route.append(frames[-1][1])
            yield tuple(route), "value", event
            if isinstance(event, yaml.MappingStartEvent):
                frames.append(["key", 0])
            elif isinstance(event, yaml.SequenceStartEvent):
                frames.append(["item", 0])
            elif frames:
                _advance(frames[-1], route)
            if len(frames) > DEEPEST:
                return
    except yaml.YAMLError:
        return


def _closed(span: Span, end: Any, first_line: int) -> Span:
    """Narrow the place of a list or a map to where it ends, if that is on the line it begins on."""
    if end.end_mark.line + first_line != span.line or end.end_mark.column < span.column:
        return span
    return Span(span.line, span.column, span.line, end.end_mark.column + 1)


def _advance(frame: list[Any], route: list[str | int]) -> None:
    """A value is complete: the frame around it waits for its next key or item."""
    route.pop()
    if frame[0] == "value":
        frame[0] = "key"
    else:
        frame[1] += 1
