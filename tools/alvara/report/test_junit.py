"""The results of `test` as JUnit XML: one suite a file, one test case a scenario; findings are cases that failed."""

from itertools import groupby
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from alvara.report.escape import one_line, visible
from alvara.report.junit import append_finding
from alvara.report.test_wording import because_of, counts_of, difference_of, measure_of, spot_of, title_of
from alvara.scenarios.results import Outcome, Results


def render(results: Results) -> str:
    """Write the results. A scenario that was not run is an error, so that no service takes it for one that passed."""
    suites = Element("testsuites", _counts(results.outcomes, len(results.findings)))
    for path, outcomes in groupby(results.outcomes, key=lambda outcome: outcome.suite):
        listed = tuple(outcomes)
        suite = SubElement(suites, "testsuite", {"name": visible(path), **_counts(listed)})
        for outcome in listed:
            _case(suite, outcome)
    if results.findings:
        suite = SubElement(suites, "testsuite", {"name": "alvara test", **_counts((), len(results.findings))})
        for finding in results.findings:
            append_finding(suite, finding)
    told = SubElement(suites, "testsuite", {"name": "coverage", **_counts(())})
    notes = [f"note: {one_line(note)}" for note in results.notes]
    SubElement(told, "system-out").text = "\n".join([*notes, measure_of(results.measure), counts_of(results)])
    ElementTree.indent(suites)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{ElementTree.tostring(suites, encoding="unicode")}\n'


def _counts(outcomes: tuple[Outcome, ...], findings: int = 0) -> dict[str, str]:
    failures = sum(outcome.state == "failed" for outcome in outcomes) + findings
    errors = sum(outcome.state == "not-run" for outcome in outcomes)
    tests = len(outcomes) + findings
    return {"tests": str(tests), "failures": str(failures), "errors": str(errors), "skipped": "0"}


def _case(suite: Element, outcome: Outcome) -> None:
    # Every text here has gone through `visible`, which leaves no character that XML does not know.
    attributes = {
        "classname": visible(outcome.capability),
        "name": visible(outcome.id),
        "file": visible(outcome.suite),
        "line": str(outcome.line),
    }
    case = SubElement(suite, "testcase", attributes)
    if outcome.state == "not-run":
        message = "not run: what it needs has a finding"
        SubElement(case, "error", {"type": "not-run", "message": message}).text = message
    rows = []
    for failure in outcome.failures:
        rows.append(f"{spot_of(outcome.suite, failure.line, failure.column)}: {title_of(outcome, failure)}")
        rows.extend(f"  {difference_of(difference)}" for difference in failure.differences)
        rows.extend(f"  because: {because_of(one)}" for one in failure.because)
    if rows:
        first = one_line("; ".join(difference_of(difference) for difference in outcome.failures[0].differences))
        SubElement(case, "failure", {"type": "failed", "message": first}).text = "\n".join(rows)
