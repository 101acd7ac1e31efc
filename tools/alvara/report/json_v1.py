"""The report for programs: `alvara.check/1`, described by `schemas/output/check-1.schema.json`."""

import json

from alvara.diagnostics.finding import Diagnostic
from alvara.report.escape import in_json, shorten
from alvara.report.report import Report
from alvara.report.wording import severity_counts


def render(report: Report) -> str:
    """Write the report as `alvara.check/1`; what it holds and in which order never depends on the machine."""
    summary = report.summary
    counts = severity_counts(report)
    document = {
        "format": "alvara.check/1",
        "now": report.now,
        "summary": {
            "documents": summary.documents,
            "resources": summary.resources,
            "capabilities": summary.capabilities,
            "policies": summary.policies,
            "bindings": summary.bindings,
            "errors": counts["error"],
            "warnings": counts["warning"],
            "infos": counts["info"],
        },
        "bases": [{"kind": base.kind, "ref": base.ref, "commit": base.commit} for base in report.bases],
        "findings": [finding_value(finding) for finding in report.findings],
        "notes": [shorten(note) for note in report.notes],
    }
    return in_json(json.dumps(document, ensure_ascii=False, indent=2)) + "\n"


def finding_value(finding: Diagnostic) -> dict[str, object]:
    """Write a finding as a JSON value."""
    return {
        "rule": finding.rule,
        "severity": finding.severity,
        "message": shorten(finding.message),
        "file": finding.file,
        "line": finding.line,
        "column": finding.column,
        "endLine": finding.end_line,
        "endColumn": finding.end_column,
        "revision": finding.revision,
        "subject": finding.subject,
        "pointer": finding.pointer,
        "fingerprint": finding.fingerprint,
        "help": shorten(finding.help),
        "related": [
            {
                "file": related.file,
                "line": related.line,
                "column": related.column,
                "message": shorten(related.message),
            }
            for related in finding.related
        ],
    }
