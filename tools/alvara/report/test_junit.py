"""The results of `test` as JUnit XML: one suite a file, one test case a scenario; findings are cases that failed."""

from itertools import groupby
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from alvara.report.escape import one_line, visible
from alvara.report.junit import append_finding
from alvara.report.test_wording import because_of, counts_of, difference_of, measure_of, spot_of, title_of
from alvara.scenarios.results import Results, ScenarioResult


def render(results: Results) -> str:
    """Write the results. A scenario that was not run is an error, so that no service takes it for one that passed."""
    suites = Element("testsuites", _counts(results.scenarios, len(results.findings)))
    for path, same in groupby(results.scenarios, key=lambda result: result.suite):
        listed = tuple(same)
        suite = SubElement(suites, "testsuite", {"name": visible(path), **_counts(listed)})
        for result in listed:
            _case(suite, result)
    if results.findings:
        suite = SubElement(suites, "testsuite", {"name": "alvara test", **_counts((), len(results.findings))})
        for finding in results.findings:
            append_finding(suite, finding)
    told = SubElement(suites, "testsuite", {"name": "coverage", **_counts(())})
    notes = [f"note: {one_line(note)}" for note in results.notes]
    SubElement(told, "system-out").text = "\n".join([*notes, measure_of(results.measure), counts_of(results)])
    ElementTree.indent(suites)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{ElementTree.tostring(suites, encoding="unicode")}\n'


def _counts(scenarios: tuple[ScenarioResult, ...], findings: int = 0) -> dict[str, str]:
    failures = sum(result.state == "failed" for result in scenarios) + findings
    errors = sum(result.state == "not-run" for result in scenarios)
    tests = len(scenarios) + findings
    return {"tests": str(tests), "failures": str(failures), "errors": str(errors), "skipped": "0"}


def _case(suite: Element, result: ScenarioResult) -> None:
    # Every text here has gone through `visible`, which leaves no character that XML does not know.
    attributes = {
        "classname": visible(result.capability),
        "name": visible(result.id),
        "file": visible(result.suite),
        "line": str(result.line),
    }
    case = SubElement(suite, "testcase", attributes)
    if result.state == "not-run":
        message = "not run: what it needs has a finding"
        SubElement(case, "error", {"type": "not-run", "message": message}).text = message
    rows = []
    for failure in result.failures:
        rows.append(f"{spot_of(result.suite, failure.line, failure.column)}: {title_of(result, failure)}")
        rows.extend(f"  {difference_of(difference)}" for difference in failure.differences)
        rows.extend(f"  because: {because_of(one)}" for one in failure.because)
    if rows:
        first = one_line("; ".join(difference_of(difference) for difference in result.failures[0].differences))
        SubElement(case, "failure", {"type": "failed", "message": first}).text = "\n".join(rows)
