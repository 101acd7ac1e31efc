"""The report as JUnit XML: one failed test case a finding, grouped by rule."""

from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from alvara.diagnostics.finding import Diagnostic
from alvara.report.escape import one_line, visible
from alvara.report.report import Report
from alvara.report.wording import place, summary_line


def render(report: Report) -> str:
    """Write one suite; a report without findings holds one passed case, so that CI shows that something ran."""
    findings = sorted(report.findings, key=lambda finding: finding.rule)
    counts = {"tests": str(len(findings) or 1), "failures": str(len(findings)), "errors": "0", "skipped": "0"}
    suites = Element("testsuites", counts)
    suite = SubElement(suites, "testsuite", {"name": "alvara check", **counts, "timestamp": visible(report.now)})
    for finding in findings:
        append_finding(suite, finding)
    if not findings:
        SubElement(suite, "testcase", {"classname": "alvara check", "name": "no findings"})
    notes = [f"note: {one_line(note)}" for note in report.notes]
    SubElement(suite, "system-out").text = "\n".join([*notes, summary_line(report)])
    ElementTree.indent(suites)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{ElementTree.tostring(suites, encoding="unicode")}\n'


def append_finding(suite: Element, finding: Diagnostic) -> None:
    """Append a finding to a suite, as a case that failed."""
    # Every text here has gone through `visible`, which leaves no character that XML does not know.
    where = place(finding)
    message = one_line(finding.message)
    attributes = {
        "classname": visible(finding.rule),
        "name": f"{where}: {message}",
        "file": visible(finding.file),
        "line": str(finding.line),
    }
    rows = [f"{where}: {finding.severity}[{visible(finding.rule)}] {message}"]
    if finding.help:
        rows.append(f"help: {one_line(finding.help)}")
    rows.extend(f"also: {place(related)}: {one_line(related.message)}" for related in finding.related)
    case = SubElement(suite, "testcase", attributes)
    SubElement(case, "failure", {"type": finding.severity, "message": message}).text = "\n".join(rows)
