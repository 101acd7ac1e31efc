"""The results of `test` for people: what failed and why, then what nothing tries yet, then the counts."""

from collections.abc import Iterator

from alvara.report.escape import one_line
from alvara.report.test_wording import (
    because_of,
    counts_of,
    difference_of,
    line_of,
    measure_of,
    missing_of,
    spot_of,
    title_of,
)
from alvara.report.text import finding_blocks
from alvara.scenarios.results import Failure, Measure, Results, ScenarioResult

_MOST_FAILURES = 20
"""Cases shown that failed, and..."""

_MOST_OF_ONE = 5
"""...of one scenario."""

_MOST_MISSING = 10
"""Conditions and policies shown that nothing tries."""


def render(results: Results, *, colour: bool = False, width: int = 100) -> str:
    """Write the results for a terminal or a log."""
    blocks = finding_blocks(results.findings, colour=colour, width=width)
    failed = [(result, failure) for result in results.scenarios for failure in result.failures[:_MOST_OF_ONE]]
    shown = failed[:_MOST_FAILURES]
    blocks += ["\n".join(_failure(result, failure, colour)) for result, failure in shown]
    if left := sum(len(result.failures) for result in results.scenarios) - len(shown):
        blocks.append(f"... and {left} more that failed; --format json lists every one")
    missing = list(_missing(results.measure))
    notes = [f"note: {one_line(note)}" for note in results.notes]
    if missing and results.complete:
        blocks.append("\n".join(missing))
    elif missing:
        notes.append("note: what no scenario tries is listed once all of them can be run")
    blocks.append("\n".join((*notes, measure_of(results.measure), counts_of(results))))
    return "\n\n".join(blocks) + "\n"


def _failure(result: ScenarioResult, failure: Failure, colour: bool) -> Iterator[str]:
    where = spot_of(result.suite, failure.line, failure.column)
    word = "\x1b[1;31mfailed\x1b[0m" if colour else "failed"
    yield f"{where}: {word} {title_of(result, failure)}"
    yield from (f"    {difference_of(difference)}" for difference in failure.differences)
    yield from (f"  = because: {because_of(one)}" for one in failure.because)


def _missing(measure: Measure) -> Iterator[str]:
    lines = [f"  {line_of(one.file, one.line)}: {missing_of(one)}" for one in measure.missing]
    alone = [
        f"  {line_of(one.file, one.line)}: the policy `{one_line(one.policy)}` was never the only reason to deny"
        for one in measure.unproven
    ]
    if lines or alone:
        yield "not tried by any scenario:"
        shown = (alone + lines)[:_MOST_MISSING]
        yield from shown
        if (left := len(alone) + len(lines) - len(shown)) > 0:
            yield f"  ... and {left} more; --format json lists every one"
