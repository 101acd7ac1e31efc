"""Settings that name a rule which does not exist do not hold: what they mean to set would silently not be."""

from pathlib import Path

import pytest

from alvara.diagnostics.finding import Diagnostic
from tests.case import judge

HEAD = "registry: 6f1c2a34-0c1d-4b53-9a35-6a2f5b1f8e11\nname: example\n"
WAIVER = (
    "waivers: [{{rule: {rule}, subject: workPermit.read, reason: Not yet., owner: permits-team, "
    'expires: "2026-12-31"}}]\n'
)


def judge_settings(root: Path, text: str) -> tuple[Diagnostic, ...]:
    """Judge an empty registry with these settings."""
    (root / "alvara.yaml").write_text(HEAD + text, encoding="utf-8")
    return judge(root)[0]


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [("severity:\n  missing-onwer: warning\n", 4, 3), (WAIVER.format(rule="missing-onwer"), 3, 18)],
    ids=["as a severity", "in a waiver"],
)
def test_an_unknown_rule_is_reported_with_the_one_that_was_meant(
    tmp_path: Path, text: str, line: int, column: int
) -> None:
    (finding,) = judge_settings(tmp_path, text)

    assert (finding.rule, finding.severity) == ("wrong-shape", "error")
    assert (line, column) == (finding.line, finding.column)
    assert finding.message == "there is no rule `missing-onwer`"
    assert finding.help == "did you mean `missing-owner`?"


def test_a_rule_like_no_other_points_to_the_catalogue(tmp_path: Path) -> None:
    (finding,) = judge_settings(tmp_path, "severity: {zzz: error}\n")

    assert finding.help == "`alvara rules` lists them all"


def test_known_rules_are_accepted(tmp_path: Path) -> None:
    findings = judge_settings(tmp_path, "severity: {missing-owner: 'off'}\n" + WAIVER.format(rule="missing-owner"))

    assert [finding.rule for finding in findings] == ["waiver-unused"]
