"""The page on language: its commands print what it shows, its program runs, its figures are those that are measured."""

import os
import re
from pathlib import Path

import pytest

from alvara.adapters.directory import DirectoryTree
from alvara.cli.main import main
from tests.bundle.conftest import FOLDERS, OWN_ORIGIN, bundle_tree
from tests.docs.commands import accept, commands_in
from tests.docs.generate import ROOT
from tests.resolution.measure import ask, figures
from tests.resolution.sentences import HELD_BACK, read

PAGE = (ROOT / "docs/language.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(\w*)\n(.*?)```", PAGE, re.DOTALL)
COMMANDS = [words for language, block in BLOCKS if language == "sh" for words in commands_in(block)]


def test_every_command_is_one() -> None:
    for words in COMMANDS:
        accept(words)

    assert {words[0] for words in COMMANDS} == {"resolve"}


def test_the_first_command_prints_what_the_page_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", os.fspath(tmp_path))
    (shown,) = (block for language, block in BLOCKS if not language)

    assert main(["-C", os.fspath(ROOT), *COMMANDS[0]]) == 0
    assert capfd.readouterr().out == shown


def test_the_program_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for path, data in bundle_tree(DirectoryTree(ROOT, FOLDERS), OWN_ORIGIN).items():
        target = tmp_path / "dist/bundle" / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
    monkeypatch.chdir(tmp_path)
    (program,) = (block for language, block in BLOCKS if language == "python")

    exec(program, {})


def test_the_figures_are_those_of_the_sentences_that_were_held_back() -> None:
    written = [(int(right), int(of)) for right, of in re.findall(r"\| (\d+) of (\d+) \|", PAGE)]

    assert written == [(share.right, share.of) for share in figures(ask(read(HELD_BACK)))]


def test_every_link_leads_somewhere() -> None:
    links = re.findall(r"\]\(([^)#]+)\)", PAGE)

    assert links
    assert [link for link in links if not (ROOT / "docs" / link).exists()] == []
