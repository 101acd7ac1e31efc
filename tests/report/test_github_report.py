"""The report as workflow commands."""

from collections.abc import Callable

from alvara.diagnostics.finding import Diagnostic
from alvara.report import github
from alvara.report.report import Report


def test_a_finding_is_an_annotation(small_report: Report) -> None:
    assert (
        github.render(small_report)
        == """\
::error file=semantic-ids/work-permit/validity.yaml,line=12,endLine=12,col=24,endColumn=39,title=broken-binding::\
`workPermit.edit` is not a known capability%0Ahelp: did you mean `workPermit.update`?\
%0Aalso: capabilities/work-permit/update.yaml:1:5: the nearest ID
::warning file=semantic-ids/shop/order.yaml,title=removed-without-alias::\
base:semantic-ids/shop/order.yaml:1:5: `shop.order` was removed and has no alias
note: root: not pinned
checked 41 documents (15 capabilities, 52 resources, 6 policies, 143 bindings) with 78 rules: 1 error, 1 warning
"""
    )


def test_a_clean_run_is_one_plain_line(empty_report: Report) -> None:
    assert github.render(empty_report) == (
        "checked 41 documents (15 capabilities, 52 resources, 6 policies, 143 bindings) with 78 rules: no findings\n"
    )


def test_an_info_is_a_notice(diagnostic: Callable[..., Diagnostic], report_of: Callable[..., Report]) -> None:
    assert github.render(report_of(diagnostic(severity="info"))).startswith("::notice file=")


def test_of_several_lines_no_columns_are_given(
    diagnostic: Callable[..., Diagnostic], report_of: Callable[..., Report]
) -> None:
    rendered = github.render(report_of(diagnostic(end_line=15, end_column=3)))

    assert ".yaml,line=12,endLine=15,title=" in rendered


def test_properties_escape_what_would_end_them(
    diagnostic: Callable[..., Diagnostic], report_of: Callable[..., Report]
) -> None:
    rendered = github.render(report_of(diagnostic(file="a,b:c%0A::add-mask::x\n.yaml")))

    assert rendered.startswith(r"::error file=a%2Cb%3Ac%250A%3A%3Aadd-mask%3A%3Ax\n.yaml,line=12,")


def test_a_message_escapes_percent_signs_and_stays_one_line(
    diagnostic: Callable[..., Diagnostic], report_of: Callable[..., Report]
) -> None:
    rendered = github.render(report_of(diagnostic(message="100%0A\r\n::error::forged")))

    assert rendered.splitlines()[0].endswith(r"::100%250A\r\n::error::forged")
    assert len(rendered.splitlines()) == 2
