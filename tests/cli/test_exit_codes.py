"""What `check` promises of its exit codes, and what is said when something goes wrong that should not."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from alvara.cli.group import VERBS
from alvara.cli.main import main
from tests.fieldcases.surroundings import ROOT, alvara, git, remember, write_seed


@pytest.fixture
def registry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return write_seed(tmp_path / "registry")


def commit(root: Path) -> None:
    """Commit all there is, so that every run judges as of the same moment."""
    for arguments in (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "seed"]):
        git(root, *arguments)


@pytest.mark.parametrize(("gate", "code"), [("error", 0), ("warning", 1), ("info", 1)])
def test_gate_decides_which_findings_fail(registry: Path, gate: str, code: int) -> None:
    assert code == main(["-C", str(registry), "check", "--fail-on", gate])


def test_only_the_rule_that_is_asked_for_is_reported(registry: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert 1 == main(["-C", str(registry), "check", "--only", "undocumented-entity", "--fail-on", "warning"])

    said = capfd.readouterr().out
    assert 1 == said.count("[")
    assert "with 1 rule: 1 warning" in said


def test_paths_are_seen_from_the_registry(registry: Path) -> None:
    assert 0 == main(["-C", str(registry), "check", "capabilities/work-permit"])


def test_needed_base_is_exit_2_and_the_findings_are_printed(registry: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert 2 == main(["-C", str(registry), "check", "--base", "nosuch"])

    said = capfd.readouterr()
    assert "warning[undocumented-entity]" in said.out
    assert "`nosuch` cannot be the base" in said.err


def test_bug_is_exit_3_with_the_traceback_in_a_file(
    registry: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("something nobody thought of")

    monkeypatch.setattr("alvara.cli.checking.examine", fail)

    assert 3 == main(["-C", str(registry), "check"])
    said = capfd.readouterr().err
    path = Path(said.rpartition(" ")[2].strip())
    assert "this is a bug in alvara" in said
    assert "Traceback" not in said
    assert "something nobody thought of" in path.read_text()
    path.unlink()


def test_interrupt_is_exit_130_without_a_word(
    registry: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("alvara.cli.checking.examine", interrupt)

    assert 130 == main(["-C", str(registry), "check"])
    assert ("", "") == tuple(capfd.readouterr())


def test_reader_that_leaves_early_is_no_error(registry: Path) -> None:
    command = f"{sys.executable} -m alvara -C {registry} check --format json | head -c 1"
    done = subprocess.run(
        command, shell=True, capture_output=True, text=True, check=False,
        env=os.environ | {"PYTHONPATH": str(ROOT / "tools")},
    )  # fmt: skip

    assert ("{", "") == (done.stdout, done.stderr)


@pytest.mark.parametrize(("risk", "code"), [("high", 0), ("hihg", 1)], ids=["clean", "with a finding"])
@pytest.mark.parametrize("remembered", [False, True], ids=["cold", "repeated"])
def test_reader_that_leaves_early_does_not_change_the_exit_code(
    registry: Path, risk: str, code: int, remembered: bool
) -> None:
    path = registry / "capabilities/work-permit/update-validity.yaml"
    path.write_text(path.read_text().replace("risk: high", f"risk: {risk}"))
    commit(registry)
    if remembered:
        assert code == remember(registry, "check").returncode
        assert list((registry.parent / "cache/alvara").glob("*.answer"))
    reading, writing = os.pipe()
    os.close(reading)

    done = subprocess.run(
        [sys.executable, "-m", "alvara", "check"], cwd=registry, stdout=writing, stderr=subprocess.PIPE, text=True,
        check=False, timeout=60, env=os.environ | {"PYTHONPATH": str(ROOT / "tools"), "NO_COLOR": "1"},
    )  # fmt: skip
    os.close(writing)

    assert (code, "") == (done.returncode, done.stderr)


@pytest.mark.parametrize("verb", VERBS)
def test_help_of_every_verb_is_readable(verb: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert 0 == main([verb, "--help"])

    said = capfd.readouterr().out
    assert "\\b" not in said
    assert "\b" not in said
    assert "Exit codes" in said or verb in ("bundle", "rules", "serve", "store")


@pytest.mark.parametrize("level", ["1", "2", "3", "yes"])
@pytest.mark.parametrize(
    "arguments", ["--help", "check --help", "bundle build --help", "rules", "explain symlink", "check"]
)
def test_optimised_interpreter_takes_no_word_away(registry: Path, arguments: str, level: str) -> None:
    path = registry / "policies/work-permit/high.yaml"
    path.write_text(path.read_text().replace("updateValidity", "updateValidty"))
    commit(registry)
    surroundings = {"XDG_CACHE_HOME": str(registry.parent / "cold")}
    expected = alvara(registry, *arguments.split())

    done = alvara(registry, *arguments.split(), **surroundings, PYTHONOPTIMIZE=level)

    assert (done.returncode, done.stdout, done.stderr) == (expected.returncode, expected.stdout, expected.stderr)


@pytest.mark.parametrize("option", ["-OO", "-BOO"])
@pytest.mark.parametrize("surroundings", [{}, {"PYTHONOPTIMIZE": "2"}, {"LC_ALL": "C", "PYTHONUTF8": "0"}], ids=str)
def test_interpreter_told_to_leave_words_out_is_exit_2(
    registry: Path, option: str, surroundings: dict[str, str]
) -> None:
    done = subprocess.run(
        [sys.executable, option, "-m", "alvara", "check"], cwd=registry, capture_output=True, text=True, timeout=60,
        check=False, env=os.environ | {"PYTHONPATH": str(ROOT / "tools")} | surroundings,
    )  # fmt: skip

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert "-OO" in done.stderr
