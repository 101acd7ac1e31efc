"""The report for code scanning services."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from alvara import __version__
from alvara.compare.bases import Base
from alvara.diagnostics.finding import Diagnostic
from alvara.report import sarif
from alvara.report.report import Report
from alvara.report.wording import frame_line

SCHEMA = json.loads((Path(__file__).parent / "data/sarif-schema-2.1.0.json").read_text(encoding="utf-8"))


def result_of(finding: Diagnostic, report_of: Callable[..., Report]) -> dict[str, Any]:
    result: dict[str, Any] = json.loads(sarif.render(report_of(finding)))["runs"][0]["results"][0]
    return result


def test_the_whole_report_is_written(small_report: Report) -> None:
    rendered = sarif.render(small_report, rules={"broken-binding": "A reference names something that is not there."})

    assert json.loads(rendered) == {
        "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "alvara",
                        "version": __version__,
                        "rules": [
                            {
                                "id": "broken-binding",
                                "shortDescription": {"text": "A reference names something that is not there."},
                            },
                            {
                                "id": "removed-without-alias",
                                "shortDescription": {"text": "removed-without-alias"},
                            },
                        ],
                    }
                },
                "originalUriBaseIds": {
                    "%SRCROOT%": {"description": {"text": "The folder that holds alvara.yaml."}},
                    "%BASEROOT%": {"description": {"text": "The same folder in the base revision."}},
                },
                "columnKind": "utf16CodeUnits",
                "results": [
                    {
                        "ruleId": "broken-binding",
                        "ruleIndex": 0,
                        "level": "error",
                        "message": {
                            "text": "`workPermit.edit` is not a known capability\n"
                            "help: did you mean `workPermit.update`?"
                        },
                        "locations": [
                            {
                                "physicalLocation": {
                                    "artifactLocation": {
                                        "uri": "semantic-ids/work-permit/validity.yaml",
                                        "uriBaseId": "%SRCROOT%",
                                    },
                                    "region": {"startLine": 12, "startColumn": 24, "endLine": 12, "endColumn": 39},
                                }
                            }
                        ],
                        "relatedLocations": [
                            {
                                "id": 1,
                                "physicalLocation": {
                                    "artifactLocation": {
                                        "uri": "capabilities/work-permit/update.yaml",
                                        "uriBaseId": "%SRCROOT%",
                                    },
                                    "region": {"startLine": 1, "startColumn": 5},
                                },
                                "message": {"text": "the nearest ID"},
                            }
                        ],
                        "partialFingerprints": {"alvara/v1": "5b1f"},
                    },
                    {
                        "ruleId": "removed-without-alias",
                        "ruleIndex": 1,
                        "level": "warning",
                        "message": {"text": "`shop.order` was removed and has no alias"},
                        "locations": [
                            {
                                "physicalLocation": {
                                    "artifactLocation": {
                                        "uri": "semantic-ids/shop/order.yaml",
                                        "uriBaseId": "%BASEROOT%",
                                    },
                                    "region": {"startLine": 1, "startColumn": 5, "endLine": 1, "endColumn": 15},
                                }
                            }
                        ],
                        "partialFingerprints": {"alvara/v1": "c0de"},
                    },
                ],
                "properties": {"now": "2026-09-01T12:00:00Z", "notes": ["root: not pinned"]},
            }
        ],
    }


def test_reports_follow_the_official_schema(small_report: Report, empty_report: Report) -> None:
    validator = jsonschema.Draft4Validator(SCHEMA)

    assert validator.is_valid(json.loads(sarif.render(small_report)))
    assert validator.is_valid(json.loads(sarif.render(empty_report)))
    assert not validator.is_valid({"version": "2.1.0"})


def test_a_rule_is_listed_once(diagnostic: Callable[..., Diagnostic], report_of: Callable[..., Report]) -> None:
    run = json.loads(sarif.render(report_of(diagnostic(), diagnostic(rule="a-rule"), diagnostic())))["runs"][0]

    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == ["a-rule", "broken-binding"]
    assert [result["ruleIndex"] for result in run["results"]] == [1, 0, 1]


def test_an_info_is_a_note(diagnostic: Callable[..., Diagnostic], report_of: Callable[..., Report]) -> None:
    assert result_of(diagnostic(severity="info"), report_of)["level"] == "note"


@pytest.mark.parametrize(
    ("file", "uri"),
    [
        pytest.param("docs/my page.md", "docs/my%20page.md", id="a blank"),
        pytest.param("a:b/c,d%41.yaml", "a%3Ab/c%2Cd%2541.yaml", id="a colon, a comma and a percent sign"),
        pytest.param("docs/permissão.md", "docs/permiss%C3%A3o.md", id="an accent"),
        pytest.param("x?y#z.md", "x%3Fy%23z.md", id="what would start a query or a fragment"),
        pytest.param("\ud800.md", "%ED%A0%80.md", id="a lone surrogate"),
    ],
)
def test_a_path_is_percent_encoded(
    file: str, uri: str, diagnostic: Callable[..., Diagnostic], report_of: Callable[..., Report]
) -> None:
    location = result_of(diagnostic(file=file), report_of)["locations"][0]["physicalLocation"]

    assert location["artifactLocation"]["uri"] == uri


@pytest.mark.parametrize(
    ("changes", "columns"),
    [
        pytest.param({"column": 3, "end_column": 6}, (4, 7), id="an emoji before the span counts twice"),
        pytest.param({"column": 1, "end_column": 2}, (1, 3), id="an emoji in the span counts twice"),
        pytest.param({"column": 3, "end_line": 14, "end_column": 6}, (4, 6), id="the text of a later line is unknown"),
        pytest.param({"column": 3, "end_column": 6, "source": None}, (3, 6), id="without text nothing is known"),
        pytest.param({"column": 30, "end_column": 40}, (31, 41), id="a place past the end moves along"),
    ],
)
def test_columns_count_utf16_units(
    changes: dict[str, object],
    columns: tuple[int, int],
    diagnostic: Callable[..., Diagnostic],
    report_of: Callable[..., Report],
) -> None:
    finding = diagnostic(**{"source": "\U0001f600 é bad", **changes})

    region = result_of(finding, report_of)["locations"][0]["physicalLocation"]["region"]

    assert (region["startColumn"], region["endColumn"]) == columns


def test_a_message_never_holds_a_link(diagnostic: Callable[..., Diagnostic], report_of: Callable[..., Report]) -> None:
    message = result_of(diagnostic(message="see [here](1) and [there](x:y)"), report_of)["message"]["text"]

    assert message == "see [here] (1) and [there] (x:y)"


def test_a_whole_address_is_relative_to_nothing(
    diagnostic: Callable[..., Diagnostic], report_of: Callable[..., Report]
) -> None:
    location = result_of(diagnostic(file="/old bundle/private/a.json", revision="base"), report_of)["locations"][0]

    assert location["physicalLocation"]["artifactLocation"] == {"uri": "file:///old%20bundle/private/a.json"}


def test_a_base_without_a_commit_is_named_alone(report_of: Callable[..., Report]) -> None:
    report = report_of()._replace(
        bases=(Base("explicit", "dist/bundle", ""), Base("explicit", "main", "0123456789abcdef"))
    )

    assert frame_line(report).endswith(
        ", compared with dist/bundle, compared with main at 0123456789ab, root: not pinned"
    )
