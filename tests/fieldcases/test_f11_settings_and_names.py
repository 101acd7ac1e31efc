"""F11: neither the user's git settings nor odd file names change what is found."""

from pathlib import Path

import pytest

from alvara.adapters.directory import DirectoryTree
from alvara.cli.main import main
from alvara.files.tree import Unreadable
from alvara.report.escape import visible
from tests.fieldcases.surroundings import FILES, alvara, commit_seed, git

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
