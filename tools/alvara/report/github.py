"""The report as GitHub workflow commands: one annotation a finding."""

from alvara.diagnostics.finding import Diagnostic, Severity
from alvara.report.escape import one_line, visible
from alvara.report.report import Report
from alvara.report.wording import place, summary_line

_COMMANDS: dict[Severity, str] = {"error": "error", "warning": "warning", "info": "notice"}


def render(report: Report) -> str:
    """Write one command a finding, then the notes and the counts as plain lines."""
    lines = [annotation(finding) for finding in report.findings]
    lines.extend(f"note: {one_line(note)}" for note in report.notes)
    lines.append(summary_line(report))
    return "\n".join(lines) + "\n"


def annotation(finding: Diagnostic) -> str:
    """Write the command that shows a finding beside its line."""
    properties = {"file": visible(finding.file), **_position(finding), "title": visible(finding.rule)}
    listed = ",".join(f"{key}={_escape_property(str(value))}" for key, value in properties.items())
    message = one_line(finding.message)
    if finding.revision == "base":
        message = f"{place(finding)}: {message}"
    rows = [message]
    if finding.help:
        rows.append(f"help: {one_line(finding.help)}")
    rows.extend(f"also: {place(related)}: {one_line(related.message)}" for related in finding.related)
    data = _escape_data("\n".join(rows))
    return f"::{_COMMANDS[finding.severity]} {listed}::{data}"


def _position(finding: Diagnostic) -> dict[str, int]:
    if finding.revision == "base":
        return {}  # the lines of another revision would mark unrelated lines of this one
    if finding.line != finding.end_line:
        return {"line": finding.line, "endLine": finding.end_line}  # columns count within one line only
    return {
        "line": finding.line,
        "endLine": finding.end_line,
        "col": finding.column,
        "endColumn": finding.end_column,
    }


def _escape_data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _escape_property(text: str) -> str:
    return _escape_data(text).replace(":", "%3A").replace(",", "%2C")
