"""`check` and `diff` find their revisions however a repository is laid out, with a constant number of git processes."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.bundle.repository import commit, git, write
from tests.cli.conftest import FILES, Run

ORDER = "semantic-ids/order.yaml"
ALIAS = "    aliases: [order.due]\n"
Layout = Callable[[Path, Path], Path]


@pytest.fixture
def origin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The registry, committed on `main`; the current folder is none of a repository."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    for name in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{name}_NAME", "Ana")
        monkeypatch.setenv(f"GIT_{name}_EMAIL", "ana@example.com")
    folder = write(tmp_path / "origin", FILES)
    commit(folder)
    return folder


def _linked_worktree(origin: Path, beside: Path) -> Path:
    git(origin, "worktree", "add", "-q", "-b", "work", str(beside / "linked"))
    return beside / "linked"


def _worktree_of_a_bare_clone(origin: Path, beside: Path) -> Path:
    git(beside, "clone", "-q", "--bare", str(origin), "bare")
    git(beside / "bare", "worktree", "add", "-q", "-b", "work", str(beside / "tree"))
    return beside / "tree"


def _git_folder_elsewhere(origin: Path, beside: Path) -> Path:
    git(beside, "clone", "-q", "--separate-git-dir", "meta", str(origin), "clone")
    return beside / "clone"


def _detached_clone(origin: Path, beside: Path) -> Path:
    git(beside, "clone", "-q", str(origin), "clone")
    git(beside / "clone", "checkout", "-q", "--detach")
    git(beside / "clone", "branch", "-q", "-D", "main")
    return beside / "clone"


def _below_the_top(origin: Path, beside: Path) -> Path:
    top = beside / "top"
    shutil.copytree(origin, top / "inner/registry", ignore=shutil.ignore_patterns(".git"))
    commit(top)
    return top / "inner/registry"


LAYOUTS: list[Layout] = [
    _linked_worktree, _worktree_of_a_bare_clone, _git_folder_elsewhere, _detached_clone, _below_the_top,
]  # fmt: skip


def drop_alias(root: Path) -> None:
    text = (root / ORDER).read_text(encoding="utf-8")
    assert ALIAS in text
    (root / ORDER).write_text(text.replace(ALIAS, ""), encoding="utf-8")


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.__name__.strip("_"))
@pytest.mark.parametrize("base", [(), ("HEAD",)], ids=["found", "named"])
def test_every_layout_of_a_repository(origin: Path, tmp_path: Path, run: Run, layout: Layout, base: tuple[str]) -> None:
    root = layout(origin, tmp_path)
    drop_alias(root)
    at = ("-C", str(root))

    def shown(*options: str) -> tuple[list[str], list[tuple[str, str, str]]]:
        judged = run(*at, "check", *(("--base", *base) if base else ()), *options, "--format", "json").json
        changes = run(*at, "diff", *base, *options, "--format", "json").json["changes"]
        rules = [f["rule"] for f in judged["findings"] if "alias" in f["rule"]]
        return rules, [(c["subject"], c["aspect"], c["file"]) for c in changes]

    nothing: tuple[list[str], list[tuple[str, str, str]]] = ([], [])
    everything = ["alias-removed"], [("order.deadline", "aliases", ORDER)]
    assert (shown(), shown("--staged")) == (everything, nothing)
    git(root, "add", "-A")
    (root / ORDER).write_text("resources: [\n", encoding="utf-8")
    assert shown("--staged") == everything


@pytest.mark.parametrize("verb", [("check", "--base"), ("diff",)], ids=" ".join)
def test_base_without_a_registry_makes_everything_new(origin: Path, run: Run, verb: tuple[str, ...]) -> None:
    git(origin, "rm", "-q", "--cached", "alvara.yaml")
    git(origin, "commit", "-q", "-m", "none")
    for staged in ((), ("--staged",)):
        git(origin, "add", "alvara.yaml")
        ran = run("-C", str(origin), *verb, "HEAD", *staged)

        assert ran.code in (0, 1)
        assert "everything is new" in ran.out + ran.err


@pytest.mark.parametrize("verb", ["check", "diff"])
def test_no_common_ancestor_is_said_in_a_line(origin: Path, run: Run, verb: str) -> None:
    git(origin, "switch", "-q", "--orphan", "alone")
    write(origin, FILES)
    commit(origin, "alone")
    named = ("--base",) if verb == "check" else ()

    for arguments in ((), (*named, "main...HEAD"), (*named, "main...alone")):
        ran = run("-C", str(origin), verb, *arguments)

        assert ran.code == 2
        assert ran.err.count("\n") == 1
        assert "have no commit in common" in ran.err
        assert ("--base none" in ran.err) == (verb == "check")
    assert run("-C", str(origin), verb, *named, "main").code in (0, 1)


def _unmerged(root: Path) -> None:
    git(root, "switch", "-q", "-c", "theirs")
    drop_alias(root)
    commit(root)
    git(root, "switch", "-q", "main")
    (root / ORDER).write_text((root / ORDER).read_text().replace("order.due", "order.until"))
    commit(root)
    with pytest.raises(Exception, match="merge"):
        git(root, "merge", "theirs")


def _nothing_staged(root: Path) -> None:
    git(root, "rm", "-rq", "--cached", ".")


def _no_repository(root: Path) -> None:
    shutil.rmtree(root / ".git")


def _settings_that_do_not_hold(root: Path) -> None:
    whole = (root / "alvara.yaml").read_text()
    (root / "alvara.yaml").write_text("name: [\n")
    git(root, "add", "-A")
    (root / "alvara.yaml").write_text(whole)


@pytest.mark.parametrize(
    ("state", "reason"),
    [
        (_unmerged, f"nothing staged can be read: {ORDER} is not merged yet"),
        (_nothing_staged, "alvara.yaml is not staged"),
        (_no_repository, "nothing staged can be read: not a git repository"),
        (_settings_that_do_not_hold, "alvara.yaml, as it is staged, does not hold; `alvara check --staged` says why"),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_index_that_cannot_be_shown(origin: Path, run: Run, state: Callable[[Path], None], reason: str) -> None:
    state(origin)
    ran = run("-C", str(origin), "diff", "--staged")

    assert (ran.code, ran.out) == (2, "")
    assert reason in ran.err


@pytest.mark.parametrize("ends", [("HEAD", "HEAD"), ("HEAD..main",), ("HEAD..HEAD~0",)], ids=" ".join)
def test_index_is_shown_instead_of_another_revision_and_not_beside_it(
    origin: Path, run: Run, ends: tuple[str, ...]
) -> None:
    ran = run("-C", str(origin), "diff", "--staged", *ends)

    assert (ran.code, ran.out) == (2, "")
    assert "leave out the one or --staged" in ran.err


def test_what_is_staged_is_shown_and_nothing_is_touched(origin: Path, run: Run) -> None:
    (origin / "semantic-ids/item.yaml").unlink()
    write(origin, {"semantic-ids/place.yaml": "id: place\ntype: entity\nname: Place\n"})
    git(origin, "add", "-A")
    (origin / "semantic-ids/place.yaml").unlink()
    drop_alias(origin)
    before = git(origin, "status", "--porcelain"), (origin / ".git/index").read_bytes()
    ran = run("-C", str(origin), "diff", "--staged", "--format", "json")

    assert sorted((c["subject"], c["aspect"]) for c in ran.json["changes"]) == [
        ("item", "definition"), ("place", "definition"),
    ]  # fmt: skip
    assert "compared with what is staged" in run("-C", str(origin), "diff", "--staged").out
    assert (git(origin, "status", "--porcelain"), (origin / ".git/index").read_bytes()) == before


COMMANDS = (
    ("check",), ("check", "--staged"), ("check", "--base", "HEAD~1"), ("check", "--base", "bundle"), ("diff",),
    ("diff", "--staged"), ("diff", "HEAD~1"), ("diff", "HEAD~1", "HEAD"), ("diff", "HEAD~1", "--staged"),
    ("diff", "bundle", "HEAD"), ("diff", "bundle"),
)  # fmt: skip


def test_number_of_git_processes_does_not_grow_with_the_registry(
    origin: Path, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Counted by the program itself, so that those which a forked process starts count too."""
    log, program = tmp_path / "log", tmp_path / "bin/git"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\necho started >> "{log}"\nexec "{shutil.which("git")}" "$@"\n')
    program.chmod(0o755)
    plain = os.environ["PATH"]
    numbers: dict[tuple[str, ...], list[int]] = {command: [] for command in COMMANDS}
    for size in (10, 1000):
        monkeypatch.setenv("PATH", plain)
        root = _many(tmp_path / f"of-{size}", size, run)
        monkeypatch.setenv("PATH", f"{program.parent}:{plain}")
        for command in COMMANDS:
            log.write_text("")
            ran = run("-C", str(root), *command)
            assert ran.code in (0, 1), ran.err
            numbers[command].append(log.read_text().count("started"))

    assert {command: few for command, (few, _) in numbers.items() if not 0 < few <= 12} == {}
    assert {command: both for command, both in numbers.items() if both[1] > both[0] + 2} == {}, "two more may be forked"


def _many(root: Path, size: int, run: Run) -> Path:
    """Make a registry of so many files, each of which differs in the last two commits, in the index and on disk."""
    capability = FILES["capabilities/order/list.yaml"].replace("id: order.list", "id: part.list")
    write(root, {"alvara.yaml": FILES["alvara.yaml"], "capabilities/part/list.yaml": capability, "docs/a.md": "# A\n"})
    for name in ("First", "Second", "Third", "Fourth"):
        for number in range(size):
            text = f"id: part.n{number}.x\ntype: field\nname: {name} {number}\nstatus: draft\n"
            write(root, {f"semantic-ids/part/n{number}/x.yaml": text})
        if name == "First":
            built = run("-C", str(root), "bundle", "build", "--out", "bundle")
            assert built.code == 0, built.out
            write(root, {".gitignore": "bundle/\n"})
        if name in ("First", "Second"):
            commit(root)
        elif name == "Third":
            git(root, "add", "-A")
    return root
