"""Folders and files that the machine keeps from us, or that would hold us up for ever: exit 2 by name, or no matter."""

import errno
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from alvara.adapters import git as git_adapter
from alvara.adapters.answers import find_root
from alvara.adapters.memory import folder, read, write
from tests.cli.conftest import Run
from tests.fieldcases.surroundings import ROOT, alvara, git, write_seed

VERBS = ("check", "check --format json", "coverage", "find x", "get x", "fmt --check", "bundle build")


def _one_line(said: str) -> str:
    assert said.startswith("alvara: ")
    assert said.count("\n") == 1
    return said.removeprefix("alvara: ").rstrip("\n")


@pytest.mark.parametrize("verb", [*VERBS, "init --update"])
@pytest.mark.parametrize(
    ("name", "reason"),
    [("x" * 300, "File name too long"), ("d/" * 3000, "File name too long"), ("loop", "symbolic links")],
    ids=["a long name", "a long path", "a ring of links"],
)
def test_folder_that_cannot_be_looked_at_is_named(shop: Path, run: Run, verb: str, name: str, reason: str) -> None:
    (shop / "loop").symlink_to("loop")

    done = run("-C", name, *verb.split())

    assert (done.code, done.out) == (2, "")
    assert reason in _one_line(done.err)


@pytest.mark.parametrize("verb", [*VERBS, "init --update"])
def test_current_folder_that_is_gone_is_exit_2(tmp_path: Path, verb: str) -> None:
    done = _from_a_lost_folder(tmp_path, verb)

    assert (done.returncode, done.stdout) == (2, "")
    assert "current folder is not there any more" in _one_line(done.stderr)


def test_registry_elsewhere_is_checked_from_a_folder_that_is_gone(tmp_path: Path) -> None:
    write_seed(tmp_path / "registry")

    done = _from_a_lost_folder(tmp_path, f"-C {tmp_path / 'registry'} check")

    assert (done.returncode, done.stderr) == (0, "")


def _from_a_lost_folder(tmp_path: Path, command: str) -> subprocess.CompletedProcess[str]:
    lost = tmp_path / "lost"
    lost.mkdir()
    return subprocess.run(
        ["sh", "-c", f"rmdir {lost}; exec {sys.executable} -m alvara {command}"], cwd=lost, capture_output=True,
        text=True, env=os.environ | {"PYTHONPATH": str(ROOT / "tools")}, check=False, timeout=60,
    )  # fmt: skip


@pytest.mark.parametrize("verb", VERBS)
def test_root_that_may_not_be_searched_is_named_and_no_registry_above_is_taken(
    shop: Path, run: Run, monkeypatch: pytest.MonkeyPatch, verb: str
) -> None:
    inner = write_seed(shop / "inner")
    real_lstat, real_stat = os.lstat, os.stat

    def shut(real: Callable[..., os.stat_result]) -> Callable[..., os.stat_result]:
        def refuse(path: object, *rest: object, **options: object) -> os.stat_result:
            if str(path).startswith(f"{inner}/"):
                raise PermissionError(errno.EACCES, "Permission denied", path)
            return real(path, *rest, **options)

        return refuse

    monkeypatch.setattr(os, "lstat", shut(real_lstat))
    monkeypatch.setattr(os, "stat", shut(real_stat))

    done = run("-C", str(inner), *verb.split())

    assert (done.code, done.out) == (2, "")
    assert _one_line(done.err) == f"{inner}/alvara.yaml: Permission denied"
    assert find_root(str(inner), "alvara.yaml") is None


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("path", ["alvara.yaml", "principal.json"])
def test_settings_that_cannot_be_read_are_named_as_the_file_that_they_are(
    shop: Path, run: Run, monkeypatch: pytest.MonkeyPatch, path: str, verb: str
) -> None:
    (shop / "principal.json").write_text("{}")
    (shop / "alvara.yaml").write_text((shop / "alvara.yaml").read_text() + "principal: {schema: principal.json}\n")
    real = os.open

    def refuse(wanted: object, *rest: int, **options: int) -> int:
        if str(wanted).endswith(path):
            raise PermissionError(errno.EACCES, "Permission denied", wanted)
        return real(wanted, *rest, **options)  # type: ignore[call-overload, no-any-return]

    monkeypatch.setattr("alvara.adapters.directory.os.open", refuse)

    done = run(*verb.split())

    assert (done.code, done.out) == (2, "")
    assert done.err.splitlines()[-1] == f"alvara: {path}: Permission denied"


def _pipe(path: Path) -> None:
    os.mkfifo(path)


def _device(path: Path) -> None:
    path.symlink_to("/dev/urandom")


def _link(path: Path) -> None:
    path.symlink_to("alvara.yaml")


def _folder(path: Path) -> None:
    path.mkdir()


def _sparse(path: Path) -> None:
    with path.open("wb") as file:
        file.write(b"\0\0\0\0\xff\xff\xff\xff")
        file.truncate(1 << 40)


