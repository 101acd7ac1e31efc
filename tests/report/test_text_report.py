"""The report for people."""

import subprocess
import sys
from collections.abc import Callable

import pytest

from alvara.diagnostics.finding import Diagnostic, Related
from alvara.report import text
from alvara.report.report import Report, Summary

Make = Callable[..., Diagnostic]
ReportOf = Callable[..., Report]


def excerpt(finding: Diagnostic, report_of: ReportOf, width: int = 100) -> list[str]:
    """Give the lines between the message and the counts."""
    return text.render(report_of(finding), width=width).split("\n\n")[0].splitlines()[1:]


def test_a_finding_is_its_place_its_line_and_its_way_out(small_report: Report) -> None:
    assert (
        text.render(small_report)
        == """\
semantic-ids/work-permit/validity.yaml:12:24: error[broken-binding] `workPermit.edit` is not a known capability
    | capabilityRefs: [{ref: workPermit.edit, confidence: VERIFIED}]
    |                        ^^^^^^^^^^^^^^^
  = help: did you mean `workPermit.update`?
  = also: capabilities/work-permit/update.yaml:1:5: the nearest ID

base:semantic-ids/shop/order.yaml:1:5: warning[removed-without-alias] `shop.order` was removed and has no alias
    | id: shop.order
    |     ^^^^^^^^^^

note: root: not pinned
as of 2026-09-01T12:00:00Z, compared with origin/main at 9f9f9f9f9f9f, root: not pinned
checked 41 documents (15 capabilities, 52 resources, 6 policies, 143 bindings) with 78 rules: 1 error, 1 warning
"""
    )


def test_colour_marks_place_severity_and_carets(small_report: Report) -> None:
    lines = text.render(small_report, colour=True).splitlines()

    assert lines[0] == (
        "\x1b[1msemantic-ids/work-permit/validity.yaml:12:24\x1b[0m: \x1b[1;31merror\x1b[0m[broken-binding]"
        " `workPermit.edit` is not a known capability"
    )
    assert lines[2] == "    |                        \x1b[1;31m^^^^^^^^^^^^^^^\x1b[0m"
    assert "\x1b[1;33mwarning\x1b[0m[removed-without-alias]" in lines[6]


def test_a_clean_run_says_as_of_when_and_what_was_looked_at(empty_report: Report) -> None:
    assert text.render(empty_report) == (
        "as of 2026-09-01T12:00:00Z, root: not pinned\n"
        "checked 41 documents (15 capabilities, 52 resources, 6 policies, 143 bindings) with 78 rules: no findings\n"
    )


def test_one_of_each_is_singular(diagnostic: Make) -> None:
    findings = tuple(diagnostic(severity=severity) for severity in ("error", "warning", "info"))
    report = Report("2026-09-01T12:00:00Z", Summary(1, 1, 1, 1, 1), findings, rules=1)

    assert text.render(report).splitlines()[-1] == (
        "checked 1 document (1 capability, 1 resource, 1 policy, 1 binding) with 1 rule: 1 error, 1 warning, 1 info"
    )


def test_several_of_each_are_plural(diagnostic: Make, report_of: ReportOf) -> None:
    findings = [diagnostic(severity=severity) for severity in ("error", "warning", "info") for _ in range(2)]

    assert text.render(report_of(*findings)).splitlines()[-1].endswith(": 2 errors, 2 warnings, 2 infos")


@pytest.mark.parametrize("source", [None, "", " \t "])
def test_without_text_there_are_no_carets(source: str | None, diagnostic: Make, report_of: ReportOf) -> None:
    assert excerpt(diagnostic(source=source), report_of) == []


@pytest.mark.parametrize(
    ("source", "column", "end_column", "shown", "carets"),
    [
        pytest.param("\tname: bad", 8, 11, "    name: bad", "          ^^^", id="a tab takes four columns"),
        pytest.param("名前: bad", 5, 8, "名前: bad", "      ^^^", id="a wide character takes two columns"),
        pytest.param("a: 名前", 4, 6, "a: 名前", "   ^^^^", id="wide characters are underlined whole"),
        pytest.param("ﾅ: bad", 4, 7, "ﾅ: bad", "   ^^^", id="a halfwidth character takes one column"),
        pytest.param("e\u0301: bad", 5, 8, "e\u0301: bad", "   ^^^", id="a combining mark takes no column"),
        pytest.param("e\u0301x", 2, 4, "e\u0301x", "^^", id="a mark is underlined with its letter"),
        pytest.param("\u1112\u1161\u11ab: bad", 6, 9, "\u1112\u1161\u11ab: bad", "    ^^^", id="Korean letters join"),
        pytest.param("\U0001f600 bad", 3, 6, "\U0001f600 bad", "   ^^^", id="an emoji takes two columns"),
        pytest.param("\u202eid: bad", 6, 9, r"\u202eid: bad", "          ^^^", id="an escape takes its own length"),
        pytest.param("a\u200bb", 2, 3, r"a\u200bb", " ^^^^^^", id="an escape is underlined whole"),
        pytest.param("x ##vso[t] bad", 12, 15, r"x \x23#vso[t] bad", "              ^^^", id="a log command is broken"),
        pytest.param("id: x", 5, 5, "id: x", "    ^", id="an empty span has one caret"),
        pytest.param("id: x", 40, 50, "id: x", "     ^", id="a place past the end is the end"),
        pytest.param("id: x\u00a0", 6, 7, "id: x\u00a0", "     ^", id="a no-break space at the end is kept"),
        pytest.param("id: x   ", 5, 9, "id: x", "    ^", id="blanks at the end are not underlined"),
    ],
)
def test_the_carets_stand_under_the_span(
    source: str, column: int, end_column: int, shown: str, carets: str, diagnostic: Make, report_of: ReportOf
) -> None:
    finding = diagnostic(source=source, column=column, end_column=end_column)

    assert excerpt(finding, report_of) == [f"    | {shown}", f"    | {carets}"]


