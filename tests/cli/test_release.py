"""`alvara release`: a record first, then a tag; and the bundle that knows which release it is."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from tests.bundle.repository import commit, git
from tests.cli.conftest import Run
from tests.cli.releases import ORDER, READ, change, make_repository, on_branch

RELEASES = Path("ledger/releases")
PARTS = ("capabilityVersion", "policyVersion", "uiVersion", "knowledgeVersion")


@pytest.fixture
def registry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return make_repository(tmp_path, monkeypatch)


def release(registry: Path, run: Run, version: str) -> None:
    assert run("release", "prepare", version).code == 0
    commit(registry)
    assert run("release", version).code == 0


def _manifest(run: Run, *options: str) -> dict[str, object]:
    built = run("bundle", "build", *options)
    assert built.code == 0, built.err
    manifest: dict[str, object] = json.loads(Path("dist/bundle/agent-manifest.json").read_text())
    return manifest


def _record(name: str) -> dict[str, dict[str, object]]:
    record: dict[str, dict[str, object]] = yaml.safe_load((RELEASES / name).read_text(encoding="utf-8"))
    return record


def test_first_release_records_everything_and_tags(registry: Path, run: Run) -> None:
    prepared = run("release", "prepare", "2026.09.01")
    record = _record("1-2026.09.01.yaml")
    head = commit(registry)
    done = run("release", "2026.09.01")

    assert (prepared.code, done.code) == (0, 0)
    assert (record["version"], record["sequence"], record["previous"]) == ("2026.09.01", 1, None)
    assert list(record["ids"]) == ["capability/order.read", "resource/order", "resource/order.deadline"]
    assert {name: part["releases"] for name, part in record["components"].items()} == {  # type: ignore[index, attr-defined]
        "capability": 1, "knowledge": 1, "policy": 0, "ui": 1,
    }  # fmt: skip
    assert record["ids"]["resource/order.deadline"]["aliases"] == ["order.due"]  # type: ignore[index]
    assert git(registry, "cat-file", "-t", "v2026.09.01") == "tag"
    assert git(registry, "rev-parse", "v2026.09.01^{commit}", "HEAD").split() == [head, head]
    assert "1 capability, 2 resources, 0 policies, 4 bindings" in git(registry, "tag", "-n9", "v2026.09.01")
    assert git(registry, "status", "--porcelain") == "?? dist/"  # which `init` has git ignore
    assert run("check").code == 0


def test_the_message_names_the_bundle_that_the_tag_makes(registry: Path, run: Run) -> None:
    release(registry, run, "1")

    manifest = _manifest(run, "--rev", "v1")

    assert str(manifest["digest"]) in git(registry, "tag", "-n9", "v1")
    assert (manifest["version"], manifest["sequence"], manifest["previous"]) == ("1", 1, None)


def test_the_bundle_lies_there_and_is_the_one_that_the_tag_makes(registry: Path, run: Run) -> None:
    release(registry, run, "1")
    there = {path.name: path.read_bytes() for path in Path("dist/bundle").rglob("*") if path.is_file()}
    manifest = _manifest(run, "--rev", "v1")

    assert {path.name: path.read_bytes() for path in Path("dist/bundle").rglob("*") if path.is_file()} == there
    assert (manifest["version"], run("bundle", "verify", "dist/bundle").code) == ("1", 0)


def test_no_tag_is_made_where_the_bundle_has_no_place(registry: Path, run: Run) -> None:
    assert run("release", "prepare", "1").code == 0
    commit(registry)
    Path("dist/bundle").mkdir(parents=True)
    Path("dist/bundle/mine.txt").write_text("not a bundle")

    refused = run("release", "1")

    assert refused.code == 2
    assert "dist/bundle" in refused.err
    assert git(registry, "tag") == ""
    assert Path("dist/bundle/mine.txt").read_text() == "not a bundle"


def test_later_releases_record_what_has_changed(registry: Path, run: Run) -> None:
    release(registry, run, "1")
    change(READ, ("Reads", "Gives"), ('"1.0.0"', '"1.0.1"'))
    change(
        ORDER, ("  - {id: order.deadline", "  - {id: order.total, type: field, name: Total}\n  - {id: order.deadline")
    )
    commit(registry)
    release(registry, run, "2")
    release(registry, run, "3")

    second, third = _record("2-2.yaml"), _record("3-3.yaml")

    assert list(second["ids"]) == ["capability/order.read", "resource/order.total"]
    assert [p["releases"] for _, p in sorted(second["components"].items())] == [2, 1, 0, 2]  # type: ignore[index]
    assert (third["ids"], third["components"]) == ({}, second["components"])
    manifest = _manifest(run)
    assert (manifest["version"], manifest["sequence"], manifest["previous"]) == ("3", 3, "2")
    assert [manifest[part] for part in PARTS] == ["cap-2", "policy-0", "ui-2", "kb-1"]


def test_bundle_of_anything_else_says_so(registry: Path, run: Run) -> None:
    release(registry, run, "1")
    change(READ, ("path: /orders", "path: /order"), ('"1.0.0"', '"1.0.1"'))

    manifest = _manifest(run)

    assert str(manifest["version"]).startswith("0.0.0+")
    assert (manifest["sequence"], manifest["previous"]) == (1, "1")
    assert str(manifest["capabilityVersion"]).startswith("cap-1+")
    assert [manifest[part] for part in PARTS[1:]] == ["policy-0", "ui-1", "kb-1"]


def test_drafts_are_no_contract(registry: Path, run: Run) -> None:
    change(READ, ("status: active", "status: draft"))
    commit(registry)

    run("release", "prepare", "1")

    assert list(_record("1-1.yaml")["ids"]) == ["resource/order", "resource/order.deadline"]


def test_what_is_gone_is_recorded_as_gone(registry: Path, run: Run) -> None:
    release(registry, run, "1")
    run("promote", "order.deadline", "deprecated", "--reason", "x", "--now", "2026-01-01T00:00:00Z")
    commit(registry)
    run("promote", "order.deadline", "removed", "--now", "2026-08-01T00:00:00Z")
    commit(registry)
    release(registry, run, "2")

    assert _record("2-2.yaml")["ids"] == {"resource/order.deadline": None}


def test_a_major_is_counted_once_whether_others_stand_beside_it(registry: Path, run: Run) -> None:
    release(registry, run, "1")
    second = READ.read_text().replace('"1.0.0"', '"2.0.0"').replace("[order.read]", "[order.read, order.admin]")
    change(READ, ("status: active", "status: deprecated"))
    ending = 'deprecation: {since: "2020-01-01", removeAfter: "2020-06-01", replacedBy: order.read@2}\n'
    READ.write_text(READ.read_text() + ending)
    READ.with_name("read.v2.yaml").write_text(second)
    commit(registry)
    joined = run("release", "prepare", "2", "--now", "2026-01-01T00:00:00Z")
    commit(registry)
    assert run("promote", "order.read@1", "removed").code == 0
    commit(registry)
    left = run("release", "prepare", "3")

    assert "1 new, 1 changed, 0 gone since 1" in joined.out, joined
    assert "0 new, 0 changed, 1 gone since 2" in left.out, left


def test_the_same_record_wherever_it_is_made(registry: Path, run: Run) -> None:
    run("release", "prepare", "1", "--now", "2026-09-01T00:00:00Z")
    first = (RELEASES / "1-1.yaml").read_bytes()
    (RELEASES / "1-1.yaml").unlink()
    run("release", "prepare", "1", "--now", "2026-09-02T00:00:00Z")

    assert (RELEASES / "1-1.yaml").read_bytes() == first


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("prepare",), "name one release"),
        (("prepare", "1", "2"), "name one release"),
        (("prepare", "a/b"), "is no name of a release"),
        (("prepare", "-1"), "option"),
        (("prepare", "a..b"), "git takes no tag"),
        (("prepare", "a.lock"), "git takes no tag"),
        (("9",), "9 is not prepared; run: alvara release prepare 9"),
        (("prepare", "9", "--now", "x"), "not an RFC 3339 moment"),
    ],
)
def test_refuses_odd_names(registry: Path, run: Run, arguments: tuple[str, ...], said: str) -> None:
    done = run("release", *arguments)

    assert (done.code, done.out) == (2, "")
    assert said in done.err
    assert not RELEASES.exists()


@pytest.mark.parametrize(
    "prefix", ["-", "..", "a b", "v*", "v:", "/", "a//", ".a/", "a.lock/", "@{", "\\", "v~", "v?", "v["]
)
def test_prepares_nothing_that_git_would_not_tag(registry: Path, run: Run, prefix: str) -> None:
    with Path("alvara.yaml").open("a", encoding="utf-8") as file:
        file.write(f"releaseTagPrefix: '{prefix}'\n")

    done = run("release", "prepare", "1")

    assert (done.code, done.out) == (2, "")
    assert "git takes no tag" in done.err
    assert prefix == "-" or subprocess.run(["git", "check-ref-format", f"refs/tags/{prefix}1"]).returncode == 1
    assert not RELEASES.exists()


def test_tag_that_is_no_commit_is_told_as_that(registry: Path, run: Run) -> None:
    run("release", "prepare", "1")
    commit(registry)
    git(registry, "tag", "v1", "HEAD:alvara.yaml")

    assert "`v1` cannot be the base: what has this name is no commit" in run("check", "--against-release").err


def test_prepares_nothing_where_check_has_errors(registry: Path, run: Run) -> None:
    change(READ, ("integer", "string"))

    done = run("release", "prepare", "1")

    assert done.code == 1
    assert "error[breaking-change-without-major]" in done.out
    assert not RELEASES.exists()


def test_prepares_nothing_twice(registry: Path, run: Run) -> None:
    run("release", "prepare", "a")

    done = run("release", "prepare", "A")

    assert done.code == 2
    assert "ledger/releases/1-a.yaml" in done.err


@pytest.mark.parametrize("written", [lambda text: "\ufeff" + text, lambda text: text.replace("\n", "\r\n")])
def test_a_record_is_read_however_an_editor_stored_it(
    registry: Path, run: Run, written: Callable[[str], str]
) -> None:  # fmt: skip
    run("release", "prepare", "1")
    record = registry / "ledger/releases/1-1.yaml"
    record.write_bytes(written(record.read_text(encoding="utf-8")).encode())
    commit(registry)

    assert run("release", "prepare", "2").code == 0
    assert 'previous: "1"\n' in (registry / "ledger/releases/2-2.yaml").read_text(encoding="utf-8")


def test_tags_only_what_is_committed(registry: Path, run: Run) -> None:
    run("release", "prepare", "1")
    prepared = run("release", "1")
    commit(registry)
    (registry / "capabilities/order/new.yaml").write_text("")
    fresh = run("release", "1")
    (registry / "capabilities/order/new.yaml").unlink()
    (registry / "notes.txt").write_text("mine")
    change(READ, ("Reads", "Gives"))
    changed = run("release", "1")

    assert [prepared.code, fresh.code, changed.code] == [2, 2, 2]
    assert "ledger/releases/1-1.yaml is not committed yet" in prepared.err
    assert "capabilities/order/new.yaml is not committed" in fresh.err
    assert "capabilities/order/read.yaml is not committed; " in changed.err
    assert git(registry, "tag") == ""
    change(READ, ("Gives", "Reads"))
    assert run("release", "1").code == 0


def test_tags_only_what_was_prepared(registry: Path, run: Run) -> None:
    run("release", "prepare", "1")
    commit(registry)
    change(ORDER, ("name: Order,", "name: Orders,"))
    commit(registry)

    done = run("release", "1")

    assert done.code == 1
    assert "not what ledger/releases/1-1.yaml says, in resource/order, components" in done.err
    assert git(registry, "tag") == ""


def test_a_second_time_is_no_mistake_and_another_commit_is(registry: Path, run: Run) -> None:
    release(registry, run, "1")
    again = run("release", "1")
    commit(registry, "later")
    later = run("release", "1")

    assert (again.code, later.code) == (0, 2)
    assert "v1 is there already" in again.out
    assert "there is a tag `v1` already" in later.err


def test_a_tag_is_no_name_of_a_release_and_a_word_is(registry: Path, run: Run) -> None:
    tag = run("release", "prepare", "v1.0")
    word = run("release", "prepare", "valencia")

    assert (tag.code, tag.out) == (2, "")
    assert "write 1.0, or its tag would be `vv1.0`" in tag.err
    assert word.code == 0


def test_without_a_commit_there_is_nothing_to_tag(registry: Path, run: Run) -> None:
    git(registry, "update-ref", "-d", "HEAD")
    done = run("release", "1")

    assert (done.code, done.out) == (2, "")
    assert done.err == "alvara: a release is a tag on a commit, and there is none yet\n"


def test_what_is_out_is_not_prepared_anew(registry: Path, run: Run) -> None:
    release(registry, run, "1")
    again = run("release", "prepare", "1")

    assert again.code == 2
    assert "1 is out, as `v1` at" in again.err
    assert "delete" not in again.err


def test_only_the_last_one_is_tagged(registry: Path, run: Run) -> None:
    release(registry, run, "1")
    git(registry, "tag", "-d", "v1")
    run("release", "prepare", "2")
    commit(registry)

    earlier, later = run("release", "1"), run("release", "2")

    assert (earlier.code, later.code) == (2, 2)
    assert "1 is not the last release in the ledger, which is 2" in earlier.err
    assert "release 1 is to be compared with, and its tag is not here" in later.err


def test_needs_a_commit(registry: Path, run: Run, tmp_path_factory: pytest.TempPathFactory) -> None:
    run("release", "prepare", "1")
    (registry / ".git").rename(tmp_path_factory.mktemp("away") / "git")

    done = run("release", "1")

    assert done.code == 2
    assert "a release is a tag on a commit" in done.err


def test_git_says_why_it_makes_no_tag(registry: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    run("release", "prepare", "1")
    commit(registry)
    monkeypatch.setenv("GIT_COMMITTER_NAME", "")

    done = run("release", "1")

    assert done.code == 2
    assert "git made no tag `v1`: " in done.err


def test_two_branches_that_each_retire_an_id_merge(registry: Path, run: Run) -> None:
    for id in ("order.a", "order.b", "order.c"):
        item = f"  - {{id: {id}, type: field, name: {id[-1]}, knowledgeRefs: [docs/order]}}\n\n"
        change(ORDER, ("resources:\n", f"resources:\n{item}"))
    commit(registry)
    for id in ("order.a", "order.c"):
        run("promote", id, "deprecated", "--reason", "x", "--now", "2026-01-01T00:00:00Z")
    commit(registry)
    for branch, id in (("one", "order.a"), ("two", "order.c")):
        git(registry, "checkout", "-q", "main")
        on_branch(registry, branch)
        assert run("promote", id, "removed", "--now", "2026-09-01T00:00:00Z").code == 0
        commit(registry)

    git(registry, "merge", "-q", "one", "-m", "both")

    assert sorted(path.name for path in Path("ledger/tombstones/resource").iterdir()) == [
        "order.a.yaml",
        "order.c.yaml",
    ]
    assert run("check").code == 0


def test_two_branches_that_each_release_are_found(registry: Path, run: Run) -> None:
    release(registry, run, "1")
    for branch in ("one", "two"):
        git(registry, "checkout", "-q", "main")
        on_branch(registry, branch)
        assert run("release", "prepare", f"2-{branch}").code == 0
        commit(registry)

    git(registry, "merge", "-q", "one", "-m", "both")

    checked = run("check")
    assert checked.code == 1
    assert checked.out.count("error[ledger-forked]") == 1


def test_name_in_other_letters_than_its_record_has_is_asked_for_again(registry: Path, run: Run) -> None:
    assert run("release", "prepare", "autumn").code == 0
    commit(registry)
    done = run("release", "Autumn")

    assert (done.code, done.out) == (2, "")
    assert "it is prepared as autumn, in ledger/releases/1-autumn.yaml; write that" in done.err
    assert git(registry, "tag") == ""
