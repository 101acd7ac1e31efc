"""The last release as a base: with its tag in full, without it by the records alone."""

import os
from pathlib import Path

import pytest

from tests.bundle.repository import commit, git
from tests.cli.conftest import Run
from tests.cli.releases import ORDER, READ, change, make_repository, on_branch
from tests.ran import Ran


@pytest.fixture
def registry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run) -> Path:
    """A registry whose first release is out."""
    folder = make_repository(tmp_path / "origin", monkeypatch)
    _release(folder, run, "1")
    return folder


@pytest.fixture
def shallow(registry: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A clone of one commit, without tags."""
    git(tmp_path, "clone", "-q", "--depth", "1", "--no-tags", f"file://{registry}", "clone")
    monkeypatch.chdir(tmp_path / "clone")
    return tmp_path / "clone"


def _release(registry: Path, run: Run, version: str) -> None:
    assert run("release", "prepare", version).code == 0
    commit(registry)
    assert run("release", version).code == 0


def _rules(done: Ran) -> list[str]:
    return sorted(finding["rule"] for finding in done.json["findings"] if finding["severity"] == "error")


def _bases(done: Ran) -> list[tuple[str, str]]:
    return [(base["kind"], base["ref"]) for base in done.json["bases"]]


def test_a_mistake_against_both_is_told_once(registry: Path, run: Run) -> None:
    on_branch(registry, "work")
    change(READ, ('"1.0.0"', '"1.0.1"'), ("Reads", "Gives"), ("status: active", "status: review"))
    change(ORDER, (", aliases: [order.due]", ""))

    done = run("check", "--format", "json")

    assert _rules(done) == ["alias-removed", "lifecycle-went-back"]
    assert _bases(done) == [("pull-request", "main"), ("published", "v1")]


@pytest.mark.parametrize(
    ("new", "rule"), [("order.dueDate", "rename-without-alias"), ("", "removed-without-tombstone")]
)
def test_who_names_what_is_gone_says_nothing_new(registry: Path, run: Run, new: str, rule: str) -> None:
    page = Path("docs/order.md")
    page.write_text(page.read_text() + "\nSee [[order.deadline]], [[order.deadlin]] and [[order.read]].\n")
    change(READ, ("semanticIds: [order]", "semanticIds: [order, order.deadline]"), ("1.0.0", "1.1.0"))
    commit(registry)
    line = ORDER.read_text().splitlines(keepends=True)[2]
    change(ORDER, (line, line.replace("order.deadline", new) if new else ""))

    done = run("check", "--format", "json")

    assert _rules(done) == sorted(["broken-link", rule])
    assert [f["line"] for f in done.json["findings"] if "order.deadlin`" in f["message"]] == [8]


DROPPED: tuple[tuple[str, str], ...] = ((", aliases: [order.deadline, order.due]", ", aliases: [order.due]"),)
MOVED = (*DROPPED, ("name: Order,", "name: Order, aliases: [order.deadline],"))


@pytest.mark.parametrize("tagged", [True, False])
@pytest.mark.parametrize("recorded", [True, False])
@pytest.mark.parametrize(("swaps", "rule"), [(DROPPED, "alias-removed"), (MOVED, "alias-retargeted")])
def test_name_from_before_a_rename_is_told_once_though_the_release_has_it_as_an_id(
    registry: Path, run: Run, swaps: tuple[tuple[str, str], ...], rule: str, recorded: bool, tagged: bool
) -> None:
    page = Path("docs/order.md")
    page.write_text(page.read_text() + "\nSee [[order.deadline]].\n")
    change(ORDER, ("id: order.deadline", "id: order.until"), ("[order.due]", "[order.deadline, order.due]"))
    if recorded:
        record = Path("ledger/migrations/resource/order.deadline.yaml")
        record.parent.mkdir(parents=True)
        record.write_text('from: order.deadline\nto: order.until\nsince: "2026-08-01"\n')
    commit(registry)
    if not tagged:
        git(registry, "tag", "-d", "v1")
    clean = run("check", "--format", "json")
    on_branch(registry, "work")
    change(ORDER, *swaps)

    done = run("check", "--format", "json")

    assert (_rules(clean), _rules(done)) == ([], [rule])
    assert [kind for kind, _ in _bases(done)] == ["pull-request", "published"]


def test_page_that_moved_is_told_once_with_its_new_place(registry: Path, run: Run) -> None:
    on_branch(registry, "work")
    Path("docs/order.md").rename("docs/orders.md")

    (found,) = run("check", "--format", "json").json["findings"]

    assert found["rule"] == "broken-binding"
    assert found["message"] == "`docs/order` is not a known page, and 3 places refer to it"
    assert found["help"] == "the page is `docs/orders` now: write that, or move it back"
    assert [related["file"] for related in found["related"]] == [str(ORDER)] * 2


def test_record_of_a_rename_that_is_deleted_is_told_and_not_that_the_old_name_is_gone(registry: Path, run: Run) -> None:
    record = Path("ledger/migrations/resource/order.deadline.yaml")
    record.parent.mkdir(parents=True)
    record.write_text('from: order.deadline\nto: order.until\nsince: "2026-08-01"\n')
    change(ORDER, ("id: order.deadline", "id: order.until"), ("[order.due]", "[order.deadline, order.due]"))
    commit(registry)
    on_branch(registry, "work")
    change(ORDER, *DROPPED)
    record.unlink()

    assert _rules(run("check", "--format", "json")) == ["alias-removed", "ledger-rewritten"]


def test_what_main_has_lost_since_is_still_missed(registry: Path, run: Run) -> None:
    change(ORDER, (", aliases: [order.due]", ", aliases: [order.until]"))
    commit(registry)
    change(ORDER, (", aliases: [order.until]", ""))

    done = run("check", "--format", "json")

    assert _rules(done) == ["alias-removed", "alias-removed"]
    assert "`order.due`" in done.out
    assert "`order.until`" in done.out


def test_several_steps_since_the_release_are_legal(registry: Path, run: Run) -> None:
    for before, after in (("active", "deprecated"),):
        change(READ, (f"status: {before}", f"status: {after}"))
        with READ.open("a") as file:
            file.write('deprecation: {since: "2026-01-01", removeAfter: "2026-06-01", reason: x}\n')
        commit(registry)
    change(Path("docs/order.md"), ("capabilities: [order.read]\n", ""))
    run("promote", "order.read", "removed")

    assert _rules(run("check", "--format", "json", "--now", "2026-12-01T00:00:00Z")) == []


def test_base_by_name_comes_beside_the_release(registry: Path, run: Run) -> None:
    assert _bases(run("check", "--base", "HEAD", "--format", "json")) == [("explicit", "HEAD"), ("published", "v1")]
    assert _bases(run("check", "--base", "none", "--format", "json")) == []
    assert _bases(run("check", "--base", "none", "--against-release", "--format", "json")) == [("published", "v1")]


def test_release_that_this_change_prepares_is_no_base(registry: Path, run: Run) -> None:
    on_branch(registry, "release")
    change(READ, ('"1.0.0"', '"1.0.1"'), ("Reads", "Gives"))
    run("release", "prepare", "2")
    commit(registry)

    done = run("check", "--against-release", "--format", "json")

    assert (done.code, _bases(done)) == (0, [("pull-request", "main"), ("published", "v1")])


def test_release_without_a_tag_may_not_be_out(registry: Path, run: Run) -> None:
    run("release", "prepare", "2")
    commit(registry)

    done, strict = run("check"), run("check", "--against-release")

    assert done.code == 0
    assert "compared with v1 at" in done.out
    assert "that of 2 may not be out yet, its tag is not here; to get it: git fetch origin tag v2" in done.out
    assert strict.code == 2


def test_in_a_shallow_clone_the_records_judge(shallow: Path, run: Run) -> None:
    clean = run("check")
    on_branch(shallow, "work")
    git(shallow, "branch", "-D", "main")
    git(shallow, "update-ref", "-d", "refs/remotes/origin/main")
    change(READ, ("status: active", "status: review"), ("risk: read", "risk: low"), ('"1.0.0"', '"0.9.0"'))
    change(ORDER, ("aliases: [order.due], ", ""))
    with ORDER.open() as file:
        kept = [line for line in file if "id: order," not in line]
    ORDER.write_text("".join(kept))

    done = run("check", "--format", "json")
    gone = next(f for f in done.json["findings"] if f["rule"] == "removed-without-tombstone")

    assert clean.code == 0
    assert "of release 1 only its record is compared" in clean.out
    assert ("published", "release 1") in _bases(done)
    assert {
        "alias-removed", "lifecycle-went-back", "version-went-back", "removed-without-tombstone",
        "breaking-change-without-major",
    } <= set(_rules(done))  # fmt: skip
    assert (gone["subject"], gone["file"], gone["line"]) == ("order", "ledger/releases/1-1.yaml", 11)


@pytest.mark.parametrize("swap", [("days: {type: integer}", "days: {type: string}"), ("Reads an", "Fetches an")])
def test_in_a_shallow_clone_one_version_with_two_contents_is_told(
    shallow: Path, run: Run, swap: tuple[str, str]
) -> None:  # fmt: skip
    change(READ, swap)
    told = run("check", "--format", "json")
    change(READ, ('"1.0.0"', '"1.0.1"'))

    (found,) = [finding for finding in told.json["findings"] if finding["severity"] == "error"]
    assert (found["rule"], found["subject"], found["file"]) == ("version-not-bumped", "order.read", str(READ))
    assert "it does not say what it said when it was released" in found["message"]
    assert _rules(run("check", "--format", "json")) == []


@pytest.mark.parametrize(
    "step", [("rename", "order.deadline", "order.until"), ("promote", "order.read", "deprecated", "--reason", "Old.")]
)
def test_in_a_shallow_clone_what_needs_no_version_is_not_told(
    registry: Path, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: tuple[str, ...]
) -> None:
    change(READ, ("semanticIds: [order]", "semanticIds: [order, order.deadline]"), ('"1.0.0"', '"1.1.0"'))
    commit(registry)
    _release(registry, run, "2")
    git(tmp_path, "clone", "-q", "--depth", "1", "--no-tags", f"file://{registry}", "clone")
    monkeypatch.chdir(tmp_path / "clone")
    before = READ.read_text()

    assert run(*step).code == 0
    done = run("check", "--format", "json")

    assert READ.read_text() != before
    assert (done.code, _rules(done)) == (0, [])


def test_renamed_thing_is_not_missed_a_second_time(shallow: Path, run: Run) -> None:
    change(ORDER, ("id: order.deadline", "id: order.until"), ("aliases: [order.due]", "aliases: [order.due]"))

    assert _rules(run("check", "--format", "json")) == ["rename-without-alias"]


def test_the_command_that_is_named_brings_the_tag(shallow: Path, run: Run) -> None:
    refused = run("check", "--against-release")
    command = refused.err.rpartition("to get it: ")[2].split()
    git(shallow, *command[1:])

    done = run("check", "--against-release", "--format", "json")

    assert refused.code == 2
    assert "--depth" in command
    assert (done.code, ("published", "v1") in _bases(done)) == (0, True)
    assert git(shallow, "rev-parse", "--is-shallow-repository") == "true"


def test_a_tag_that_appears_or_goes_is_seen_by_the_next_run(registry: Path, run: Run) -> None:
    answers = []
    for step in ((), ("tag", "-d", "v1"), ("tag", "v1")):
        if step:
            git(registry, *step)
        answers.append("compared with v1 at" in run("check").out)

    assert answers == [True, False, True]


def test_a_branch_that_moves_is_seen_by_the_next_run(registry: Path, run: Run) -> None:
    git(registry, "branch", "other")
    change(READ, ('"1.0.0"', '"1.0.1"'), ("Reads", "Gives"))
    run("check", "--base", "other")
    head = git(registry, "rev-parse", "other")
    git(registry, "checkout", "-q", "--orphan", "elsewhere")
    git(registry, "commit", "-q", "-m", "x")
    moved = git(registry, "rev-parse", "HEAD")
    git(registry, "checkout", "-q", "-B", "main", head)
    before = run("check", "--base", "other", "--format", "json").json["bases"][0]["commit"]
    git(registry, "branch", "-f", "other", moved)
    after = run("check", "--base", "other", "--format", "json").json["bases"][0]["commit"]

    assert (before, after) == (head, moved)


def test_tag_of_something_else_is_not_taken_for_the_release(registry: Path, run: Run) -> None:
    git(registry, "tag", "-d", "v1")
    git(registry, "tag", "v1", "HEAD~1")

    done = run("check")

    assert done.code == 0
    assert "the tag `v1` does not hold the record of its release" in done.out


def test_outside_a_repository_the_records_judge(
    registry: Path, run: Run, tmp_path_factory: pytest.TempPathFactory
) -> None:  # fmt: skip
    (registry / ".git").rename(tmp_path_factory.mktemp("away") / "git")
    change(ORDER, (", aliases: [order.due]", ""))

    done = run("check")

    assert done.code == 1
    assert "error[alias-removed]" in done.out
    assert "only the release is compared: " in done.out


@pytest.mark.parametrize("options", [("--against-release",), ("--base", "none", "--against-release")])
def test_without_any_release_there_is_nothing_to_require(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run, options: tuple[str, ...]
) -> None:
    make_repository(tmp_path, monkeypatch)

    done = run("check", *options)

    assert done.code == 2
    assert "checked 3 documents" in done.out
    assert "`alvara release prepare VERSION` makes the first" in done.err


def test_number_of_git_processes_is_constant(
    registry: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    started: list[object] = []
    spawn = os.posix_spawn

    def count(*arguments: object, **options: object) -> int:
        started.append(arguments)
        return spawn(*arguments, **options)  # type: ignore[arg-type]

    monkeypatch.setattr("os.posix_spawn", count)
    numbers = []
    for version in ("2", "3", "4"):
        change(READ, (READ.read_text().split('"')[1], f"1.0.{version}"), ("description: ", "description: Now "))
        started.clear()
        run("check")
        numbers.append(len(started))
        _release(registry, run, version)

    assert 5 >= numbers[0] >= numbers[1] == numbers[2]  # what was read once is not asked of git again