def _zeros(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(1 << 40)


OBSTACLES = (_pipe, _device, _link, _folder, _sparse, _zeros)


@pytest.mark.parametrize("obstacle", OBSTACLES, ids=lambda obstacle: obstacle.__name__.strip("_"))
def test_what_stands_in_the_place_of_a_memory_is_as_if_there_were_none(
    tmp_path: Path, obstacle: Callable[[Path], None]
) -> None:
    root, cache = write_seed(tmp_path / "registry"), {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    command = ("check", "--now", "2026-09-01T00:00:00Z")
    expected = alvara(root, *command, **cache)
    remembered = list((tmp_path / "cache/alvara").iterdir())
    names = {path.with_suffix(suffix) for path in remembered for suffix in (".answer", ".settings", ".snapshot")}
    assert remembered
    for path in names:
        path.unlink(missing_ok=True)
        obstacle(path)

    done = alvara(root, *command, **cache)

    assert (done.returncode, done.stdout, done.stderr) == (0, expected.stdout, "")


def _open() -> set[str]:
    return {path.name for path in Path("/proc/self/fd").iterdir()}


def test_memory_leaves_no_file_open(tmp_path: Path) -> None:
    path, before = str(tmp_path / "x.settings"), _open()
    write(path, (1, 2))
    Path(path).write_bytes(Path(path).read_bytes()[:-1])

    assert read(path) is None
    assert _open() == before


def test_memory_is_not_written_through_a_link_that_somebody_laid(tmp_path: Path) -> None:
    path, victim = tmp_path / "x.settings", tmp_path / "victim"
    victim.write_text("precious")
    Path(f"{path}.{os.getpid()}").symlink_to(victim)

    write(str(path), (1, 2))

    assert victim.read_text() == "precious"


def test_memory_on_a_full_disk_goes_unnoticed(tmp_path: Path) -> None:
    root = write_seed(tmp_path / "registry")
    script = (
        "import resource, sys\n"
        "from alvara.cli.main import main\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (16, 16))\n"
        "sys.exit(main(['check']))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=root, capture_output=True, text=True, check=False, timeout=60,
        env=os.environ | {"PYTHONPATH": str(ROOT / "tools"), "XDG_CACHE_HOME": str(tmp_path / "cache")},
    )  # fmt: skip

    assert (done.returncode, done.stderr) == (0, "")
    assert list((tmp_path / "cache/alvara").iterdir()) == []


@pytest.mark.parametrize(
    "surroundings",
    [
        {"XDG_CACHE_HOME": "cache"},
        {"XDG_CACHE_HOME": "./"},
        {"XDG_CACHE_HOME": "~"},
        {"XDG_CACHE_HOME": "", "HOME": "h"},
    ],
    ids=["a word", "here", "a home that the shell did not write out", "a relative home"],
)
def test_cache_folder_that_is_relative_is_not_one(shop: Path, surroundings: dict[str, str], tmp_path: Path) -> None:
    before = sorted(shop.rglob("*"))

    done = alvara(shop, "check", **{"HOME": str(tmp_path.parent / "home")} | surroundings)

    assert done.stderr == ""
    assert sorted(shop.rglob("*")) == before


def test_absolute_cache_folder_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "/somewhere")

    assert folder() == "/somewhere/alvara"


@pytest.mark.parametrize(
    "obstacle", [_pipe, _device, _link, _folder], ids=lambda obstacle: obstacle.__name__.strip("_")
)
def test_schema_that_is_no_file_is_not_refreshed(shop: Path, run: Run, obstacle: Callable[[Path], None]) -> None:
    run("init", "--update")
    schema = shop / ".alvara/schemas/policy.schema.json"
    schema.unlink()
    obstacle(schema)

    done = run("init", "--update")

    assert (done.code, done.out) == (2, "")
    assert _one_line(done.err).startswith(".alvara/schemas/policy.schema.json: ")


@pytest.mark.parametrize("path", [".git/HEAD", ".git/config", ".git/refs/heads/main"])
def test_git_that_hangs_is_given_up_on(shop: Path, run: Run, monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    git(shop, "init", "-q")
    git(shop, "add", "-A")
    git(shop, "commit", "-q", "-m", "seed")
    (shop / path).unlink()
    os.mkfifo(shop / path)
    monkeypatch.setattr(git_adapter, "PATIENCE", 0.3)

    for command in ("check", "check --base main", "bundle build", "bundle build --rev HEAD"):
        done = run(*command.split())

        assert done.code == 2
        assert done.err.splitlines()[-1] == "alvara: git: no answer for 0.3 seconds; a file below `.git` may hang"


def test_git_that_answers_late_but_steadily_is_waited_for(
    shop: Path, run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    program = tmp_path_factory.mktemp("bin") / "git"
    text = "tree x\\ncommitter A <a@b.c> 1700000000 +0000\\n\\n"
    program.write_text(f"#!/bin/sh\nfor n in 1 2 3 4 5 6 7 8; do sleep 0.3; printf x >&2; done\nprintf '{text}'\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}:{os.environ['PATH']}")
    monkeypatch.setattr(git_adapter, "PATIENCE", 1.5)

    assert "as of 2023-11-14T22:13:20Z" in run("check", "--base", "none").out


def test_git_that_says_much_on_both_streams_does_not_block(
    shop: Path, run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    program = tmp_path_factory.mktemp("bin") / "git"
    program.write_text("#!/bin/sh\nhead -c 1000000 /dev/zero >&2\nhead -c 1000000 /dev/zero\nexit 1\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}:{os.environ['PATH']}")
    monkeypatch.setattr(git_adapter, "PATIENCE", 5.0)

    assert run("check", "--now", "2026-09-01T00:00:00Z").code in (0, 1)
    assert "no answer" not in run("check", "--base", "main").err
