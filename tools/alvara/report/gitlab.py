"""The report as a GitLab code quality artefact."""

import json
from collections import Counter
from collections.abc import Iterator

from alvara.diagnostics.finding import Diagnostic, Severity
from alvara.report.escape import in_json, one_line
from alvara.report.report import Report
from alvara.report.wording import place

_SEVERITIES: dict[Severity, str] = {"error": "major", "warning": "minor", "info": "info"}


def render(report: Report) -> str:
    """Write one issue a finding; GitLab drops all but one of those that share a fingerprint, so none do."""
    fingerprints = _unique_fingerprints(report.findings)
    issues = [_issue(finding, unique) for finding, unique in zip(report.findings, fingerprints, strict=True)]
    return in_json(json.dumps(issues, ensure_ascii=False, indent=2)) + "\n"


def _issue(finding: Diagnostic, fingerprint: str) -> dict[str, object]:
    description = one_line(finding.message)
    if finding.revision == "base":
        description = f"{place(finding)}: {description}"
    if finding.help:
        description = f"{description} (help: {one_line(finding.help)})"
    return {
        "description": description,
        "check_name": finding.rule,
        "fingerprint": fingerprint,
        "severity": _SEVERITIES[finding.severity],
        "location": {"path": finding.file, "lines": {"begin": finding.line}},
    }


def _unique_fingerprints(findings: tuple[Diagnostic, ...]) -> Iterator[str]:
    taken: set[str] = set()
    repeats: Counter[str] = Counter()
    for finding in findings:
        unique = finding.fingerprint
        while unique in taken:
            repeats[finding.fingerprint] += 1
            unique = f"{finding.fingerprint}-{repeats[finding.fingerprint] + 1}"
        taken.add(unique)
        yield unique
