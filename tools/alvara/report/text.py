"""The report for people: each finding with its source line, then the counts."""

import unicodedata
from collections import Counter
from collections.abc import Iterator

from alvara.diagnostics.finding import Diagnostic, Severity
from alvara.report.escape import one_line, visible, visible_characters
from alvara.report.report import Report
from alvara.report.wording import frame_line, place, summary_line

_CROWD = 20
"""More findings than this of one rule and severity are not all shown..."""
_SHOWN = 10
"""...but only so many of them."""

_RELATED = 5
"""Places shown that take part in one finding."""

_GUTTER = "    | "
_NARROWEST = 20
_TAB = " " * 4
_BOLD = "1"
_COLOURS: dict[Severity, str] = {"error": "1;31", "warning": "1;33", "info": "1;34"}


def render(report: Report, *, colour: bool = False, width: int = 100) -> str:
    """Write the report for a terminal or a log; source lines are cut to `width`, other lines never."""
    blocks = finding_blocks(report.findings, colour=colour, width=width)
    notes = (f"note: {one_line(note)}" for note in report.notes)
    blocks.append("\n".join((*notes, frame_line(report), summary_line(report))))
    return "\n\n".join(blocks) + "\n"


def finding_blocks(findings: tuple[Diagnostic, ...], *, colour: bool = False, width: int = 100) -> list[str]:
    """Write each finding with its source line; of a crowd the first, and how many more there are."""
    shown, left_out = _thin_out(findings)
    blocks = ["\n".join(_finding(finding, colour, width)) for finding in shown]
    if left_out:
        unlisted = {(finding.severity, finding.rule) for finding in findings if finding.number > 1}
        blocks.append(
            "\n".join(
                f"... and {number} more of {_paint(severity, _COLOURS[severity], colour)}[{visible(rule)}];"
                f" --format json lists {'more of them' if (severity, rule) in unlisted else 'every one'}"
                for (severity, rule), number in left_out.items()
            )
        )
    return blocks


def _thin_out(findings: tuple[Diagnostic, ...]) -> tuple[list[Diagnostic], dict[tuple[Severity, str], int]]:
    """Keep the first findings of a crowd, and count those left out."""
    totals = Counter((finding.severity, finding.rule) for finding in findings)
    seen: Counter[tuple[Severity, str]] = Counter()
    numbers: Counter[tuple[Severity, str]] = Counter()
    shown = []
    for finding in findings:
        group = (finding.severity, finding.rule)
        seen[group] += 1
        numbers[group] += finding.number
        if totals[group] <= _CROWD or seen[group] <= _SHOWN:
            shown.append(finding)
    return shown, {group: numbers[group] - _SHOWN for group, total in totals.items() if total > _CROWD}


def _finding(finding: Diagnostic, colour: bool, width: int) -> Iterator[str]:
    where = _paint(place(finding), _BOLD, colour)
    severity = _paint(finding.severity, _COLOURS[finding.severity], colour)
    yield f"{where}: {severity}[{visible(finding.rule)}] {one_line(finding.message)}"
    source = (finding.source or "").rstrip(" \t")
    if source:
        line, indent, carets = _excerpt(finding, source, max(width - len(_GUTTER), _NARROWEST))
        yield f"{_GUTTER}{line}"
        yield f"{_GUTTER}{indent}{_paint(carets, _COLOURS[finding.severity], colour)}"
    if finding.help:
        yield f"  = help: {one_line(finding.help)}"
    for related in finding.related[:_RELATED]:
        yield f"  = also: {place(related)}: {one_line(related.message)}"
    if (left := len(finding.related) - _RELATED) > 0:
        yield f"  = also: {left} more {'place' if left == 1 else 'places'}; --format json lists every one"


def _excerpt(finding: Diagnostic, source: str, room: int) -> tuple[str, str, str]:
    """Show the part of the line round the span: its text, the blanks before the carets, the carets."""
    start = min(finding.column - 1, len(source))
    end = finding.end_column - 1 if finding.end_line == finding.line else len(source)

    # Further from the span than `room` characters nothing can be shown, however long the line is.
    first = max(start - room, 0)
    cells = _cells(source[first : start + room])
    widths = [_width(cell) for cell in cells]
    at = start - first
    while at > 0 and at < len(cells) and widths[at] == 0:
        at -= 1  # a mark stands on the character before it

    low, high = 0, len(cells)
    if len(cells) < len(source) or sum(widths) > room:
        low, high = _window(widths, at, room - 2)
    before = "…" if first + low > 0 else ""
    after = "…" if first + high < len(source) else ""
    blanks = len(before) + sum(widths[low:at])
    carets = sum(widths[at : min(end - first, high)])
    return before + "".join(cells[low:high]) + after, " " * blanks, "^" * max(carets, 1)


def _window(widths: list[int], at: int, room: int) -> tuple[int, int]:
    """Choose which cells to show: a third of the room before the span, the rest after it, and no room wasted."""
    low = high = at
    used = 0
    while low > 0 and used + widths[low - 1] <= room // 3:
        low -= 1
        used += widths[low]
    while high < len(widths) and used + widths[high] <= room:
        used += widths[high]
        high += 1
    while low > 0 and used + widths[low - 1] <= room:
        low -= 1
        used += widths[low]
    return low, high


def _cells(text: str) -> list[str]:
    shown = visible_characters(text)
    return [_TAB if character == "\t" else cell for character, cell in zip(text, shown, strict=True)]


def _width(cell: str) -> int:
    """Count the terminal columns that a cell takes: none for a combining mark, two for a wide character."""
    if cell.isascii():
        return len(cell)
    if unicodedata.category(cell) in {"Mn", "Me"} or "\u1160" <= cell <= "\u11ff":
        return 0  # the range is the vowels and finals that join the Korean syllable before them
    return 2 if unicodedata.east_asian_width(cell) in {"W", "F"} else 1


def _paint(text: str, code: str, colour: bool) -> str:
    return f"\x1b[{code}m{text}\x1b[0m" if colour else text
