"""The report as SARIF 2.1.0, for code scanning services and editors."""

import json
from collections.abc import Mapping
from urllib.parse import quote

from alvara import __version__
from alvara.diagnostics.finding import Diagnostic, Severity
from alvara.diagnostics.site import Revision
from alvara.report.escape import in_json, shorten
from alvara.report.report import Report

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_LEVELS: dict[Severity, str] = {"error": "error", "warning": "warning", "info": "note"}
_ROOTS: dict[Revision, str] = {"current": "%SRCROOT%", "base": "%BASEROOT%"}
_ROOT_DESCRIPTIONS: dict[Revision, str] = {
    "current": "The folder that holds alvara.yaml.",
    "base": "The same folder in the base revision.",
}


def render(report: Report, *, rules: Mapping[str, str] | None = None) -> str:
    """Write the report as one SARIF run; `rules` gives each rule's name its one-line description."""
    names = sorted({finding.rule for finding in report.findings})
    indices = {name: index for index, name in enumerate(names)}
    run = {
        "tool": {
            "driver": {
                "name": "alvara",
                "version": __version__,
                "rules": [{"id": name, "shortDescription": _text((rules or {}).get(name, name))} for name in names],
            }
        },
        "originalUriBaseIds": {
            root: {"description": _text(_ROOT_DESCRIPTIONS[revision])} for revision, root in _ROOTS.items()
        },
        "columnKind": "utf16CodeUnits",
        "results": [_result(finding, indices[finding.rule]) for finding in report.findings],
        "properties": {**_moment(report.now), "notes": [shorten(note) for note in report.notes]},
    }
    log = {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}
    return in_json(json.dumps(log, ensure_ascii=False, indent=2)) + "\n"


def _moment(now: str) -> dict[str, str]:
    return {"now": now} if now else {}


def _result(finding: Diagnostic, rule_index: int) -> dict[str, object]:
    message = shorten(finding.message)
    if finding.help:
        message = f"{message}\nhelp: {shorten(finding.help)}"
    result: dict[str, object] = {
        "ruleId": finding.rule,
        "ruleIndex": rule_index,
        "level": _LEVELS[finding.severity],
        "message": _text(message),
        "locations": [_location(finding.file, _region(finding), finding.revision)],
    }
    if finding.related:
        result["relatedLocations"] = [
            {
                "id": number,
                **_location(related.file, {"startLine": related.line, "startColumn": related.column}),
                "message": _text(shorten(related.message)),
            }
            for number, related in enumerate(finding.related, start=1)
        ]
    result["partialFingerprints"] = {"alvara/v1": finding.fingerprint}
    return result


def _location(file: str, region: dict[str, int], revision: Revision = "current") -> dict[str, object]:
    # "surrogatepass" because a file name need not be valid text, and still has to be named.
    written = quote(file, safe="/", errors="surrogatepass")
    artifact = {"uri": written, "uriBaseId": _ROOTS[revision]}
    if file.startswith("/"):  # a bundle may lie anywhere, and a whole address is relative to nothing
        artifact = {"uri": f"file://{written}"}
    return {"physicalLocation": {"artifactLocation": artifact, "region": region}}


def _region(finding: Diagnostic) -> dict[str, int]:
    """Count columns as SARIF does, in UTF-16 units, as far as the text of the line is at hand."""
    source = finding.source or ""
    end_source = source if finding.end_line == finding.line else ""
    return {
        "startLine": finding.line,
        "startColumn": _utf16_column(finding.column, source),
        "endLine": finding.end_line,
        "endColumn": _utf16_column(finding.end_column, end_source),
    }


def _utf16_column(column: int, source: str) -> int:
    if source.isascii():
        return column
    before = source[: column - 1]
    return column - len(before) + len(before.encode("utf-16-le", "surrogatepass")) // 2


def _text(text: str) -> dict[str, str]:
    # `[words](target)` would be a link; the author's text must not become one.
    return {"text": text.replace("](", "] (")}
