"""`alvara explain` and `alvara rules`."""

import pytest

from alvara.adapters import shipped
from alvara.rules import all_rules
from tests.cli.conftest import Run


def test_shows_the_page_with_its_example(run: Run) -> None:
    found = run("explain", "broken-binding")

    assert found.code == 0
    assert found.out.startswith("# broken-binding\n\nA reference names something that the registry does not have.\n")
    assert "Severity: error; since 0.1; it can be waived for a time." in found.out
    assert "## How to fix" in found.out
    assert "error[broken-binding] `" in found.out
    assert found.out.index("## Example") < found.out.index("## Instead")


def test_a_rule_without_a_page_yet_shows_what_its_code_says(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("alvara.cli.explain.read_page", lambda rule: None)

    found = run("explain", "broken-binding").out

    assert "## How to fix" in found
    assert "## Example" not in found


def test_an_unknown_rule_is_exit_2_with_what_was_meant(run: Run) -> None:
    close, far = run("explain", "broken-bindings"), run("explain", "zebra")

    assert (close.code, far.code) == (2, 2)
    assert "there is no rule `broken-bindings`; did you mean `broken-binding`?" in close.err
    assert "there is no rule `zebra`; `alvara rules` lists them" in far.err


def test_no_path_is_a_rule(run: Run) -> None:
    assert run("explain", "../rules/broken-binding").code == 2
    assert shipped.read_page("broken-binding")


def test_lists_every_rule(run: Run) -> None:
    listed = run("rules", "--format", "json").json["rules"]
    lines = run("rules").out.splitlines()

    assert [rule["name"] for rule in listed] == [rule.name for rule in all_rules()]
    assert len(lines) == len(listed) + 1
    row = next(line for line in lines if line.startswith("missing-owner "))
    assert row.split()[:3] == ["missing-owner", "error", "info"]
