"""The examples that `--help` shows run as they stand there."""

import json
import re
import shlex
from pathlib import Path

import click
import pytest
import yaml

from alvara.cli.group import VERBS, Verbs
from alvara.cli.main import main
from tests.bundle.repository import commit, git
from tests.this_registry import LATER, copy_registry, take_out_approvals

ZONE = """\
id: workPermit.{0}
type: field
name: The {0}
knowledgeRefs: [docs/work-permit/validity]
labels: {{pt-BR: A {0}, en: The {0}}}
"""
ENDED = (
    'status: deprecated\ndeprecation: {since: "2026-01-01", removeAfter: "2026-06-01", replacedBy: workPermit.area}\n'
)


def command_of(verb: str) -> click.Command:
    """Find a verb, and in a group of them the first."""
    command = Verbs().get_command(click.Context(Verbs()), verb)
    if isinstance(command, click.Group):
        command = command.get_command(click.Context(command), command.list_commands(click.Context(command))[0])
    assert command is not None
    return command


def examples_of(verb: str) -> list[str]:
    """List the example commands of a verb, without what is said about each."""
    command = command_of(verb)
    shown = re.search(r"Examples?:\n((?: {6,}\S.*\n)+)", (command.callback.__doc__ or "") if command.callback else "")
    lines = shown[1].splitlines() if shown else []
    return [re.split(r" {2,}", line.strip())[0] for line in lines]


@pytest.fixture
def registry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """This registry, with what the examples speak of, beside an application that uses it."""
    root = copy_registry(tmp_path / "registry")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    for who in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{who}_NAME", "Ana")
        monkeypatch.setenv(f"GIT_{who}_EMAIL", "ana@example.com")
    for part in ("web/src", "docs"):
        (tmp_path / part).mkdir(parents=True)
    (tmp_path / "web/src/page.ts").write_text('const id = "workPermit.validity";\n')
    return root


def prepare(root: Path, verb: str) -> None:
    """Bring about what the examples of a verb take for granted."""
    fields = root / "semantic-ids/work-permit"
    if verb == "promote":
        main(["-C", str(root), "new", "capability", "workPermit.extend"])
        (fields / "area.yaml").write_text(ZONE.format("area"))
        (fields / "zone.yaml").write_text(ZONE.format("zone"))
    if verb == "decide":
        fixtures = yaml.safe_load((root / "scenarios/work-permit/fixtures.yaml").read_text(encoding="utf-8"))
        asked = {
            "input": {"workPermitId": "WP-10231", "validityDays": 30}, "user": fixtures["principals"]["supervisor"],
            "permit": fixtures["resources"]["pending"],
        }  # fmt: skip
        for name, value in asked.items():
            (root / f"{name}.json").write_text(json.dumps(value))
    if verb == "release":  # the one that signs asks for a key and a root: tests/release do that
        take_out_approvals(root)
    commit(root, at=LATER)
    if verb in ("diff", "check"):
        git(root, "tag", "v2026.09.01")
        git(root, "tag", "v2026.10.01")
        main(["-C", str(root), "bundle", "build"])


@pytest.mark.parametrize(
    "verb", ["check", "new", "diff", "rename", "migrate", "promote", "bump", "release", "fmt", "test", "decide"]
)
def test_examples_run(verb: str, registry: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    prepare(registry, verb)
    commands = examples_of(verb)

    assert commands
    for command in commands:
        if " removed " in command:
            (registry / "semantic-ids/work-permit/zone.yaml").write_text(ZONE.format("zone") + ENDED)
        monkeypatch.chdir(tmp_path if " -C registry " in command else registry)
        assert main(shlex.split(command.partition(" > ")[0])[1:]) == 0, command
        commit(registry, at=LATER)


def test_every_verb_shows_an_example() -> None:
    assert [verb for verb in VERBS if not examples_of(verb)] == []
