"""F36: a run that looked at nothing, or at less than was asked for, never ends in 0."""

import os
import re
from pathlib import Path

import pytest

from tests.fieldcases.surroundings import alvara, write_seed


@pytest.fixture
def registry(tmp_path: Path) -> Path:
    return write_seed(tmp_path)


@pytest.mark.parametrize(
    ("arguments", "clue"),
    [
        (["check", "capabilites/"], "capabilites/"),
        (["check", "--bsae", "main"], "--bsae"),
        (["check", "--only", "duplicate-ids"], "did you mean `duplicate-id`?"),
        (["check", "--format", "jsno"], "jsno"),
        (["check", "--fail-on", "fatal"], "fatal"),
        (["chekc"], "did you mean `check`?"),
        (["-C", "nowhere", "check"], "nowhere"),
        (["check", "--now", "yesterday"], "yesterday"),
        (["check", "/etc"], "outside"),
        (["explain", "broken-bindings"], "did you mean `broken-binding`?"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_mistyped_call_is_exit_2_and_names_the_mistake(registry: Path, arguments: list[str], clue: str) -> None:
    done = alvara(registry, *arguments)

    assert done.returncode == 2
    assert clue in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize(
    ("line", "clue"),
    [
        ("severity: {duplicate-ids: warning}", "did you mean `duplicate-id`?"),
        ("severity: {duplicate-id: fatal}", "`fatal` is not one of"),
        ("naming: {capability: {style: camle}}", "did you mean `camel`?"),
        ("knowlege: {roots: [docs]}", "did you mean `knowledge`?"),
    ],
    ids=["unknown rule", "unknown severity", "unknown style", "unknown key"],
)
def test_settings_that_do_not_hold_are_exit_2_and_shown(registry: Path, line: str, clue: str) -> None:
    (registry / "alvara.yaml").write_text((registry / "alvara.yaml").read_text() + line + "\n")

    done = alvara(registry, "check")

    assert done.returncode == 2
    assert "alvara.yaml:4:" in done.stdout
    assert clue in done.stdout


def test_first_file_bad_and_second_good_is_exit_1(registry: Path) -> None:
    path = registry / "capabilities/work-permit/update-validity.yaml"
    path.write_text(path.read_text().replace("risk: high", "risk: hihg"))

    done = alvara(registry, "check", "capabilities", "policies")

    assert done.returncode == 1


def test_waiver_that_waives_nothing_is_a_finding(registry: Path) -> None:
    waiver = "waivers: [{rule: broken-binding, subject: workPermit, reason: x, owner: ana, expires: '2030-01-01'}]\n"
    (registry / "alvara.yaml").write_text((registry / "alvara.yaml").read_text() + waiver)

    assert "[waiver-unused]" in alvara(registry, "check").stdout


def test_registry_without_entities_is_0_with_counts_and_a_note(tmp_path: Path) -> None:
    (tmp_path / "alvara.yaml").write_text("registry: 0d8e5b3e-7d0c-4c6a-8a53-1f6a2c9d7b10\nname: empty\n")

    done = alvara(tmp_path, "check")

    assert done.returncode == 0
    assert "checked 0 documents (0 capabilities, 0 resources, 0 policies, 0 bindings)" in done.stdout
    assert "note: " in done.stdout


def test_bundle_without_capabilities_is_exit_2(tmp_path: Path) -> None:
    (tmp_path / "alvara.yaml").write_text("registry: 0d8e5b3e-7d0c-4c6a-8a53-1f6a2c9d7b10\nname: empty\n")

    assert alvara(tmp_path, "bundle", "build").returncode == 2


def test_last_line_says_what_was_looked_at(registry: Path) -> None:
    last = alvara(registry, "check").stdout.splitlines()[-1]

    assert last.startswith("checked 3 documents (1 capability, 2 resources, 1 policy, 1 binding) with ")
    assert re.search(r": [^:]*\d+ infos$", last)


def test_paths_narrow_the_report_and_not_the_judgement(registry: Path) -> None:
    path = registry / "policies/work-permit/high.yaml"
    path.write_text(path.read_text().replace("updateValidity", "updateValidty"))

    elsewhere, here = alvara(registry, "check", "capabilities"), alvara(registry, "check", "policies/work-permit")

    assert (elsewhere.returncode, here.returncode) == (0, 1)
    assert "checked 3 documents" in elsewhere.stdout
    assert "checked 3 documents" in here.stdout


@pytest.mark.parametrize("kind", ["folder", "pipe", "device"])
@pytest.mark.parametrize("options", [[], ["--format", "json"]], ids=["plain", "with options"])
def test_settings_that_are_no_file_are_refused_and_no_registry_above_is_taken(
    registry: Path, kind: str, options: list[str]
) -> None:
    inner = registry / "semantic-ids/inner"
    inner.mkdir()
    marker = inner / "alvara.yaml"
    if kind == "folder":
        marker.mkdir()
    elif kind == "pipe":
        os.mkfifo(marker)
    else:
        marker.symlink_to("/dev/zero")

    done = alvara(inner, "check", *options)

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"alvara: {marker} is not a file\n"


@pytest.mark.parametrize("path", ["notes", "notes/todo.txt", "README.md", "capabilities/empty"])
def test_path_that_holds_nothing_of_the_registry_is_exit_2(registry: Path, path: str) -> None:
    (registry / "capabilities/empty").mkdir()
    (registry / "notes").mkdir()
    for name in ("notes/todo.txt", "README.md"):
        (registry / name).write_text("risk: hihg\n")

    done = alvara(registry, "check", path)

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"alvara: {path}: nothing that belongs to the registry lies there\n"


@pytest.mark.parametrize("path", ["alvara.yaml", "policies", "capabilities/work-permit/update-validity.yaml", "."])
def test_path_of_something_that_was_looked_at_is_no_mistake(registry: Path, path: str) -> None:
    assert 0 == alvara(registry, "check", path).returncode


def test_vast_settings_that_hold_are_read(registry: Path) -> None:
    pages = "".join(f"    - handbook.chapter{number:05}\n" for number in range(12_000))
    config = registry / "alvara.yaml"
    config.write_text(f"{config.read_text()}knowledge:\n  external:\n{pages}")

    done = alvara(registry, "check")

    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("value", ["[]", "null", "3", '"roles"', '[{"roles": 1}]'])
def test_schema_of_the_principal_without_a_map_of_properties_is_one_finding(registry: Path, value: str) -> None:
    (registry / "principal.json").write_text(f'{{"properties": {value}}}')
    config = registry / "alvara.yaml"
    config.write_text(config.read_text() + "principal: {schema: principal.json}\n")

    done = alvara(registry, "check")

    assert (done.returncode, done.stderr) == (1, "")
    assert "principal.json:1:16: error[invalid-schema]" in done.stdout
    assert done.stdout.count(": error[") == 1
