"""The report for programs."""

import json
from collections.abc import Callable
from pathlib import Path

import jsonschema

from alvara.diagnostics.finding import Diagnostic
from alvara.report import json_v1
from alvara.report.report import Report

SCHEMA = json.loads((Path(__file__).parents[2] / "schemas/output/check-1.schema.json").read_text(encoding="utf-8"))


def test_the_whole_report_is_written(small_report: Report) -> None:
    assert (
        json_v1.render(small_report)
        == """\
{
  "format": "alvara.check/1",
  "now": "2026-09-01T12:00:00Z",
  "summary": {
    "documents": 41,
    "resources": 52,
    "capabilities": 15,
    "policies": 6,
    "bindings": 143,
    "errors": 1,
    "warnings": 1,
    "infos": 0
  },
  "bases": [
    {
      "kind": "pull-request",
      "ref": "origin/main",
      "commit": "9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f"
    }
  ],
  "findings": [
    {
      "rule": "broken-binding",
      "severity": "error",
      "message": "`workPermit.edit` is not a known capability",
      "file": "semantic-ids/work-permit/validity.yaml",
      "line": 12,
      "column": 24,
      "endLine": 12,
      "endColumn": 39,
      "revision": "current",
      "subject": "workPermit.validity",
      "pointer": "/capabilityRefs/0/ref",
      "fingerprint": "5b1f",
      "help": "did you mean `workPermit.update`?",
      "related": [
        {
          "file": "capabilities/work-permit/update.yaml",
          "line": 1,
          "column": 5,
          "message": "the nearest ID"
        }
      ]
    },
    {
      "rule": "removed-without-alias",
      "severity": "warning",
      "message": "`shop.order` was removed and has no alias",
      "file": "semantic-ids/shop/order.yaml",
      "line": 1,
      "column": 5,
      "endLine": 1,
      "endColumn": 15,
      "revision": "base",
      "subject": "shop.order",
      "pointer": "/id",
      "fingerprint": "c0de",
      "help": "",
      "related": []
    }
  ],
  "notes": [
    "root: not pinned"
  ]
}
"""
    )


def test_the_schema_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


def test_reports_follow_the_schema(small_report: Report, empty_report: Report) -> None:
    validator = jsonschema.Draft202012Validator(SCHEMA)

    assert validator.is_valid(json.loads(json_v1.render(small_report)))
    assert validator.is_valid(json.loads(json_v1.render(empty_report)))


def test_the_schema_refuses_what_it_does_not_name(small_report: Report) -> None:
    document = json.loads(json_v1.render(small_report))
    document["findings"][0]["colour"] = "red"

    assert not jsonschema.Draft202012Validator(SCHEMA).is_valid(document)


def test_accents_are_written_as_they_are(
    diagnostic: Callable[..., Diagnostic], report_of: Callable[..., Report]
) -> None:
    rendered = json_v1.render(report_of(diagnostic(message="`permissão` 😀")))

    assert '"message": "`permissão` 😀"' in rendered


def test_a_hidden_character_is_escaped_and_keeps_its_meaning(
    diagnostic: Callable[..., Diagnostic], report_of: Callable[..., Report]
) -> None:
    message = "a\x1b\x7f\x9b\u202e\u2028\U000e0041 ##[error]"

    rendered = json_v1.render(report_of(diagnostic(message=message)))

    assert r'"a\u001b\u007f\u009b\u202e\u2028\udb40\udc41 \u0023#[error]"' in rendered
    assert json.loads(rendered)["findings"][0]["message"] == message


def test_a_lone_surrogate_becomes_visible_text(
    diagnostic: Callable[..., Diagnostic], report_of: Callable[..., Report]
) -> None:
    rendered = json_v1.render(report_of(diagnostic(file="caf\udce9.yaml")))

    assert json.loads(rendered)["findings"][0]["file"] == r"caf\udce9.yaml"
