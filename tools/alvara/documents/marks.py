"""The parser's marks as places."""

from functools import lru_cache
from typing import Any

import yaml

from alvara.diagnostics.site import Span


def is_scalar(event: Any) -> bool:
    """Whether an event is a text, a number or another value without parts."""
    return isinstance(event, yaml.ScalarEvent)


def span_of_event(event: Any, lines: list[str], first_line: int) -> Span:
    """Say where an event stands: a scalar on one line exactly, anything else to the end of the line it begins on."""
    start, end = event.start_mark, event.end_mark
    row = min(start.line, len(lines) - 1)
    exact = end.line == start.line and not isinstance(event, (yaml.MappingStartEvent, yaml.SequenceStartEvent))
    end_column = end.column if exact else _width(lines[row])
    return Span(row + first_line, start.column + 1, row + first_line, max(end_column, start.column) + 1)


@lru_cache(maxsize=8)
def _width(line: str) -> int:
    """Count the characters of a line up to its blanks at the end; a long line may hold many lists."""
    return len(line.rstrip())
