"""The page on context: its command prints what it shows, its programs run, its links lead somewhere."""

import os
import re
from pathlib import Path

import pytest

from alvara.adapters.directory import DirectoryTree
from alvara.cli.main import main
from tests.bundle.conftest import FOLDERS, OWN_ORIGIN, bundle_tree
from tests.docs.commands import accept, commands_in
from tests.docs.generate import ROOT

PAGE = (ROOT / "docs/context.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(\w*)\n(.*?)```", PAGE, re.DOTALL)
COMMANDS = [words for language, block in BLOCKS if language == "sh" for words in commands_in(block)]


def test_every_command_is_one() -> None:
    for words in COMMANDS:
        accept(words)

    assert {words[0] for words in COMMANDS} == {"context"}


def test_the_command_prints_what_the_page_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", os.fspath(tmp_path))
    (shown,) = (block for language, block in BLOCKS if not language)

    assert main(["-C", os.fspath(ROOT), *COMMANDS[0]]) == 0
    assert capfd.readouterr().out == shown


def test_the_programs_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for path, data in bundle_tree(DirectoryTree(ROOT, FOLDERS), OWN_ORIGIN).items():
        target = tmp_path / "dist/bundle" / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
    monkeypatch.chdir(tmp_path)
    programs = [block for language, block in BLOCKS if language == "python"]

    assert len(programs) == 3
    exec("\n".join(programs), {})


def test_every_link_leads_somewhere() -> None:
    links = re.findall(r"\]\(([^)#]+)\)", PAGE)

    assert links
    assert [link for link in links if not (ROOT / "docs" / link).exists()] == []
