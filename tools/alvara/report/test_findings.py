"""Scenarios and utterances that failed as diagnostics, for the formats that know nothing else."""

from collections.abc import Iterable, Iterator

from alvara.diagnostics.finding import Diagnostic, Related
from alvara.identity.digests import digest
from alvara.report.test_wording import (
    FAILED,
    MISUNDERSTOOD,
    RULE,
    UTTERANCE_RULE,
    difference_of,
    title_of,
    utterance_of,
)
from alvara.scenarios.results import Because, Failure, Results, ScenarioResult, UtteranceResult


def diagnostics(results: Results) -> tuple[Diagnostic, ...]:
    """Give the findings of a run, and each case and utterance that failed as one more, by file and place."""
    failed = [one for result in results.scenarios for one in _failures(result)]
    failed += [_misunderstood(result) for result in results.utterances if result.state == "failed"]
    return tuple(sorted((*results.findings, *failed), key=lambda d: (d.file, d.line, d.column, d.rule, d.message)))


def _failures(result: ScenarioResult) -> Iterator[Diagnostic]:
    for failure in result.failures:
        said = "; ".join(difference_of(difference) for difference in failure.differences)
        yield Diagnostic(
            RULE, "error", f"{title_of(result, failure)}: {said}", result.suite, failure.line, failure.column,
            failure.line, failure.column, "current", result.suite, f"/scenarios/{result.id}",
            _fingerprint(result, failure), FAILED, tuple(_related(failure.because)),
        )  # fmt: skip


def _misunderstood(result: UtteranceResult) -> Diagnostic:
    said = "; ".join(difference_of(difference) for difference in result.differences)
    return Diagnostic(
        UTTERANCE_RULE, "error", f"{utterance_of(result)}: {said}", result.file, result.line, result.column,
        result.line, result.column, "current", result.file, f"/utterances/{result.id}",
        digest([UTTERANCE_RULE, *map(ascii, (result.file, result.id))]), MISUNDERSTOOD,
        tuple(_related(result.because)),
    )  # fmt: skip


def _fingerprint(result: ScenarioResult, failure: Failure) -> str:
    """Name a failure by what was asked, whatever came of it. What canonical JSON cannot carry is escaped."""
    return digest([RULE, *map(ascii, (result.suite, result.id, dict(failure.combination)))])


def _related(because: Iterable[Because]) -> Iterator[Related]:
    for one in because:
        if one.file:
            yield Related(one.file, one.line, 1, one.message)
