"""Each folder here is a rule, each folder under its good/ and bad/ is a case: a little registry and what is said of it."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from alvara.diagnostics.rule import Rule
from alvara.rules import all_rules, rules_on, schema_rules_on
from tests.case import judge, judged, rendered

HERE = Path(__file__).parent
CASES = sorted(p for kind in ("good", "bad") for p in HERE.glob(f"*/{kind}/*"))


def _name(case: Path) -> str:
    return case.relative_to(HERE).as_posix()


@pytest.mark.parametrize("case", CASES, ids=_name)
def test_case_says_what_is_expected(case: Path, request: pytest.FixtureRequest) -> None:
    rule = case.relative_to(HERE).parts[0]
    said = rendered([f for f in judged(case / "current").findings if f.rule == rule])
    expected = case / "expected.txt"
    if request.config.getoption("--update") and case.parent.name == "bad":
        expected.write_text(said, encoding="utf-8")

    assert (expected.read_text(encoding="utf-8") if expected.exists() else "") == said
    assert (case.parent.name == "bad") == bool(said)


@pytest.mark.parametrize("case", [c for c in CASES if c.name == "example"], ids=_name)
def test_example_shows_its_own_rule_only(case: Path) -> None:
    rule = case.relative_to(HERE).parts[0]

    assert [] == [f for f in judged(case / "current").findings if f.rule != rule and f.severity == "error"]


@pytest.mark.parametrize("rule", all_rules(), ids=lambda rule: rule.name)
def test_rule_is_complete(rule: Rule) -> None:
    assert rule.name.replace("-", "_") == rule.check.__module__.rpartition(".")[2] == rule.check.__name__
    assert rule.check.__doc__
    assert rule.summary.endswith(".")
    assert "## Why is this bad?\n" in rule.doc
    assert "## How to fix\n" in rule.doc
    assert rule.cure
    assert (HERE / rule.name / "bad/example/expected.txt").exists()
    assert (HERE / rule.name / "good/example/current").exists()


def test_no_case_folder_is_left_behind_by_a_rule() -> None:
    assert {p.name for p in HERE.iterdir() if p.is_dir() and p.name != "__pycache__"} <= {r.name for r in all_rules()}


@pytest.mark.parametrize("case", CASES, ids=_name)
def test_rule_asks_for_the_keys_that_it_needs(case: Path) -> None:
    """A rule's `where` spares time; taken away, it must not change what is said."""
    with pytest.MonkeyPatch.context() as patch:
        for name, give in (("rules_on", rules_on), ("schema_rules_on", schema_rules_on)):
            patch.setattr(f"alvara.app.extraction.{name}", partial(_anywhere, give))
        said, _ = judge(case / "current")

    assert judged(case / "current").findings == said


def _anywhere(give: Callable[[type], tuple[Rule, ...]], subject: type) -> tuple[Rule, ...]:
    return tuple(rule._replace(where=frozenset()) for rule in give(subject))
