"""The page on OCI registries: its commands and its program run, on a real one."""

from pathlib import Path

import pytest

from alvara.adapters.bundles import write_folder
from alvara.adapters.oci import series, transport
from alvara.adapters.oci.artifacts import BUNDLE
from alvara.cli.main import main
from tests.docs.page import read_page
from tests.oci.bundles import about, first
from tests.oci.conftest import home as home
from tests.oci.conftest import program as program
from tests.oci.conftest import server as server
from tests.oci.registry_server import RegistryServer
from tests.release.world import pin, world

PAGE = read_page("oci")


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
    codes = [main([here(word) for word in words] + now.get(words[1], [])) for words in PAGE.commands]
    (code,) = PAGE.blocks("python")
    found: dict[str, object] = {}
    exec(here(code), found)

    assert codes == [0] * len(PAGE.commands)
    assert found["pinned"] == about(first()).digest


def test_the_page_says_what_the_code_does() -> None:
    patience = transport.Patience()

    assert f"silent for {patience.silence:g} seconds, or not done after a minute" in PAGE.text
    assert (patience.whole, patience.rate) == (60, 256 << 10)
    assert series.Series.__init__.__defaults__ == (3.0,)
    assert BUNDLE.layer in PAGE.text
    assert BUNDLE.words in PAGE.text
