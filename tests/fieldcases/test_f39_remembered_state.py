"""F39: a remembered state never goes stale, runs do not disturb each other, and read-only places are no trouble."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from alvara.adapters.directory import DirectoryTree
from alvara.cli.main import main
from tests.fieldcases.surroundings import ROOT, alvara, commit_seed, git, remember, write_seed

AT = ("--now", "2026-09-01T12:00:00Z")
"""Without a commit two runs would be of two moments."""


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    (tmp_path / "repository").mkdir()
    return commit_seed(tmp_path / "repository")


def _cold(root: Path, tmp_path: Path) -> tuple[int, str]:
    done = alvara(root, "check", *AT, XDG_CACHE_HOME=str(tmp_path / f"fresh{len(list(tmp_path.iterdir()))}"))
    return done.returncode, done.stdout


def _warm(root: Path) -> tuple[int, str]:
    done = alvara(root, "check", *AT)
    return done.returncode, done.stdout


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_deleting_related_files_is_seen(repository: Path, tmp_path: Path) -> None:
    _warm(repository)
    (repository / "capabilities/work-permit/update-validity.yaml").unlink()
    (repository / "semantic-ids/work-permit.yaml").unlink()

    assert _cold(repository, tmp_path) == _warm(repository)
    assert _warm(repository)[0] == 1


def test_renaming_a_folder_is_seen(repository: Path, tmp_path: Path) -> None:
    _warm(repository)
    (repository / "capabilities/work-permit").rename(repository / "capabilities/permits")

    assert _cold(repository, tmp_path) == _warm(repository)
    assert _warm(repository)[0] == 1


def test_records_alone_are_no_definitions_to_either(tmp_path: Path) -> None:
    root = tmp_path / "retired"
    stone = root / "ledger/tombstones/resource/order.yaml"
    stone.parent.mkdir(parents=True)
    (root / "alvara.yaml").write_text("registry: 6f1c2a34-0c1d-4b53-9a35-6a2f5b1f8e11\nname: shop\n")
    stone.write_text('id: order\nkind: resource\nsince: "2026-01-01"\nreason: Nobody orders.\n')
    remember(root, "check", "--now", "2026-01-02T00:00:00Z")
    (root / "capabilities/order").mkdir(parents=True)
    (root / "capabilities/order/domain.yaml").write_text("owner: sales\n")

    warm = _warm(root)

    assert warm == _cold(root, tmp_path)
    assert "nothing is defined in this registry yet" in warm[1]


def test_switching_branches_is_seen(repository: Path, tmp_path: Path) -> None:
    git(repository, "checkout", "-q", "-b", "other")
    git(repository, "rm", "-q", "policies/work-permit/high.yaml")
    git(repository, "commit", "-q", "-m", "other")
    for branch in ("main", "other", "main"):
        git(repository, "checkout", "-q", branch)

        assert _cold(repository, tmp_path) == _warm(repository)


def test_edit_that_keeps_size_and_times_is_seen(repository: Path) -> None:
    path = repository / "capabilities/work-permit/update-validity.yaml"
    os.utime(path, (1_700_000_000, 1_700_000_000))
    _warm(repository)
    path.write_text(path.read_text().replace("risk: high", "risk: hihg"))
    os.utime(path, (1_700_000_000, 1_700_000_000))

    assert _warm(repository)[0] == 1


def test_file_marked_as_unchanged_for_git_is_still_read(repository: Path) -> None:
    git(repository, "update-index", "--assume-unchanged", "capabilities/work-permit/update-validity.yaml")
    _warm(repository)
    path = repository / "capabilities/work-permit/update-validity.yaml"
    path.write_text(path.read_text().replace("risk: high", "risk: hihg"))

    assert _warm(repository)[0] == 1


def test_parallel_runs_all_say_the_same(repository: Path, tmp_path: Path) -> None:
    expected = _cold(repository, tmp_path)
    command = [sys.executable, "-m", "alvara", "check"]
    surroundings = {
        "PYTHONPATH": str(ROOT / "tools"), "XDG_CACHE_HOME": str(tmp_path / "shared"), "PATH": "/usr/bin:/bin",
    }  # fmt: skip
    for _ in range(5):
        running = [
            subprocess.Popen(
                command,
                cwd=repository,
                stdout=subprocess.PIPE,
                text=True,
                env=surroundings,
            )
            for _ in range(4)
        ]
        said = [(process.communicate()[0], process.returncode) for process in running]

        assert [(expected[1], expected[0])] * 4 == said


@pytest.mark.parametrize(
    "surroundings",
    [
        {"HOME": "/nonexistent", "XDG_CACHE_HOME": ""},
        {"TMPDIR": "/proc", "XDG_CACHE_HOME": "/proc/nowhere"},
        {"XDG_CACHE_HOME": "/dev/full"},
    ],
    ids=["no home", "nowhere to write", "a device as cache folder"],
)
def test_nowhere_to_remember_is_no_trouble(repository: Path, surroundings: dict[str, str]) -> None:
    done = alvara(repository, "check", **surroundings)

    assert (done.returncode, done.stderr) == (0, "")


def test_checking_writes_nothing_into_the_checkout(repository: Path) -> None:
    before = {p: p.lstat().st_mtime_ns for p in repository.rglob("*")}

    _warm(repository)

    assert before == {p: p.lstat().st_mtime_ns for p in repository.rglob("*")}


def test_bundle_to_an_unwritable_place_is_exit_2_and_leaves_nothing(repository: Path) -> None:
    done = alvara(repository, "bundle", "build", "--out", "/proc/bundle")

    assert done.returncode == 2
    assert done.stderr.count("\n") == 1


def test_same_answer_is_given_by_memory_and_by_work(tmp_path: Path) -> None:
    root = write_seed(tmp_path / "old")
    commit = commit_seed(root)
    for path in root.rglob("*"):
        os.utime(path, (1_700_000_000, 1_700_000_000))
    answers = [alvara(commit, "check", "--format", style) for style in ("json", "json", "text", "json")]

    assert answers[0].stdout == answers[1].stdout == answers[3].stdout


_CAPABILITY = "capabilities/work-permit/update-validity.yaml"
_SCHEMA = "schemas/records/id.json"
_PRINCIPAL = "schemas/records/principal.json"
_WHOLE = '{"type": "object", "properties": {"permissions": {"items": {"enum": ["workPermit.update"]}}}}'
_CHANGES: dict[str, tuple[str, Callable[[str], str]]] = {
    "the settings": ("alvara.yaml", lambda text: text.replace("name: seed", "nmae: seed")),
    "the schema of the principal": (_PRINCIPAL, lambda text: text.replace("workPermit.update", "workPermit.other_")),
    "a schema that a capability refers to": (_SCHEMA, lambda text: text.replace("string", "strnig")),
}


@pytest.mark.parametrize(("path", "change"), _CHANGES.values(), ids=_CHANGES)
def test_change_while_a_long_run_reads_is_seen_by_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str],
    path: str, change: Callable[[str], str],
) -> None:  # fmt: skip
    root = commit_seed(tmp_path / "registry")
    for name, text in ((_SCHEMA, '{"type": "string"}'), (_PRINCIPAL, _WHOLE)):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    config, capability = root / "alvara.yaml", root / _CAPABILITY
    config.write_text(config.read_text() + f"principal: {{schema: {_PRINCIPAL}}}\n")
    capability.write_text(capability.read_text().replace("{type: string}", f"{{$ref: ../../{_SCHEMA}}}"))
    read, look_at_clock, passed = DirectoryTree.read, time.time_ns, [0]

    def read_and_lose_a_race(tree: DirectoryTree, wanted: str) -> bytes:
        data = read(tree, wanted)
        if wanted == path and not passed[-1]:
            (root / path).write_text(change(data.decode()))
            passed.append(10**10)
        return data

    monkeypatch.setattr(DirectoryTree, "read", read_and_lose_a_race)
    monkeypatch.setattr(time, "time_ns", lambda: look_at_clock() + passed[-1])
    main(["-C", str(root), "check"])
    capfd.readouterr()
    monkeypatch.undo()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))

    assert _cold(root, tmp_path) == _warm(root)
    assert _warm(root)[0] != 0


_SLOW = (
    "argparse",
    "ast",
    "click",
    "dataclasses",
    "enum",
    "inspect",
    "json",
    "pathlib",
    "re",
    "subprocess",
    "tempfile",
    "typing",
)


def test_answer_that_is_remembered_is_given_without_a_slow_import(repository: Path) -> None:
    script = (
        "import sys\n"
        "for name in [name for name in sys.modules if name.partition('.')[0] in SLOW]: del sys.modules[name]\n"
        "from alvara.cli.main import main\n"
        "code = main()\n"
        "assert 'alvara.cli.checking' not in sys.modules, 'the answer was not remembered'\n"
        "sys.exit(' '.join(sorted(SLOW & sys.modules.keys())) or code)\n"
    ).replace("SLOW", repr(set(_SLOW)))
    assert remember(repository, "check").returncode == 0

    done = subprocess.run(
        [sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, {str(ROOT / 'tools')!r})\n{script}", "check"],
        cwd=repository, env=os.environ | {"NO_COLOR": "1"}, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip

    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("base", ["past", "past...HEAD"])
def test_base_that_moved_or_is_gone_is_seen(repository: Path, base: str) -> None:
    git(repository, "branch", "past")
    (repository / "semantic-ids/work-permit.yaml").write_text(
        "resources:\n  - {id: workPermit, type: entity, name: W}\n"
    )
    git(repository, "commit", "-q", "-a", "-m", "gone")
    before = remember(repository, "check", "--base", base)
    again = alvara(repository, "check", "--base", base)
    git(repository, "branch", "-f", "past", "HEAD")
    after = remember(repository, "check", "--base", base)
    git(repository, "branch", "-D", "past")

    assert "removed-without-tombstone" in before.stdout
    assert again.stdout == before.stdout
    assert "removed-without-tombstone" not in after.stdout
    assert remember(repository, "check", "--base", base).returncode == 2
