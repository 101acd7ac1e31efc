"""`alvara diff`: two revisions are found, compared, and shown; nothing is written."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from alvara.review.markdown import LONGEST
from tests.bundle.repository import commit, git, write
from tests.cli.conftest import Run

POSTPONE = "capabilities/order/postpone.yaml"
SAME = "Nothing changed in what the registry says."


@pytest.fixture
def repository(shop: Path) -> Path:
    """The registry, committed on `main`."""
    commit(shop)
    return shop


def edit(root: Path, path: str, old: str, new: str) -> None:
    text = (root / path).read_text(encoding="utf-8")
    assert old in text
    (root / path).write_text(text.replace(old, new), encoding="utf-8", newline="\n")


def resources(number: int) -> dict[str, str]:
    listed = [f"  - {{id: item.n{n}.x, type: field, name: Number {n}}}\n" for n in range(number)]
    return {f"semantic-ids/item/n{n}.yaml": f"resources:\n{line}" for n, line in enumerate(listed)}


def test_nothing_changed(repository: Path, run: Run) -> None:
    ran = run("diff")

    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines()[-1] == SAME
    assert SAME in run("diff", "--format", "markdown").out
    found = run("diff", "--format", "json").json
    assert (found["changes"], found["bumps"]) == ([], [])


def test_a_change_is_shown_with_its_place_and_the_version_it_takes(repository: Path, run: Run) -> None:
    edit(repository, POSTPONE, "risk: medium", "risk: high")

    ran = run("diff")
    found = run("diff", "--format", "json").json

    assert ran.code == 0
    assert f"tightens: the risk was `medium` and is `high` ({POSTPONE}:13)" in ran.out
    assert found["bumps"] == [{"id": "order.postpone", "from": "1.0.0", "smallest": "2.0.0"}]
    assert "opens: the policy `order.closed` can no longer refuse it (the risk was `medium` and is `high`)" in ran.out
    assert [change["aspect"] for change in found["changes"]] == ["guards", "outcome", "risk"]
    assert found["changes"][2] == {
        "kind": "capability", "subject": "order.postpone", "aspect": "risk", "impact": "narrowing", "before": "medium",
        "after": "high", "witness": None, "bump": "major", "file": POSTPONE, "line": 13,
    }  # fmt: skip


def test_a_rename_is_told_once_and_not_again_of_all_who_follow_it(repository: Path, run: Run) -> None:
    edit(repository, POSTPONE, "semanticIds: [order]", "semanticIds: [order, item]")
    commit(repository)
    assert run("rename", "item", "article").code == 0

    found = run("diff", "--format", "json").json

    assert [(change["subject"], change["aspect"]) for change in found["changes"]] == [("article", "id")]
    assert found["bumps"] == []


def test_a_reference_to_something_else_follows_no_rename(repository: Path, run: Run) -> None:
    edit(repository, POSTPONE, "semanticIds: [order]", "semanticIds: [item]")
    commit(repository)
    assert run("rename", "item", "article").code == 0
    edit(repository, POSTPONE, "semanticIds: [article]", "semanticIds: [order]")

    found = run("diff", "--format", "json").json

    assert found["bumps"] == [{"id": "order.postpone", "from": "1.0.0", "smallest": "2.0.0"}]


def test_a_witness_is_a_value(repository: Path, run: Run) -> None:
    edit(repository, POSTPONE, "type: integer", "type: integer, maximum: 5")

    (change,) = run("diff", "--format", "json").json["changes"]

    assert change["impact"] == "breaking"
    assert change["witness"]["days"] > 5


def test_the_base_is_where_this_work_left_the_main_branch(repository: Path, run: Run) -> None:
    git(repository, "switch", "-q", "-c", "work")
    edit(repository, POSTPONE, "risk: medium", "risk: high")
    commit(repository, "ours")
    git(repository, "switch", "-q", "main")
    edit(repository, "semantic-ids/item.yaml", "name: Item", "name: Theirs")
    commit(repository, "theirs")
    git(repository, "switch", "-q", "work")

    subjects = [
        {change["subject"] for change in run("diff", *base, "--format", "json").json["changes"]}
        for base in ((), ("main...",), ("main",))
    ]

    assert subjects == [{"order.postpone"}, {"order.postpone"}, {"order.postpone", "item"}]


def test_two_revisions_are_compared_without_the_files_on_disk(repository: Path, run: Run) -> None:
    first = git(repository, "rev-parse", "HEAD")
    edit(repository, POSTPONE, "Moves the", "Moves a")
    second = commit(repository, "second")
    clean = run("diff", first, second, "--format", "json").json
    edit(repository, POSTPONE, "risk: medium", "risk: [")
    (repository / "semantic-ids/item.yaml").unlink()
    before = {path: path.read_bytes() for path in repository.rglob("*") if path.is_file() and ".git" not in path.parts}

    for ends in ((first, second), (f"{first}..{second}",), (f"{first}...{second}",), ("HEAD~1", "HEAD")):
        assert run("diff", *ends, "--format", "json").json == clean
    assert [change["aspect"] for change in clean["changes"]] == ["description"]
    (back,) = run("diff", second, first, "--format", "json").json["changes"]
    assert (back["before"], back["after"]) == (clean["changes"][0]["after"], clean["changes"][0]["before"])
    assert before == {
        path: path.read_bytes() for path in repository.rglob("*") if path.is_file() and ".git" not in path.parts
    }


def test_a_revision_and_the_same_files_on_disk_give_the_same(repository: Path, run: Run) -> None:
    first = git(repository, "rev-parse", "HEAD")
    edit(repository, POSTPONE, "risk: medium", "risk: high")
    edit(repository, "policies/order/closed.yaml", "[medium]", "[low]")
    on_disk = run("diff", first, "--now", "2026-09-01T12:00:00Z", "--format", "json").json

    assert run("diff", first, commit(repository), "--format", "json").json == on_disk


def test_a_registry_below_the_top_of_a_repository(tmp_path: Path, shop: Path, run: Run) -> None:
    inner = tmp_path / "outer/registry"
    inner.parent.mkdir()
    write(inner, {path.relative_to(shop).as_posix(): path.read_bytes() for path in shop.rglob("*") if path.is_file()})
    commit(inner.parent)
    edit(inner, POSTPONE, "risk: medium", "risk: high")

    found = run("-C", str(inner), "diff", "--format", "json").json

    assert {change["file"] for change in found["changes"] if change["aspect"] == "risk"} == {POSTPONE}


def test_what_has_no_settings_in_the_base_is_new(repository: Path, run: Run) -> None:
    git(repository, "rm", "-rq", "--cached", ".")
    git(repository, "commit", "-q", "-m", "empty")
    empty = git(repository, "rev-parse", "HEAD")

    ran = run("diff", empty, "--format", "json")

    assert ran.code == 0
    assert "everything is new" in ran.err
    assert {change["aspect"] for change in ran.json["changes"]} == {"definition"}


def test_seven_hundred_removals_stay_readable_and_json_has_each(repository: Path, run: Run) -> None:
    write(repository, resources(700))
    commit(repository, "many")
    for path in (repository / "semantic-ids/item").iterdir():
        path.unlink()

    ran = run("diff", "HEAD")
    found = run("diff", "HEAD", "--format", "json").json
    comment = run("diff", "HEAD", "--format", "markdown").out

    assert len(ran.out.splitlines()) < 10
    assert "Gone: 700" in ran.out
    assert "and 695 more" in ran.out
    assert len(found["changes"]) == 700
    assert len(comment) < 1_500


def test_a_comment_keeps_its_length_and_counts_what_it_leaves_out(repository: Path, run: Run) -> None:
    write(repository, resources(900))
    commit(repository, "many")
    for path in (repository / "semantic-ids/item").iterdir():
        edit(repository, f"semantic-ids/item/{path.name}", "name: Number", f"name: {'Long ' * 60}")

    comment = run("diff", "HEAD", "--format", "markdown").out
    left_out = next(line for line in comment.splitlines() if line.startswith("There was no room"))
    shown = [line for line in comment.splitlines() if line.startswith("- resource")]

    assert LONGEST - 2_000 < len(comment) <= LONGEST
    assert int(left_out.split()[6].replace(",", "")) == 900 - len(shown)


def test_a_file_that_is_not_understood_is_named_and_nothing_of_it_is_gone(repository: Path, run: Run) -> None:
    (repository / POSTPONE).write_text("id: [\n")

    ran = run("diff")

    assert ran.code == 0
    assert f"note: {POSTPONE} in the files on disk is not understood" in ran.out
    assert "Gone" not in ran.out
    assert POSTPONE in run("diff", "--format", "json").err


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("nosuch",), "`nosuch` cannot be the base"),
        (("main", "nosuch"), "`nosuch`"),
        (("main..nosuch",), "`nosuch`"),
        (("--output=x",), "no such option"),
        (("--", "--output=x"), "that is not the name of a revision"),
        (("0" * 40,), "all zeros"),
        (("main", "main", "main"), "unexpected extra argument"),
        (("main", "--now", "yesterday"), "not an RFC 3339 moment"),
        (("main", "--format", "pdf"), "pdf"),
    ],
)
def test_what_cannot_be_compared_is_exit_2_with_the_reason(
    repository: Path, run: Run, arguments: tuple[str, ...], reason: str
) -> None:
    ran = run("diff", *arguments)

    assert (ran.code, ran.out) == (2, "")
    assert reason.lower() in ran.err.lower()


def test_without_a_repository_a_branch_or_sound_settings_there_is_nothing_to_show(shop: Path, run: Run) -> None:
    assert run("diff").code == 2
    git(shop, "init", "-q", "-b", "other")
    assert "no commit" in run("diff").err
    commit(shop)
    assert "no branch `main`" in run("diff").err
    (shop / "alvara.yaml").write_text("registry: x\nnaem: y\n")
    ran = run("diff", "HEAD")
    assert (ran.code, "does not hold" in ran.err) == (2, True)


def test_settings_of_the_base_that_do_not_hold_are_told(repository: Path, run: Run) -> None:
    sound = (repository / "alvara.yaml").read_text()
    (repository / "alvara.yaml").write_text("registry: x\nnaem: y\n")
    commit(repository, "broken")
    (repository / "alvara.yaml").write_text(sound)

    ran = run("diff", "HEAD")

    assert (ran.code, ran.out) == (2, "")
    assert "does not hold" in ran.err


def test_output_does_not_depend_on_the_run(repository: Path) -> None:
    edit(repository, POSTPONE, "[order.update]", "[a.a, b.b, c.c]")
    edit(repository, "semantic-ids/order.yaml", "[vencimento]", "[um, dois, tres]")
    (repository / "policies/order/closed.yaml").unlink()
    for style in ("text", "markdown", "json"):
        printed = {
            subprocess.run(
                [sys.executable, "-m", "alvara", "diff", "HEAD", "--format", style],
                cwd=repository, env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True, timeout=60,
            ).stdout
            for seed in ("1", "2", "3")
        }  # fmt: skip

        assert len(printed) == 1
