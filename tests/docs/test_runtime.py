"""The page on the registry at run time: its programs run as they stand, its commands and links are ones."""

import re
from pathlib import Path

import pytest
from yaml import safe_load

from alvara import Registry, Store
from alvara.adapters.directory import DirectoryTree
from tests.bundle.conftest import FOLDERS, OWN_ORIGIN, bundle_tree
from tests.docs.commands import accept, commands_in
from tests.docs.generate import ROOT
from tests.runtime.bundles import on_disk
from tests.store.releases import NOW, release

PAGE = (ROOT / "docs/runtime.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(\w*)\n(.*?)```", PAGE, re.DOTALL)
PROGRAMS = [block for language, block in BLOCKS if language == "python"]


def test_the_program_that_asks_runs_as_it_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "dist").mkdir()
    on_disk(bundle_tree(DirectoryTree(ROOT, FOLDERS), OWN_ORIGIN), tmp_path / "dist/bundle")
    monkeypatch.chdir(tmp_path)
    made_up = safe_load((ROOT / "scenarios/work-permit/fixtures.yaml").read_text(encoding="utf-8"))
    names = {"user": made_up["principals"]["supervisor"], "permit": made_up["resources"]["pending"]}

    exec(PROGRAMS[0], names)

    assert "workPermit_components_add" in capsys.readouterr().out


def test_the_program_that_pins_runs_as_it_stands(tmp_path: Path) -> None:
    store = Store.open(str(tmp_path / "agents"))
    store.publish(on_disk(release(1), tmp_path / "first"))
    store.activate("1", now=NOW)
    names: dict[str, object] = {}

    exec(PROGRAMS[1].replace("/var/lib/agents", str(tmp_path / "agents")), names)

    opened = names["registry"]
    assert isinstance(opened, Registry)
    assert opened.version == "1"
    assert store.status().pins == ()


def test_every_command_is_one() -> None:
    commands = [words for language, block in BLOCKS if language == "sh" for words in commands_in(block)]
    for words in commands:
        accept(words)

    assert [words[0] for words in commands] == ["get", "find", "graph", "coverage"]


def test_every_question_is_on_the_page() -> None:
    public = {name for name in vars(Registry) if not name.startswith("_")} - {"open", "from_store"}

    assert {name for name in public if f"`{name}" not in PAGE} == set()


def test_every_link_leads_somewhere() -> None:
    links = re.findall(r"\]\(([^)#]+)\)", PAGE)

    assert links
    assert [link for link in links if not (ROOT / "docs" / link).exists()] == []
