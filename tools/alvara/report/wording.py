"""The words that the formats share: how a place is written, and what was looked at and found."""

from collections.abc import Iterable

from alvara.compare.bases import Base
from alvara.diagnostics.finding import SEVERITIES, Diagnostic, Related, Severity
from alvara.report.escape import one_line, visible
from alvara.report.report import Report

_ROOT_DIGITS = 12
"""Of a root of trust, as git shows of a commit."""


def place(at: Diagnostic | Related) -> str:
    """Write a place as `path:line:col`, after `base:` where it lies in the base revision."""
    path = visible(at.file)
    if f"{path}:".lstrip().startswith("::"):
        # A line that starts with two colons would be a command to some CI services.
        path = path.replace(":", r"\x3a", 1)
    revision = "base:" if isinstance(at, Diagnostic) and at.revision == "base" else ""
    return f"{revision}{path}:{at.line}:{at.column}"


def severity_counts(report: Report) -> dict[Severity, int]:
    """Count the findings of each severity, the gravest first, those among them that are not listed one by one."""
    counts = dict.fromkeys(SEVERITIES, 0)
    for finding in report.findings:
        counts[finding.severity] += finding.number
    return counts


def frame_line(report: Report) -> str:
    """Say as of when, against which revisions and against which root of trust the registry was judged."""
    return frame(report.now, report.bases, report.root)


def frame(now: str, bases: Iterable[Base], root: str) -> str:
    """Say the same of any run; an empty root is none."""
    compared = "".join(f", compared with {one_line(base.ref)}{_at(base.commit)}" for base in bases)
    return f"as of {now}{compared}, root: {root[:_ROOT_DIGITS] if root else 'not pinned'}"


def _at(commit: str) -> str:
    return f" at {commit[:12]}" if commit else ""


def summary_line(report: Report) -> str:
    """Say in one line what was looked at and how many findings there are."""
    summary = report.summary
    entities = ", ".join(
        (
            _count(summary.capabilities, "capability", "capabilities"),
            _count(summary.resources, "resource"),
            _count(summary.policies, "policy", "policies"),
            _count(summary.bindings, "binding"),
        )
    )
    found = ", ".join(_count(number, severity) for severity, number in severity_counts(report).items() if number)
    looked_at = f"{_count(summary.documents, 'document')} ({entities}) with {_count(report.rules, 'rule')}"
    return f"checked {looked_at}: {found or 'no findings'}"


def _count(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"
