"""The page on OCI registries: its commands and its program run, on a real one; its links lead somewhere."""

import re
from pathlib import Path

import pytest

from alvara.adapters.bundles import write_folder
from alvara.adapters.oci import series, transport
from alvara.adapters.oci.artifacts import BUNDLE
from alvara.cli.main import main
from tests.docs.commands import accept, commands_in
from tests.docs.generate import ROOT
from tests.oci.bundles import about, first
from tests.oci.conftest import home as home
from tests.oci.conftest import program as program
from tests.oci.conftest import server as server
from tests.oci.registry_server import RegistryServer
from tests.release.world import pin, world

PAGE = (ROOT / "docs/oci.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(\w+)\n(.*?)```", PAGE, re.DOTALL)
COMMANDS = [words for language, block in BLOCKS if language == "sh" for words in commands_in(block)]


def test_every_command_is_one() -> None:
    for words in COMMANDS:
        accept(words)

    assert {words[1] for words in COMMANDS} == {"publish", "activate", "status", "pin"}


def test_the_commands_and_the_program_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, server: RegistryServer, home: Path
) -> None:
    def here(text: str) -> str:
        return (
            text.replace("localhost:5000", server.address)
            .replace("2026.09.01", "1")
            .replace("/var/lib/agents", str(tmp_path / "store"))
        )

    write_folder(first(), str(tmp_path / "dist/bundle"))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ALVARA_ROOT", pin(dict(world())))
    now = {"activate": ["--now", "2026-09-01T12:30:00Z"]}
    codes = [main([here(word) for word in words] + now.get(words[1], [])) for words in COMMANDS]
    (code,) = (block for language, block in BLOCKS if language == "python")
    found: dict[str, object] = {}
    exec(here(code), found)

    assert codes == [0] * len(COMMANDS)
    assert found["pinned"] == about(first()).digest


def test_the_page_says_what_the_code_does() -> None:
    patience = transport.Patience()

    assert f"silent for {patience.silence:g} seconds, or not done after a minute" in PAGE
    assert (patience.whole, patience.rate) == (60, 256 << 10)
    assert series.Series.__init__.__defaults__ == (3.0,)
    assert BUNDLE.layer in PAGE
    assert BUNDLE.words in PAGE


def test_every_link_leads_somewhere() -> None:
    links = re.findall(r"\]\(([^)#]+)\)", PAGE)

    assert links
    assert [link for link in links if not (ROOT / "docs" / link).exists()] == []
