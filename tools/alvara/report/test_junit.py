"""The results of `test` as JUnit XML: a suite a file, a case a scenario or utterance; findings have failed."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from alvara.report.escape import one_line, visible
from alvara.report.junit import append_finding
from alvara.report.test_wording import because_of, difference_of, spot_of, summary_of, title_of, utterance_of
from alvara.scenarios.results import Because, Results, ScenarioResult, State, UtteranceResult
from alvara.scenarios.running import Difference


def render(results: Results) -> str:
    """Write the results. What was not run is an error, so that no service takes it for what passed."""
    suites = Element("testsuites", _counts((*results.scenarios, *results.utterances), len(results.findings)))
    for path, same in groupby(results.scenarios, key=lambda result: result.suite):
        listed = tuple(same)
        suite = SubElement(suites, "testsuite", {"name": visible(path), **_counts(listed)})
        for result in listed:
            _scenario(suite, result)
    for path, spoken in groupby(results.utterances, key=lambda result: result.file):
        utterances = tuple(spoken)
        suite = SubElement(suites, "testsuite", {"name": visible(path), **_counts(utterances)})
        for utterance in utterances:
            _utterance(suite, utterance)
    if results.findings:
        suite = SubElement(suites, "testsuite", {"name": "alvara test", **_counts((), len(results.findings))})
        for finding in results.findings:
            append_finding(suite, finding)
    told = SubElement(suites, "testsuite", {"name": "coverage", **_counts(())})
    notes = [f"note: {one_line(note)}" for note in results.notes]
    SubElement(told, "system-out").text = "\n".join([*notes, *summary_of(results)])
    ElementTree.indent(suites)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{ElementTree.tostring(suites, encoding="unicode")}\n'


def _counts(results: Sequence[ScenarioResult | UtteranceResult], findings: int = 0) -> dict[str, str]:
    failures = sum(result.state == "failed" for result in results) + findings
    errors = sum(result.state == "not-run" for result in results)
    tests = len(results) + findings
    return {"tests": str(tests), "failures": str(failures), "errors": str(errors), "skipped": "0"}


def _scenario(suite: Element, result: ScenarioResult) -> None:
    case = _case(suite, result.capability, result.id, result.suite, result.line, result.state)
    rows = []
    for failure in result.failures:
        where = spot_of(result.suite, failure.line, failure.column)
        rows.append(f"{where}: {title_of(result, failure)}")
        rows.extend(_told(failure.differences, failure.because))
    if result.failures:
        _fail(case, result.failures[0].differences, rows)


def _utterance(suite: Element, result: UtteranceResult) -> None:
    case = _case(suite, "utterances", result.id, result.file, result.line, result.state)
    if result.differences:
        where = spot_of(result.file, result.line, result.column)
        told = _told(result.differences, result.because)
        _fail(case, result.differences, [f"{where}: {utterance_of(result)}", *told])


def _case(suite: Element, about: str, id: str, path: str, line: int, state: State) -> Element:
    # Every text here has gone through `visible`, which leaves no character that XML does not know.
    attributes = {"classname": visible(about), "name": visible(id), "file": visible(path), "line": str(line)}
    case = SubElement(suite, "testcase", attributes)
    if state == "not-run":
        message = "not run: what it needs has a finding"
        SubElement(case, "error", {"type": "not-run", "message": message}).text = message
    return case


def _told(differences: Iterable[Difference], because: Iterable[Because]) -> Iterator[str]:
    yield from (f"  {difference_of(difference)}" for difference in differences)
    yield from (f"  because: {because_of(one)}" for one in because)


def _fail(case: Element, differences: Iterable[Difference], rows: Iterable[str]) -> None:
    first = one_line("; ".join(difference_of(difference) for difference in differences))
    SubElement(case, "failure", {"type": "failed", "message": first}).text = "\n".join(rows)
