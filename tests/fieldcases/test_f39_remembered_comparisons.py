"""F39: an answer about two revisions is given again only while both stand where they stood."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.fieldcases.revisions import ZONE, ZONE_TEXT, bury, commit, deprecated, sow_contracts
from tests.fieldcases.surroundings import alvara, git, remember

_SITE = ZONE_TEXT.replace("zone", "site").replace("Zone", "Site")
_SITE_FILE = "semantic-ids/work-permit/site.yaml"


@pytest.fixture
def registry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Main is at the seed; HEAD is a branch one commit further, in which something that main has is gone."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "registry").mkdir()
    root = sow_contracts(tmp_path / "registry")
    git(root, "checkout", "-q", "-b", "work")
    (root / ZONE).unlink()
    commit(root)
    return root


def _said(done: "subprocess.CompletedProcess[str]") -> tuple[int, str, str]:
    return done.returncode, done.stdout, done.stderr


def _warm(root: Path, *arguments: str) -> tuple[int, str, str]:
    """Run with what is remembered, and keep the answer."""
    return _said(remember(root, "check", *arguments))


def _cold(root: Path, tmp_path: Path, *arguments: str) -> tuple[int, str, str]:
    number = len(list(tmp_path.glob("fresh*")))
    return _said(alvara(root, "check", *arguments, XDG_CACHE_HOME=str(tmp_path / f"fresh{number}")))


def _base_moves(root: Path) -> None:
    git(root, "update-ref", "refs/heads/main", "HEAD")


def _base_moves_beside(root: Path) -> None:
    """Main has a commit of its own, so that the fork point stays."""
    tree = git(root, "rev-parse", "main^{tree}").strip()
    git(root, "update-ref", "refs/heads/main", git(root, "commit-tree", "-p", "main", "-m", "more", tree).strip())


def _branch_on_a_remote_appears(root: Path) -> None:
    git(root, "update-ref", "refs/remotes/origin/main", "HEAD")


def _tag_appears(root: Path) -> None:
    git(root, "tag", "main", "HEAD")


def _head_is_detached(root: Path) -> None:
    git(root, "checkout", "-q", "--detach")


def _head_moves_to_main(root: Path) -> None:
    git(root, "checkout", "-q", "main")


def _commit_is_made(root: Path) -> None:
    git(root, "commit", "-q", "--allow-empty", "-m", "more")


def _file_comes_back(root: Path) -> None:
    (root / ZONE).write_text(ZONE_TEXT)


def _file_changes(root: Path) -> None:
    path = root / "capabilities/work-permit/update-validity.yaml"
    path.write_text(path.read_text().replace("risk: medium", "risk: high"))


def _ledger_grows(root: Path) -> None:
    bury(root)


def _branch_is_deleted(root: Path) -> None:
    git(root, "update-ref", "-d", "refs/heads/main")


def _refs_are_packed(root: Path) -> None:
    git(root, "pack-refs", "--all")


def _settings_name_another_branch(root: Path) -> None:
    with (root / "alvara.yaml").open("a") as settings:
        settings.write("defaultBranch: work\n")


CHANGES = (
    _base_moves, _base_moves_beside, _branch_on_a_remote_appears, _tag_appears, _head_is_detached, _head_moves_to_main,
    _commit_is_made, _file_comes_back, _file_changes, _ledger_grows, _branch_is_deleted, _refs_are_packed,
    _settings_name_another_branch,
)  # fmt: skip
_CHANGES_THE_ANSWER = {
    (): {
        _base_moves, _branch_on_a_remote_appears, _head_moves_to_main, _file_comes_back, _file_changes, _ledger_grows,
        _branch_is_deleted, _settings_name_another_branch,
    },
    ("--base", "main"): {
        _base_moves, _base_moves_beside, _tag_appears, _head_moves_to_main, _file_comes_back, _file_changes,
        _ledger_grows, _branch_is_deleted,
    },
}  # fmt: skip


@pytest.mark.parametrize("arguments", [(), ("--base", "main")], ids=["found", "asked for"])
@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__.strip("_"))
def test_answer_after_a_change_is_that_of_a_first_run(
    registry: Path, tmp_path: Path, change: Callable[[Path], None], arguments: tuple[str, ...]
) -> None:
    before = _warm(registry, "--format", "json", *arguments)
    assert _warm(registry, "--format", "json", *arguments) == before
    assert before[0] == 1
    assert "removed-without-tombstone" in before[1]

    change(registry)
    after = _warm(registry, "--format", "json", *arguments)

    assert after == _cold(registry, tmp_path, "--format", "json", *arguments)
    assert (after != before) == (change in _CHANGES_THE_ANSWER[arguments])


@pytest.mark.parametrize("base", ["HEAD~1", "main...HEAD", "refs/heads/main", "work~1", "main~0"])
def test_answer_about_a_base_is_remembered_and_follows_it(registry: Path, tmp_path: Path, base: str) -> None:
    assert _warm(registry, "--base", base)[0] == 1
    git(registry, "checkout", "-q", "main")
    (registry / _SITE_FILE).write_text(_SITE)
    commit(registry)
    git(registry, "checkout", "-q", "work")
    git(registry, "merge", "-q", "--no-edit", "main")

    assert _warm(registry, "--base", base) == _cold(registry, tmp_path, "--base", base)


def test_branch_that_another_is_set_to_follow_is_looked_up_each_time(registry: Path, tmp_path: Path) -> None:
    git(registry, "branch", "-q", "same", "HEAD")
    git(registry, "branch", "-q", "--set-upstream-to", "main")
    assert _warm(registry, "--base", "@{upstream}")[0] == 1
    git(registry, "branch", "-q", "--set-upstream-to", "same")

    assert _warm(registry, "--base", "@{upstream}") == _cold(registry, tmp_path, "--base", "@{upstream}")
    assert _warm(registry, "--base", "@{upstream}")[0] == 0


def test_branch_on_a_remote_gives_way_to_one_here(registry: Path, tmp_path: Path) -> None:
    git(registry, "update-ref", "refs/remotes/origin/far", "main")
    assert _warm(registry, "--base", "far")[0] == 1
    git(registry, "branch", "far", "HEAD")

    assert _warm(registry, "--base", "far") == _cold(registry, tmp_path, "--base", "far")
    assert _warm(registry, "--base", "far")[0] == 0


def test_step_by_step_what_is_remembered_of_files_says_the_same_of_two_revisions(
    registry: Path, tmp_path: Path
) -> None:
    steps: tuple[tuple[str, str | None], ...] = (
        (ZONE, ZONE_TEXT), (_SITE_FILE, _SITE), (ZONE, deprecated("2026-12-01")), (ZONE, "id: [\n"), (ZONE, None),
        (_SITE_FILE, _SITE.replace("active", "draft") + "aliases: [workPermit.zone]\n"), (ZONE, ZONE_TEXT),
    )  # fmt: skip
    seen = set()
    for path, text in steps:
        if text is None:
            (registry / path).unlink()
        else:
            (registry / path).write_text(text)
        warm = _warm(registry)

        assert warm == _cold(registry, tmp_path)
        seen.add(warm[1])

    assert len(seen) > 4


def test_damage_to_what_is_remembered_of_files_changes_nothing_that_is_said(registry: Path, tmp_path: Path) -> None:
    (registry / _SITE_FILE).write_text(_SITE)
    said = _warm(registry)
    (remembered,) = (tmp_path / "cache").rglob("*.definitions")
    whole = remembered.read_bytes()
    damaged = [whole[:place] + bytes([whole[place] ^ 0x55]) + whole[place + 1 :] for place in range(0, len(whole), 97)]

    for data in (b"", whole[:9], whole[:-1], *damaged[::4]):
        remembered.write_bytes(data)
        for answer in (tmp_path / "cache").rglob("*.answer"):
            answer.unlink()
        assert _warm(registry) == said
        assert remembered.read_bytes() == whole
