"""The suites of this registry: all of them pass, nothing is left untried, and what breaks a rule is noticed."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from alvara.cli.main import main
from tests.this_registry import ROOT, copy_registry

CAPABILITIES = [path for path in sorted((ROOT / "capabilities").rglob("*.yaml")) if path.name != "domain.yaml"]
POLICIES = sorted((ROOT / "policies").rglob("*.yaml"))
LANGUAGE = ROOT / "scenarios/work-permit/language.yaml"
SUITES = [
    path for path in sorted((ROOT / "scenarios").rglob("*.yaml")) if path.name != "fixtures.yaml" and path != LANGUAGE
]

EXPRESSION = re.compile(r"^ +(?:- )?expr: ", re.MULTILINE)

EXAMPLES = {
    ("workPermit.updateValidity", "thirty-in-words-is-refused-by-the-schema"): "PRD-004, section 10",
    ("workPermit.read", "other-tenant"): "PRD-004, section 16",
    ("workPermit.read", "other-record-than-the-one-asked-for"): "PRD-004, section 16",
    ("workPermit.read", "reading-never-asks"): "PRD-004, section 18",
    ("workPermit.delete", "deleting-always-asks"): "PRD-004, section 18",
    ("workPermit.approve", "approving-always-asks"): "PRD-004, section 18",
    ("workPermit.update", "a-new-title-does-not-ask"): "PRD-004, section 18",
    ("workPermit.updateValidity", "set-the-validity-to-30-days"): "PRD-004, sections 19 and 48",
    ("workPermit.updateValidity", "a-large-impact-is-one-more-reason-to-ask"): "PRD-004, section 19",
    ("workPermit.approve", "what-must-be-true-first"): "PRD-004, section 20",
    ("workPermit.approve", "a-document-is-missing"): "PRD-004, section 20",
    ("workPermit.approve", "answered-and-still-pending"): "PRD-004, section 21",
    ("workPermit.approve", "asked-beside-the-rules-of-approval"): "PRD-004, section 28",
    ("workPermit.clone", "even-from-an-approved-permit"): "PRD-004, section 37",
    ("workPermit.update", "an-approved-permit-cannot-be-edited"): "PRD-009, section 3",
    ("workPermit.updateValidity", "may-i-change-this-with-the-validity-in-focus"): "PRD-009, section 24",
}
"""The scenarios that show what was asked for, with the place where it is."""

SAID = {
    "Altere a validade desta permissão para 30 dias.": "PRD-004, section 48",
    "Adicione este equipamento.": "PRD-004, section 7",
    "Explique.": "PRD-004, on the intent engine",
    "Faça isso.": "PRD-004, on the intent engine",
    "Mude para 30.": "PRD-004, on the intent engine",
    "Crie um registro igual a esse.": "PRD-004, on the intent engine",
    "Aprove essa permissão.": "PRD-004, on the intent engine",
    "Abra a permissão do João.": "PRD-009, section 21",
    "Posso alterar isso?": "PRD-009, section 24",
    "Duplique essa permissão.": "PRD-009, section 26",
    "Como funciona a validade dessa permissão?": "PRD-009, section 39",
    "Coloque a validade para 30 dias.": "PRD-009, section 40",
    "Altere isso.": "PRD-009, section 41",
    "Agora vá para os componentes.": "PRD-009, on conversations",
    "Explique esse componente.": "PRD-009, on conversations",
}
"""The sentences that were asked for, with the place where they are."""

Tested = Callable[[Path], tuple[int, dict[str, Any]]]


@pytest.fixture
def tested(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Tested:
    """Run all suites of a registry: the exit code, and what is told."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))

    def run(root: Path) -> tuple[int, dict[str, Any]]:
        code = main(["-C", str(root), "test", "--format", "json"])
        return code, json.loads(capfd.readouterr().out)

    return run


@pytest.mark.parametrize("name", ["add", "update", "remove"])
def test_components_are_changed_by_whoever_may_change_permits(name: str) -> None:
    definition = yaml.safe_load((ROOT / f"capabilities/work-permit/components/{name}.yaml").read_text("utf-8"))

    assert definition["authorization"].get("permissions") == ["workPermit.update"]
    assert "roles" not in definition["authorization"]


def test_all_pass_and_everything_is_tried_both_ways(tested: Tested) -> None:
    code, told = tested(ROOT)
    atoms, denies = told["coverage"]["atoms"], told["coverage"]["denies"]

    assert (code, told["failed"]) == (0, 0)
    assert (atoms["covered"], atoms["missing"]) == (atoms["total"], [])
    assert (denies["covered"], denies["missing"]) == (denies["total"], [])
    assert atoms["total"] == sum(len(EXPRESSION.findall(_text(path))) for path in (*CAPABILITIES, *POLICIES))
    assert denies["total"] == sum("\neffect: deny\n" in _text(path) for path in POLICIES)


def test_every_capability_has_its_suite_where_it_is_looked_for() -> None:
    tried = {path.relative_to(ROOT / "scenarios"): _read(path)["capability"] for path in SUITES}

    assert tried == {path.relative_to(ROOT / "capabilities"): _read(path)["id"] for path in CAPABILITIES}


def test_what_others_build_on_is_among_the_fixtures() -> None:
    fixtures = _read(ROOT / "scenarios/work-permit/fixtures.yaml")

    assert fixtures["resources"]["pending"]["validityDays"] != 30
    assert "approved" in fixtures["resources"]
    assert "supervisor" in fixtures["principals"]


def test_what_was_asked_for_is_shown() -> None:
    shown = {(suite["capability"], each["id"]) for suite in map(_read, SUITES) for each in suite["scenarios"]}

    assert EXAMPLES.keys() - shown == set()
    assert SAID.keys() - {each["say"] for each in _read(LANGUAGE)["utterances"]} == set()


@pytest.mark.parametrize("path", POLICIES, ids=lambda path: path.relative_to(ROOT / "policies").as_posix())
def test_a_policy_that_no_longer_decides_is_noticed(path: Path, tested: Tested, tmp_path: Path) -> None:
    root = copy_registry(tmp_path / "registry")
    never = re.sub(r"(?m)^( +expr:) .*$", r"\1 size(principal.id) > 99", _text(path))
    (root / path.relative_to(ROOT)).write_text(never, encoding="utf-8")

    code, told = tested(root)

    assert code == 1
    assert told["failed"] > 0


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def _read(path: Path) -> dict[str, Any]:
    read: dict[str, Any] = yaml.safe_load(_text(path))
    return read
