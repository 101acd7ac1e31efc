"""The report as a code quality artefact."""

import json
from collections.abc import Callable

from alvara.diagnostics.finding import Diagnostic
from alvara.report import gitlab
from alvara.report.report import Report


def test_a_finding_is_an_issue(small_report: Report) -> None:
    assert (
        gitlab.render(small_report)
        == """\
[
  {
    "description": "`workPermit.edit` is not a known capability (help: did you mean `workPermit.update`?)",
    "check_name": "broken-binding",
    "fingerprint": "5b1f",
    "severity": "major",
    "location": {
      "path": "semantic-ids/work-permit/validity.yaml",
      "lines": {
        "begin": 12
      }
    }
  },
  {
    "description": "base:semantic-ids/shop/order.yaml:1:5: `shop.order` was removed and has no alias",
    "check_name": "removed-without-alias",
    "fingerprint": "c0de",
    "severity": "minor",
    "location": {
      "path": "semantic-ids/shop/order.yaml",
      "lines": {
        "begin": 1
      }
    }
  }
]
"""
    )


def test_a_clean_run_is_an_empty_list(empty_report: Report) -> None:
    assert gitlab.render(empty_report) == "[]\n"


def test_an_info_is_an_info(diagnostic: Callable[..., Diagnostic], report_of: Callable[..., Report]) -> None:
    assert json.loads(gitlab.render(report_of(diagnostic(severity="info"))))[0]["severity"] == "info"


def test_no_two_issues_share_a_fingerprint(
    diagnostic: Callable[..., Diagnostic], report_of: Callable[..., Report]
) -> None:
    findings = [diagnostic(fingerprint=fingerprint) for fingerprint in ("a", "a-2", "a", "a", "b")]

    fingerprints = [issue["fingerprint"] for issue in json.loads(gitlab.render(report_of(*findings)))]

    assert fingerprints == ["a", "a-2", "a-3", "a-4", "b"]
