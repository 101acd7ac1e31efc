"""The page on decisions: its commands do what it says."""

import json
import re
import shlex
from pathlib import Path

from tests.cli.conftest import Run
from tests.decisions.conftest import PERMIT, SUPERVISOR, THIRTY
from tests.this_registry import ROOT

PAGE = (ROOT / "docs/deciding.md").read_text(encoding="utf-8")
COMMANDS = [
    shlex.split(line)[1:]
    for block in re.findall(r"(?ms)^```sh\n(.*?)^```", PAGE)
    for line in block.replace("\\\n", "").splitlines()
]


def test_the_commands_of_the_page_run(pilot: Path, run: Run) -> None:
    files = {"input.json": THIRTY, "user.json": SUPERVISOR, "permit.json": PERMIT}
    for name, value in files.items():
        (pilot / name).write_text(json.dumps(value), encoding="utf-8")
    (pilot / "used.txt").write_text("", encoding="utf-8")
    ask, go_on, replay = COMMANDS

    assert run(*ask).out.startswith("confirm: workPermit.updateValidity 1.0.0, as of ")
    (pilot / "answer.json").write_text(run(*ask, "--format", "json").out, encoding="utf-8")
    assert run(*go_on).out.startswith("allow: workPermit.updateValidity 1.0.0, as of ")
    (pilot / "answer.json").write_text(run(*ask, "--format", "json", "--bundle", "dist/bundle").out, encoding="utf-8")
    assert run(*replay).out.startswith("the same: confirm, sha256:")


def test_the_page_names_every_option(run: Run) -> None:
    for verb in ("decide", "replay"):
        options = set(re.findall(r"--[a-z]+", run(verb, "--help").out)) - {"--help", "--format"}
        assert {option for option in options if f"`{option}" not in PAGE and f"{option} " not in PAGE} == set()
