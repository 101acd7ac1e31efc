"""The README is true: its commands run, and its example is what the command prints."""

import re
import shlex
from pathlib import Path

import pytest
import yaml

from alvara.cli.group import VERBS
from alvara.cli.main import main
from tests.bundle.repository import commit
from tests.this_registry import LATER, copy_registry

ROOT = Path(__file__).parent.parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(\w*)\n(.*?)```", README, re.DOTALL)
COMMANDS = [
    line.partition(" #")[0].strip()
    for language, block in BLOCKS
    if language == "sh"
    for line in block.splitlines()
    if line.startswith(".venv/bin/alvara")
]


@pytest.fixture
def registry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    commit(copy_registry(tmp_path), at=LATER)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("command", COMMANDS)
def test_command_of_the_readme_runs(registry: Path, command: str) -> None:
    assert 0 == main(shlex.split(command)[1:])


def test_readme_shows_what_the_command_prints(registry: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = registry / "capabilities/work-permit/update.yaml"
    path.write_text(re.sub(r"(?m)^risk: \w+$", "risk: hihg", path.read_text()))
    shown = next(block for language, block in BLOCKS if language == "" and "hihg" in block)

    assert 1 == main(["check"])
    assert capfd.readouterr().out.startswith(shown)


def test_links_of_the_readme_lead_somewhere() -> None:
    links = re.findall(r"\]\(([^)#]+)\)", README)

    assert links
    assert [] == [link for link in links if not (ROOT / link).exists()]


def test_every_page_is_led_to() -> None:
    links = re.findall(r"\]\(docs/([^)#/]+)\)", README)

    assert {page.name for page in (ROOT / "docs").glob("*.md")} - set(links) == set()


def test_readme_names_every_verb() -> None:
    rows = re.findall(r"(?m)^\| ((?:`[a-z]+`(?:, )?)+) \|", README)

    assert {verb for row in rows for verb in re.findall(r"`(\w+)`", row)} == set(VERBS)


def test_readme_names_the_hooks_that_there_are() -> None:
    offered = {hook["id"] for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))}
    block = next(block for language, block in BLOCKS if language == "yaml" and "hooks:" in block)
    shown = yaml.safe_load(block)

    assert {hook["id"] for hook in shown["repos"][0]["hooks"]} == offered
    assert shown["default_install_hook_types"] == ["pre-commit", "pre-merge-commit"]
