"""Scenarios that failed as diagnostics, for the formats that know nothing else."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Diagnostic, Related
from alvara.identity.digests import digest
from alvara.report.test_wording import FAILED, RULE, difference_of, title_of
from alvara.scenarios.results import Failure, Results, ScenarioResult


def diagnostics(results: Results) -> tuple[Diagnostic, ...]:
    """Give the findings of a run, and each case that failed as one more, by file and place."""
    failed = [one for result in results.scenarios for one in _failures(result)]
    return tuple(sorted((*results.findings, *failed), key=lambda d: (d.file, d.line, d.column, d.rule, d.message)))


def _failures(result: ScenarioResult) -> Iterator[Diagnostic]:
    for failure in result.failures:
        said = "; ".join(difference_of(difference) for difference in failure.differences)
        yield Diagnostic(
            RULE, "error", f"{title_of(result, failure)}: {said}", result.suite, failure.line, failure.column,
            failure.line, failure.column, "current", result.suite, f"/scenarios/{result.id}",
            _fingerprint(result, failure), FAILED, tuple(_related(failure)),
        )  # fmt: skip


def _fingerprint(result: ScenarioResult, failure: Failure) -> str:
    """Name a failure by what was asked, whatever came of it. What canonical JSON cannot carry is escaped."""
    return digest([RULE, *map(ascii, (result.suite, result.id, dict(failure.combination)))])


def _related(failure: Failure) -> Iterator[Related]:
    for one in failure.because:
        if one.file:
            yield Related(one.file, one.line, 1, one.message)
