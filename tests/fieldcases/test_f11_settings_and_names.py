"""F11: neither the user's git settings nor odd file names change what is found."""

import json
import os
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from alvara.adapters.directory import DirectoryTree
from alvara.cli.main import main
from alvara.files.tree import Unreadable
from alvara.report.escape import visible
from tests.fieldcases.surroundings import FILES, alvara, commit_seed, git, write_seed

SETTINGS = {
    "core.quotepath": "true", "color.ui": "always", "diff.external": "/bin/false", "diff.noprefix": "true",
    "diff.mnemonicPrefix": "true", "diff.renames": "copies", "status.relativePaths": "false", "core.pager": "cat -A",
    "log.showSignature": "true", "log.date": "relative", "i18n.logOutputEncoding": "latin1",
}  # fmt: skip
NAMES = (
    "autorização de trabalho.yaml", 'a"b\\c.yaml', "${{ x }}.yaml", "line\nbreak.yaml", "-rf.yaml", "--help.yaml",
    "tab\there.yaml", "%0A::add-mask::x.yaml", " leading.yaml", "colon:here,comma.yaml", "\u202eleft.yaml",
)  # fmt: skip


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    return commit_seed(tmp_path)


@pytest.mark.parametrize("name", NAMES, ids=ascii)
def test_file_with_an_odd_name_is_checked(repository: Path, name: str) -> None:
    text = FILES["capabilities/work-permit/update-validity.yaml"].replace("risk: high", "risk: hihg")
    (repository / "capabilities" / name).write_text(text.replace("updateValidity", "other"), encoding="utf-8")

    done = alvara(repository, "check")

    assert done.returncode == 1
    assert "`hihg` is not one of" in done.stdout
    assert done.stdout.count("\n    | risk: hihg") == 1
    assert not any(character in done.stdout for character in "\t\u202e\x1b")
    assert all(not line.startswith(("::", "break.yaml")) for line in done.stdout.splitlines())


@pytest.mark.parametrize("name", ["line\nbreak.yaml", "\x1b[2J.yaml", "\u202eleft.yaml"], ids=ascii)
def test_odd_name_of_what_cannot_be_opened_stays_in_its_line(
    repository: Path, name: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    (repository / "capabilities" / name).write_text("risk: low\n", encoding="utf-8")
    read = DirectoryTree.read

    def refuse(tree: DirectoryTree, path: str) -> bytes:
        if path.endswith(name):
            raise Unreadable(13, "Permission denied")
        return read(tree, path)

    monkeypatch.setattr(DirectoryTree, "read", refuse)
    code = main(["-C", str(repository), "check"])
    said = capfd.readouterr().err

    assert code == 2
    assert said == f"alvara: could not open capabilities/{visible(name)}: Permission denied\n"


MISTAKES: dict[str, tuple[bytes, str, str]] = {
    "does not parse": (b"capabilities/\xff.yaml", "risk: [\n", "yaml-syntax"),
    "has the wrong shape": (b"policies/\xff.yaml", "id: x\n", "wrong-shape"),
    "has another name than its ID": (b"semantic-ids/\xff.yaml", "id: a\ntype: api\nname: A\n", "path-differs-from-id"),
    "names what is not there": (b"docs/\xff.md", "---\nsemanticId: nowhere\n---\n", "broken-binding"),
    "is a page whose head does not parse": (b"docs/\xff.md", "---\nsemanticId: [x\n---\n", "yaml-syntax"),
    "would not be read": (b"capabilities/\xff.txt", "x", "unread-file"),
    "is a link": (b"capabilities/\xff.yaml", "", "symlink"),
    "lies in a folder of such a name": (b"policies/\xff/a.yaml", "risk: [\n", "yaml-syntax"),
}


@pytest.mark.parametrize(("path", "text", "rule"), MISTAKES.values(), ids=MISTAKES)
def test_file_whose_name_is_no_text_is_reported_like_any_other(
    tmp_path: Path, path: bytes, text: str, rule: str
) -> None:
    root = write_seed(tmp_path)
    place = root / os.fsdecode(path)
    place.parent.mkdir(parents=True, exist_ok=True)
    if text:
        place.write_text(text)
    else:
        place.symlink_to("nowhere")

    done = alvara(root, "check")

    assert (1, "") == (done.returncode, done.stderr)
    assert re.search(rf"^{re.escape(visible(os.fsdecode(path)))}:\d+:\d+: error\[{rule}\] ", done.stdout, re.MULTILINE)
    assert done.stdout.count(": error[") == 1


@pytest.mark.parametrize("style", ["text", "json", "sarif", "github", "gitlab", "junit"])
def test_every_format_stays_valid_where_names_are_no_text(tmp_path: Path, style: str) -> None:
    root = write_seed(tmp_path)
    for path, text, _ in MISTAKES.values():
        place = root / os.fsdecode(path)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)

    done = alvara(root, "check", "--format", style)
    done.stdout.encode("utf-8", "strict")

    assert (1, "") == (done.returncode, done.stderr)
    assert ("%ED%B3%BF" if style == "sarif" else r"\udcff") in done.stdout
    if style in ("json", "sarif", "gitlab"):
        json.loads(done.stdout).__repr__().encode("utf-8", "strict")
    elif style == "junit":
        ElementTree.fromstring(done.stdout.encode())


def test_registry_made_in_a_folder_whose_name_is_no_text_holds(tmp_path: Path) -> None:
    name = os.fsdecode(b"\xff")

    assert 0 == alvara(tmp_path, "init", name).returncode
    assert 0 == alvara(tmp_path / name, "check").returncode


def test_settings_change_nothing(repository: Path) -> None:
    path = repository / "capabilities/work-permit/update-validity.yaml"
    path.write_text(path.read_text().replace("risk: high", "risk: hihg"))
    expected = alvara(repository, "check", "--format", "json")
    for key, value in SETTINGS.items():
        git(repository, "config", key, value)

    done = alvara(repository, "check", "--format", "json")

    assert (1, expected.stdout, expected.stderr) == (done.returncode, done.stdout, done.stderr)


@pytest.mark.parametrize("setting", ["core.fsmonitor", "diff.external", "core.pager", "core.sshCommand", "core.editor"])
def test_program_named_in_the_repository_is_not_run(repository: Path, tmp_path: Path, setting: str) -> None:
    witness = tmp_path / "witness"
    program = tmp_path / "program"
    program.write_text(f"#!/bin/sh\ntouch {witness}\n")
    program.chmod(0o755)
    git(repository, "config", setting, str(program))

    for arguments in (["check"], ["check", "--base", "main"], ["bundle", "build", "--out", str(tmp_path / "out")]):
        alvara(repository, *arguments)

    assert not witness.exists()
