"""The results of `test` as GitHub workflow commands: an annotation for each finding and what failed."""

from alvara.report.escape import one_line
from alvara.report.github import annotation
from alvara.report.test_findings import diagnostics
from alvara.report.test_wording import summary_of
from alvara.scenarios.results import Results


def render(results: Results) -> str:
    """Write the commands, then the notes and the counts as plain lines."""
    lines = [annotation(finding) for finding in diagnostics(results)]
    lines.extend(f"note: {one_line(note)}" for note in results.notes)
    return "\n".join((*lines, *summary_of(results))) + "\n"
