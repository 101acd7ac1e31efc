"""The results of `test` for people: what failed and why, then what nothing tries yet, then the counts."""

from collections.abc import Iterable, Iterator

from alvara.report.escape import one_line
from alvara.report.test_wording import (
    because_of,
    difference_of,
    line_of,
    missing_of,
    spot_of,
    summary_of,
    title_of,
    utterance_of,
)
from alvara.report.text import finding_blocks
from alvara.scenarios.results import Because, Failure, Measure, Results, ScenarioResult
from alvara.scenarios.running import Difference

_MOST_FAILURES = 20
"""Cases shown that failed, as many utterances, and..."""

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
    misunderstood = [utterance for utterance in results.utterances if utterance.state == "failed"]
    for utterance in misunderstood[:_MOST_FAILURES]:
        where = spot_of(utterance.file, utterance.line, utterance.column)
        block = _block(where, utterance_of(utterance), utterance.differences, utterance.because, colour)
        blocks.append("\n".join(block))
    left = sum(len(result.failures) for result in results.scenarios) - len(shown)
    if left := left + len(misunderstood[_MOST_FAILURES:]):
        blocks.append(f"... and {left} more that failed; --format json lists every one")
    missing = list(_missing(results.measure))
    notes = [f"note: {one_line(note)}" for note in results.notes]
    if missing and results.complete:
        blocks.append("\n".join(missing))
    elif missing:
        notes.append("note: what no scenario tries is listed once all of them can be run")
    blocks.append("\n".join((*notes, *summary_of(results))))
    return "\n\n".join(blocks) + "\n"


def _failure(result: ScenarioResult, failure: Failure, colour: bool) -> Iterator[str]:
    where = spot_of(result.suite, failure.line, failure.column)
    return _block(where, title_of(result, failure), failure.differences, failure.because, colour)


def _block(
    where: str, title: str, differences: Iterable[Difference], because: Iterable[Because], colour: bool
) -> Iterator[str]:  # fmt: skip
    word = "\x1b[1;31mfailed\x1b[0m" if colour else "failed"
    yield f"{where}: {word} {title}"
    yield from (f"    {difference_of(difference)}" for difference in differences)
    yield from (f"  = because: {because_of(one)}" for one in because)


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
