"""The results of `test` as SARIF 2.1.0: what `check` would find in these files, and what failed."""

from collections.abc import Mapping

from alvara.report import sarif
from alvara.report.report import Report, Summary
from alvara.report.test_findings import diagnostics
from alvara.report.test_wording import RULE, UTTERANCE_RULE, summary_of
from alvara.scenarios.results import Results


def render(results: Results, *, rules: Mapping[str, str] | None = None) -> str:
    """Write one SARIF run; `rules` gives each rule's name its one-line description."""
    notes = (*results.notes, *summary_of(results))
    report = Report("", Summary(), diagnostics(results), notes=notes)
    failed = {
        RULE: "A scenario did not come out as it was expected to.",
        UTTERANCE_RULE: "An utterance was not understood as it was expected to be.",
    }
    return sarif.render(report, rules={**(rules or {}), **failed})
