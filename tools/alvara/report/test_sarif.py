"""The results of `test` as SARIF 2.1.0: what `check` would find in these files, and each case that failed."""

from collections.abc import Mapping

from alvara.report import sarif
from alvara.report.report import Report, Summary
from alvara.report.test_findings import diagnostics
from alvara.report.test_wording import RULE, counts_of, measure_of
from alvara.scenarios.results import Results


def render(results: Results, *, rules: Mapping[str, str] | None = None) -> str:
    """Write one SARIF run; `rules` gives each rule's name its one-line description."""
    notes = (*results.notes, measure_of(results.measure), counts_of(results))
    report = Report("", Summary(), diagnostics(results), notes=notes)
    return sarif.render(report, rules={**(rules or {}), RULE: "A scenario did not come out as it was expected to."})
