"""`alvara release` of what is governed: from a pinned root, on the main branch, in its time, and signed."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.approvals.office import agent
from tests.bundle.repository import commit, git, write
from tests.bundle.running import keeps
from tests.cli.conftest import Run
from tests.ran import Ran
from tests.release.world import AS_OF, CANCEL, NOW, Files, key, prepared, record, world

LATER = "2026-09-03T08:00:00Z"


def release(run: Run, keys: Path, root: str, version: str = "1", name: str = "rex", now: str = NOW) -> Ran:
    return run("release", version, "--key", os.fspath(keys / name), "--root", root, "--now", now)


def tags(registry: Path) -> str:
    return git(registry, "tag")


def test_a_release_is_signed_twice_by_one_who_may(registry: Path, run: Run, keys: Path, root: str) -> None:
    done = release(run, keys, root)
    verified = run("bundle", "verify", "dist/bundle", "--root", root, "--now", NOW)
    tag = git(registry, "cat-file", "tag", "v1")

    assert (done.code, done.err) == (0, "")
    assert "signed by rex" in done.out
    assert f"object {git(registry, 'rev-parse', 'HEAD')}\ntype commit\ntag v1\n" in tag
    assert "tagger Rex <rex@example.com> 1788265800 +0000" in tag
    assert (verified.code, verified.err) == (0, "")
    assert verified.out.splitlines()[:2] == ["signed: rex", f"root: {root}"]
    assert run("bundle", "verify", "dist/bundle").out.splitlines()[:2] == ["signed: rex", "root: not pinned"]
    assert run("check", "--root", root, "--now", NOW).code == 0


def test_what_verify_says_in_json_keeps_its_schema(registry: Path, run: Run, keys: Path, root: str) -> None:
    release(run, keys, root)
    said = run("bundle", "verify", "dist/bundle", "--root", root, "--format", "json", "--now", NOW)
    document = keeps("bundle-verification-1", said.json)

    assert (document["root"], document["rootVersion"], document["signed"]) == (root, 1, ["rex"])
    assert (
        keeps("bundle-verification-1", run("bundle", "verify", "dist/bundle", "--format", "json").json)["root"] is None
    )
    assert run("bundle", "verify", "dist/bundle", "--root", "x").code == 2


def test_a_governance_that_names_nobody_lets_nobody_release(registry: Path, run: Run, keys: Path, root: str) -> None:
    git(registry, "rm", "-rq", "governance")
    write(registry, {"governance/README.md": "Later.\n"})
    commit(registry)
    done = release(run, keys, root)

    assert done.code == 2
    assert "nobody is named in `governance/`" in done.err


def test_git_itself_takes_the_tag(registry: Path, run: Run, keys: Path, root: str, tmp_path: Path) -> None:
    release(run, keys, root)
    known = tmp_path / "allowed"
    known.write_text(f'rex@example.com namespaces="git" {key("rex").public.text}\n')
    options = ("-c", "gpg.format=ssh", "-c", f"gpg.ssh.allowedSignersFile={known}")

    done = subprocess.run(["git", *options, "verify-tag", "v1"], cwd=registry, capture_output=True, text=True)

    assert done.returncode == 0, done.stderr
    assert 'Good "git" signature for rex@example.com' in done.stderr + done.stdout
    assert git(registry, "fsck", "--strict") == ""


def test_the_bundle_is_the_one_that_the_tag_makes(registry: Path, run: Run, keys: Path, root: str) -> None:
    release(run, keys, root)
    there = Path("dist/bundle/agent-manifest.json").read_bytes()

    assert run("bundle", "build", "--rev", "v1", "--out", "dist/other").code == 0
    assert Path("dist/other/agent-manifest.json").read_bytes() == there
    assert git(registry, "tag", "-n9", "v1").count("bundle sha256:") == 1


def test_the_root_may_come_from_the_surroundings(
    registry: Path, run: Run, keys: Path, root: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ALVARA_ROOT", root)

    assert run("release", "1", "--key", os.fspath(keys / "rex"), "--now", NOW).code == 0


def test_without_a_pinned_root_nothing_governed_is_released(registry: Path, run: Run, keys: Path) -> None:
    done = run("release", "1", "--key", os.fspath(keys / "rex"), "--now", NOW)

    assert done.code == 2
    assert "name it with --root SHA256 or ALVARA_ROOT" in done.err
    assert tags(registry) == ""


def test_another_root_is_refused(registry: Path, run: Run, keys: Path) -> None:
    done = release(run, keys, "0" * 64)

    assert done.code == 1
    assert "none of the versions that are here is the pinned one" in done.out
    assert tags(registry) == ""


@pytest.mark.parametrize("name", ["tom", "mallory"])
def test_only_those_release_who_may(registry: Path, run: Run, keys: Path, root: str, name: str) -> None:
    done = release(run, keys, root, name=name)

    assert done.code == 2
    assert "is no key of anybody who may release this" in done.err
    assert (tags(registry), Path("dist").exists()) == ("", False)


@pytest.mark.parametrize(("person", "words"), [("tom", "`tom` holds no key"), ("max", "nobody is known as `max`")])
def test_who_is_named_has_to_be_one_who_may(
    registry: Path, run: Run, keys: Path, root: str, person: str, words: str
) -> None:
    done = run("release", "1", "--key", os.fspath(keys / "rex"), "--as", person, "--root", root, "--now", NOW)

    assert done.code == 2
    assert words in done.err


def test_without_a_key_and_an_agent_nothing_is_signed(registry: Path, run: Run, root: str) -> None:
    done = run("release", "1", "--root", root, "--now", NOW)

    assert done.code == 2
    assert "SSH_AUTH_SOCK" in done.err
    assert tags(registry) == ""


def test_a_side_branch_is_not_released(registry: Path, run: Run, keys: Path, root: str) -> None:
    git(registry, "checkout", "-q", "-b", "side")
    commit(registry)
    refused = release(run, keys, root)
    git(registry, "checkout", "-q", "main")
    git(registry, "merge", "-q", "--no-ff", "-m", "merge", "side")
    git(registry, "checkout", "-q", "side")
    merged = release(run, keys, root)
    git(registry, "checkout", "-q", "main")

    assert [(one.code, "is not on `main`" in one.err) for one in (refused, merged)] == [(1, True)] * 2
    assert tags(registry) == ""
    assert release(run, keys, root).code == 0


def test_what_is_behind_the_main_branch_may_be_released(registry: Path, run: Run, keys: Path, root: str) -> None:
    commit(registry)
    git(registry, "checkout", "-q", "HEAD~1")

    assert release(run, keys, root).code == 0


def test_a_shallow_clone_that_cannot_tell_says_what_to_fetch(
    registry: Path, run: Run, keys: Path, root: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    git(registry, "checkout", "-q", "-b", "other")
    commit(registry)
    for branch, code in (("other", 2), ("main", 0)):
        clone = tmp_path / branch
        git(tmp_path, "clone", "-q", "--depth=1", "--no-single-branch", "-b", branch, f"file://{registry}", str(clone))
        monkeypatch.chdir(clone)
        done = release(run, keys, root)
        assert done.code == code, done.err
        assert ("git fetch --unshallow" in done.err) == (code == 2)


def test_what_has_expired_by_now_is_not_released(registry: Path, run: Run, keys: Path, root: str) -> None:
    done = release(run, keys, root, now="2027-03-01T00:00:00Z")

    assert done.code == 1
    assert "expired on 2027-02-26" in done.out
    assert tags(registry) == ""


def test_what_nobody_has_agreed_on_is_neither_built_nor_released(
    registry: Path, run: Run, keys: Path, root: str
) -> None:
    path = registry / CANCEL
    path.write_bytes(path.read_bytes().replace(b"one order for good", b"an order"))
    built = run("bundle", "build")
    commit(registry)
    released = release(run, keys, root)

    assert (built.code, released.code) == (1, 1)
    assert "approval-missing" in built.out
    assert not Path("dist/bundle").exists()


def next_version(*, at: str) -> Files:
    """What came after release 1, with approvals that say they are of some moment."""
    files = dict(world())
    text = files[CANCEL].replace(b'"1.0.0"', b'"1.0.1"').replace(b"one order for good", b"an order for good")
    files = {**files, CANCEL: text}
    files = record(files, "order.cancel", "technical", "tom", at=at)
    return prepared(record(files, "order.cancel", "business", "bia", at=at), "2")


@pytest.mark.parametrize(("at", "code"), [("2026-08-18T12:00:00Z", 0), ("2026-08-18T11:59:59Z", 1)])
def test_records_that_came_since_the_last_release_are_of_its_time_or_later(
    registry: Path, run: Run, keys: Path, root: str, at: str, code: int
) -> None:
    release(run, keys, root)
    write(registry, next_version(at=at))
    commit(registry)
    done = release(run, keys, root, "2", now=LATER)

    assert done.code == code, done.out + done.err
    assert tags(registry).split() == ["v1", "v2"][: 2 - code]
    if code:
        assert "approval-invalid" in done.out
        assert "release `v1` did not have it, and it is dated 2026-08-18T11:59:59Z" in done.out


def test_a_release_is_not_dated_before_the_last(registry: Path, run: Run, keys: Path, root: str) -> None:
    release(run, keys, root, now=LATER)
    write(registry, next_version(at="2026-08-30T00:00:00Z"))
    commit(registry)
    done = release(run, keys, root, "2", now=NOW)

    assert done.code == 2
    assert "a release is not older than the last" in done.err


def test_a_release_is_not_dated_before_what_it_is_of(registry: Path, run: Run, keys: Path, root: str) -> None:
    done = release(run, keys, root, now="2026-09-01T11:54:59Z")

    assert done.code == 2
    assert f"HEAD was committed on {AS_OF}" in done.err


def test_what_is_out_is_out(registry: Path, run: Run, keys: Path, root: str) -> None:
    release(run, keys, root)
    tag = git(registry, "rev-parse", "v1")
    again = release(run, keys, root)

    assert (again.code, again.out.startswith("v1 is there already")) == (0, True)
    assert git(registry, "rev-parse", "v1") == tag


def test_a_build_of_the_same_leaves_the_signature(registry: Path, run: Run, keys: Path, root: str) -> None:
    release(run, keys, root)
    built = run("bundle", "build", "--rev", "v1")
    same = run("bundle", "verify", "dist/bundle", "--root", root, "--now", NOW)
    commit(registry)
    other = run("bundle", "build")

    assert (built.code, same.code, other.code) == (0, 0, 0)
    assert "signed: rex" in same.out
    assert not Path("dist/bundle/agent-manifest.dsse.json").exists()


def test_a_bundle_that_was_lost_is_made_and_signed_again(registry: Path, run: Run, keys: Path, root: str) -> None:
    release(run, keys, root)
    first = Path("dist/bundle/agent-manifest.dsse.json").read_bytes()
    tag = git(registry, "rev-parse", "v1")
    shutil.rmtree("dist")
    without_key = run("release", "1", "--root", root, "--now", LATER)
    assert (without_key.code, Path("dist").exists()) == (0, False)
    again = release(run, keys, root, now=LATER)

    assert (again.code, again.out.splitlines()[1]) == (0, "bundle in dist/bundle, signed by rex")
    assert Path("dist/bundle/agent-manifest.dsse.json").read_bytes() == first
    assert run("bundle", "verify", "dist/bundle", "--root", root, "--now", NOW).code == 0
    assert git(registry, "rev-parse", "v1") == tag


def test_only_those_make_it_again_who_may(registry: Path, run: Run, keys: Path, root: str) -> None:
    release(run, keys, root)
    shutil.rmtree("dist")
    done = release(run, keys, root, name="tom")

    assert (done.code, Path("dist").exists()) == (2, False)
    assert "is no key of anybody who may release this; those who may: rex" in done.err


def test_that_nobody_signed_is_said(registry: Path, run: Run, keys: Path, root: str) -> None:
    release(run, keys, root)
    Path("dist/bundle/agent-manifest.dsse.json").unlink()
    done = run("bundle", "verify", "dist/bundle")

    assert (done.code, done.out.splitlines()[:2]) == (0, ["signed: by nobody", "root: not pinned"])


@pytest.mark.parametrize("options", [(), ("-a", "-m", "x")])
def test_a_tag_that_nobody_signed_is_no_release_that_is_out(
    registry: Path, run: Run, keys: Path, root: str, options: tuple[str, ...]
) -> None:
    git(registry, "tag", *options, "v1")
    done = release(run, keys, root)

    assert done.code == 2
    assert "a release was not made by that" in done.err


def test_a_tag_elsewhere_is_not_moved(registry: Path, run: Run, keys: Path, root: str) -> None:
    git(registry, "tag", "-a", "-m", "x", "v1", "HEAD")
    commit(registry)
    done = release(run, keys, root)

    assert done.code == 2
    assert "there is a tag `v1` already" in done.err


@pytest.mark.parametrize("options", [("--root", "0" * 64), ("--as", "rex"), ("--key", "x")])
def test_what_goes_with_a_governance_is_refused_without_one(registry: Path, run: Run, options: tuple[str, ...]) -> None:
    files = {p: d for p, d in dict(world()).items() if not p.startswith(("governance/", "approvals/", "ledger/"))}
    for path in registry.rglob("*.yaml"):
        path.unlink()
    text = files[CANCEL].replace(b"status: active", b"status: review")
    for folder in ("governance", "approvals"):
        subprocess.run(["rm", "-rf", folder], cwd=registry, check=True)
    write(registry, prepared({**files, CANCEL: text}))
    git(registry, "checkout", "-q", "--orphan", "alone")
    commit(registry)
    git(registry, "branch", "-M", "main")
    git(registry, "config", "user.name", "Ana")  # git makes this tag, and asks who does
    git(registry, "config", "user.email", "ana@example.com")

    refused = run("release", "1", *options)
    assert refused.code == 2
    assert "governance" in refused.err
    assert run("release", "1").code == 0


def test_the_agent_may_hold_the_key(
    registry: Path, run: Run, keys: Path, root: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with agent(keys / "tom", keys / "rex") as socket:
        monkeypatch.setenv("SSH_AUTH_SOCK", socket)
        done = run("release", "1", "--root", root, "--now", NOW)

    assert (done.code, done.err) == (0, "")
    assert run("bundle", "verify", "dist/bundle", "--root", root).code == 0
