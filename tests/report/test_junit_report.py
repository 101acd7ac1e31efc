"""The report as test results."""

from collections.abc import Callable
from xml.etree import ElementTree

from alvara.diagnostics.finding import Diagnostic
from alvara.report import junit
from alvara.report.report import Report


def test_a_finding_is_a_failed_case(small_report: Report) -> None:
    assert (
        junit.render(small_report)
        == """\
<?xml version="1.0" encoding="utf-8"?>
<testsuites tests="2" failures="2" errors="0" skipped="0">
  <testsuite name="alvara check" tests="2" failures="2" errors="0" skipped="0" timestamp="2026-09-01T12:00:00Z">
    <testcase classname="broken-binding" \
name="semantic-ids/work-permit/validity.yaml:12:24: `workPermit.edit` is not a known capability" \
file="semantic-ids/work-permit/validity.yaml" line="12">
      <failure type="error" message="`workPermit.edit` is not a known capability">\
semantic-ids/work-permit/validity.yaml:12:24: error[broken-binding] `workPermit.edit` is not a known capability
help: did you mean `workPermit.update`?
also: capabilities/work-permit/update.yaml:1:5: the nearest ID</failure>
    </testcase>
    <testcase classname="removed-without-alias" \
name="base:semantic-ids/shop/order.yaml:1:5: `shop.order` was removed and has no alias" \
file="semantic-ids/shop/order.yaml" line="1">
      <failure type="warning" message="`shop.order` was removed and has no alias">\
base:semantic-ids/shop/order.yaml:1:5: warning[removed-without-alias] `shop.order` was removed and has no alias\
</failure>
    </testcase>
    <system-out>note: root: not pinned
checked 41 documents (15 capabilities, 52 resources, 6 policies, 143 bindings) with 78 rules: 1 error, 1 warning\
</system-out>
  </testsuite>
</testsuites>
"""
    )


def test_a_clean_run_is_one_passed_case(empty_report: Report) -> None:
    suite = ElementTree.fromstring(junit.render(empty_report))[0]

    assert (suite.get("tests"), suite.get("failures")) == ("1", "0")
    assert [case.get("name") for case in suite.iter("testcase")] == ["no findings"]
    assert suite.find(".//failure") is None


def test_cases_stand_together_by_rule(diagnostic: Callable[..., Diagnostic], report_of: Callable[..., Report]) -> None:
    report = report_of(diagnostic(rule="b", file="1"), diagnostic(rule="a", file="2"), diagnostic(rule="b", file="3"))

    cases = ElementTree.fromstring(junit.render(report)).iter("testcase")

    assert [(case.get("classname"), case.get("file")) for case in cases] == [("a", "2"), ("b", "1"), ("b", "3")]


def test_what_xml_cannot_hold_is_shown_as_an_escape(
    diagnostic: Callable[..., Diagnostic], report_of: Callable[..., Report]
) -> None:
    rendered = junit.render(report_of(diagnostic(message="<script>]]>&\x00\ufffe\ud800")))

    failure = ElementTree.fromstring(rendered).find(".//failure")

    assert failure is not None
    assert failure.get("message") == r"<script>]]>&\x00\ufffe\ud800"
    assert "]]>" not in rendered
