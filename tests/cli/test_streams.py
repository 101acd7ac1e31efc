"""Standard streams that are closed, full or unread change what is printed, never what the answer is."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.fieldcases.surroundings import ROOT, remember, write_seed

CLEAN, MISTAKEN = "clean", "mistaken"
COMMANDS: dict[str, tuple[str, str, int]] = {
    "a clean check": (CLEAN, "check", 0),
    "a check with a finding": (MISTAKEN, "check", 1),
    "a question": (CLEAN, "find permit", 0),
    "a question about what is not there": (CLEAN, "get nosuch", 2),
    "a mistyped call": (CLEAN, "check --nosuch", 2),
    "nothing at all": (CLEAN, "", 2),
    "help": (CLEAN, "--help", 0),
    "the version": (CLEAN, "--version", 0),
}
HARMLESS = (">&-", "2>&-", "2>/dev/full", "<&- >&- 2>&-", "| true")
FULL = (">/dev/full", ">/dev/full 2>&1")


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    top = tmp_path_factory.mktemp("streams")
    write_seed(top / "registries" / CLEAN)
    path = write_seed(top / "registries" / MISTAKEN) / "policies/work-permit/high.yaml"
    path.write_text(path.read_text().replace("updateValidity", "updateValidty"))
    return top


def _run(place: Path, where: str, command: str, redirection: str) -> tuple[int, str]:
    script = f"{sys.executable} -m alvara {command} {redirection}; exit ${{PIPESTATUS[0]}}"
    surroundings = {"PYTHONPATH": str(ROOT / "tools"), "XDG_CACHE_HOME": str(place / "cache"), "NO_COLOR": "1"}
    done = subprocess.run(
        ["bash", "-c", script], cwd=place / "registries" / where, env=os.environ | surroundings, timeout=60,
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    return done.returncode, done.stderr


@pytest.mark.parametrize("redirection", HARMLESS)
@pytest.mark.parametrize(("where", "command", "code"), COMMANDS.values(), ids=COMMANDS)
def test_exit_code_is_the_same_whoever_listens(
    place: Path, where: str, command: str, code: int, redirection: str
) -> None:
    found, said = _run(place, where, command, redirection)

    assert found == code
    assert "the details are in" not in said
    assert "Traceback" not in said
    assert "Exception ignored" not in said


@pytest.mark.parametrize("redirection", FULL)
@pytest.mark.parametrize(
    ("where", "command"),
    [(where, command) for where, command, code in COMMANDS.values() if code != 2],
    ids=[name for name, (_, _, code) in COMMANDS.items() if code != 2],
)
def test_answer_that_could_not_be_written_is_exit_2(place: Path, where: str, command: str, redirection: str) -> None:
    found, said = _run(place, where, command, redirection)

    assert found == 2
    assert said == ("alvara: standard output: No space left on device\n" if redirection == FULL[0] else "")


@pytest.mark.parametrize("redirection", [*HARMLESS, FULL[0]])
def test_answer_that_is_given_again_is_treated_alike(place: Path, redirection: str) -> None:
    cache = {"XDG_CACHE_HOME": str(place / "cache")}
    assert 1 == remember(place / "registries" / MISTAKEN, "check", **cache).returncode

    found, said = _run(place, MISTAKEN, "check", redirection)

    lost = redirection == FULL[0]
    assert (found, said) == ((2, "alvara: standard output: No space left on device\n") if lost else (1, ""))


@pytest.mark.parametrize("redirection", ["", ">/dev/full", "2>/dev/full"])
def test_details_of_a_bug_that_cannot_be_written_are_no_second_one(place: Path, redirection: str) -> None:
    script = (
        "import alvara.cli.main as m, tempfile\n"
        "def fail(*_, **__): raise OSError(28, 'No space left on device')\n"
        "def bug(*_): raise RuntimeError\n"
        "tempfile.mkstemp, m._run = fail, bug\n"
        "raise SystemExit(m.main(['check']))\n"
    )
    done = subprocess.run(
        ["bash", "-c", f'{sys.executable} -c "$0" {redirection}', script], capture_output=True, text=True, check=False,
        env=os.environ | {"PYTHONPATH": str(ROOT / "tools")}, timeout=60,
    )  # fmt: skip

    assert done.returncode == 3
    assert "Traceback" not in done.stderr
