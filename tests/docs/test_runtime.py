"""The page on the registry at run time: its programs run as they stand, and every question is on it."""

from pathlib import Path

import pytest
from yaml import safe_load

from alvara import Registry, Store
from tests.docs.generate import ROOT
from tests.docs.page import read_page
from tests.runtime.bundles import on_disk
from tests.store.releases import NOW, release

PAGE = read_page("runtime")
PROGRAMS = PAGE.blocks("python")


@pytest.mark.usefixtures("beside_bundle")
def test_the_program_that_asks_runs_as_it_stands(capsys: pytest.CaptureFixture[str]) -> None:
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


def test_every_question_is_on_the_page() -> None:
    public = {name for name in vars(Registry) if not name.startswith("_")} - {"open", "from_store"}

    assert {name for name in public if f"`{name}" not in PAGE.text} == set()