def test_of_several_lines_the_first_is_underlined(diagnostic: Make, report_of: ReportOf) -> None:
    finding = diagnostic(source="steps:  ", column=1, end_line=15, end_column=3)

    assert excerpt(finding, report_of) == ["    | steps:", "    | ^^^^^^"]


@pytest.mark.parametrize(
    ("source", "column", "shown", "carets"),
    [
        pytest.param("here " + "b" * 90, 1, "here bbbbbbbbbbbbb…", "^^^^", id="cut after a span at the start"),
        pytest.param(
            "a" * 90 + " here", 92, "…aaaaaaaaaaaaa here", "               ^^^^", id="cut before one at the end"
        ),
        pytest.param(
            "a" * 90 + " here " + "b" * 90, 92, "…aaaaa here bbbbbbb…", "       ^^^^", id="cut on both sides in between"
        ),
        pytest.param(
            "a" * 30 + "e" + "\u0301" * 30 + "here",
            62,
            "…" + "\u0301" * 20 + "here",
            " ^^^^",
            id="cut within the marks of one letter",
        ),
        pytest.param("here" + "b" * 16, 1, "herebbbbbbbbbbbbbbbb", "^^^^", id="a line that just fits is whole"),
    ],
)
def test_a_long_line_is_cut_round_the_span(
    source: str, column: int, shown: str, carets: str, diagnostic: Make, report_of: ReportOf
) -> None:
    finding = diagnostic(source=source, column=column, end_column=column + 4)

    assert excerpt(finding, report_of, width=26) == [f"    | {shown}", f"    | {carets}"]


def test_the_carets_of_a_long_span_end_with_the_line(diagnostic: Make, report_of: ReportOf) -> None:
    line, carets = excerpt(diagnostic(source="x" * 10_000, column=1, end_column=10_001), report_of, width=40)

    assert line == "    | " + "x" * 32 + "…"
    assert carets == "    | " + "^" * 32


def test_a_crowd_shows_ten_and_counts_the_rest(diagnostic: Make, report_of: ReportOf) -> None:
    crowd = [diagnostic(line=line, end_line=line) for line in range(1, 701)]
    other = diagnostic(rule="unknown-key", file="z.yaml")

    blocks = text.render(report_of(*crowd, other)).split("\n\n")

    assert [block.split(": ")[0] for block in blocks[:11]] == [
        *(f"semantic-ids/work-permit/validity.yaml:{line}:24" for line in range(1, 11)),
        "z.yaml:12:24",
    ]
    assert blocks[11] == "... and 690 more of error[broken-binding]; --format json lists every one"
    assert blocks[12].endswith("701 errors\n")


def test_twenty_are_not_a_crowd(diagnostic: Make, report_of: ReportOf) -> None:
    rendered = text.render(report_of(*[diagnostic()] * 20))

    assert rendered.count("error[broken-binding]") == 20
    assert "more of" not in rendered


def test_a_crowd_of_infos_does_not_hide_an_error_of_the_same_rule(diagnostic: Make, report_of: ReportOf) -> None:
    rendered = text.render(report_of(*[diagnostic(severity="info")] * 25, diagnostic(line=99, message="grave")))

    assert ":99:24: error[broken-binding] grave" in rendered
    assert "... and 15 more of info[broken-binding]; " in rendered


def test_a_path_cannot_start_a_command(diagnostic: Make, report_of: ReportOf) -> None:
    rendered = text.render(report_of(diagnostic(file=" ::error file=x::forged.yaml")))

    assert rendered.startswith(r" \x3a:error file=x::forged.yaml:12:24: error[broken-binding]")


def test_a_long_note_is_cut(empty_report: Report) -> None:
    lines = text.render(empty_report._replace(notes=("n" * 1_000,))).splitlines()

    assert lines[0] == "note: " + "n" * 400 + "… (1,000 characters)"


def test_showing_text_imports_neither_json_nor_xml() -> None:
    script = "import sys, alvara.report.text; sys.exit(bool({'json', 'xml', 'urllib'} & sys.modules.keys()))"

    assert (
        subprocess.run([sys.executable, "-c", script], check=False, env={"PYTHONPATH": ":".join(sys.path)}).returncode
        == 0
    )


@pytest.mark.parametrize(("count", "left"), [(5, ""), (6, "1 more place"), (40, "35 more places")])
def test_of_many_places_that_take_part_only_some_are_shown(
    diagnostic: Make, report_of: ReportOf, count: int, left: str
) -> None:
    related = tuple(Related(f"capabilities/a{i}.yaml", 1, 1, "it is needed here") for i in range(count))
    lines = [line for line in text.render(report_of(diagnostic(related=related))).splitlines() if "= also:" in line]

    assert sum("needed here" in line for line in lines) == min(count, 5)
    assert lines[5:] == ([f"  = also: {left}; --format json lists every one"] if left else [])
