"""A tag that is no release is not compared with: put under another name, of a tag, unsigned, beside or too old."""

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from alvara.adapters.tagging import tag_object
from alvara.signatures.sshsig import write_armor
from tests.bundle.repository import commit, git, write
from tests.cli.conftest import Run
from tests.release.world import NOW, key

TAGGER = "Rex <rex@example.com>"


def store(registry: Path, data: bytes, ref: str = "v1") -> None:
    """Put a tag where git keeps it, whatever it says."""
    written = subprocess.run(
        ["git", "hash-object", "-t", "tag", "-w", "--stdin"], cwd=registry, input=data, capture_output=True, check=True
    )  # fmt: skip
    git(registry, "update-ref", f"refs/tags/{ref}", written.stdout.decode().strip())


def tagged(
    commit: str, *, name: str = "v1", moment: str = NOW, signer: str = "rex", namespace: str = "git"
) -> bytes:  # fmt: skip
    """Write a tag as `alvara release` does, but for what is said otherwise."""
    unsigned = tag_object(name, commit, TAGGER, moment, "Release 1")
    return unsigned + write_armor(key(signer), unsigned, namespace).encode()


def renamed(registry: Path, head: str) -> None:
    store(registry, tagged(head, name="v9"))


def nested(registry: Path, head: str) -> None:
    store(registry, tagged(head), "inner")
    inner = git(registry, "rev-parse", "refs/tags/inner")
    unsigned = tagged(head).partition(b"-----BEGIN")[0].replace(head.encode(), inner.encode())
    unsigned = unsigned.replace(b"type commit", b"type tag")
    store(registry, unsigned + write_armor(key("rex"), unsigned, "git").encode())


def lightweight(registry: Path, head: str) -> None:
    git(registry, "update-ref", "refs/tags/v1", head)


def unsigned(registry: Path, head: str) -> None:
    store(registry, tag_object("v1", head, TAGGER, NOW, "Release 1"))


def of_somebody_else(registry: Path, head: str) -> None:
    store(registry, tagged(head, signer="tom"))


def for_another_purpose(registry: Path, head: str) -> None:
    store(registry, tagged(head, namespace="alvara-bundle@v1"))


def edited(registry: Path, head: str) -> None:
    store(registry, tagged(head).replace(b"Release 1", b"Release l"))


def of_last_year(registry: Path, head: str) -> None:
    store(registry, tagged(head, moment="2026-08-31T12:00:00Z"))


def on_a_side_branch(registry: Path, head: str) -> None:
    git(registry, "checkout", "-q", "-b", "side")
    store(registry, tagged(commit(registry)))
    commit(registry)  # whose first parent it is
    git(registry, "checkout", "-q", "main")
    git(registry, "merge", "-q", "--no-ff", "-m", "merge", "side")


SUSPECT: dict[str, tuple[Callable[[Path, str], None], str]] = {
    "put under another name": (renamed, "the tag `v1` calls itself `v9`"),
    "of another tag": (nested, "stands for another tag"),
    "only a name": (lightweight, "git fetch --force origin"),
    "not signed": (unsigned, "is not signed"),
    "signed in another role": (of_somebody_else, "a key of nobody who might release on 2026-09-01"),
    "signed for something else": (for_another_purpose, "it was made for another purpose"),
    "edited": (edited, "does not belong to what it is said to sign"),
    "older than its commit": (of_last_year, "and its commit was made on 2026-09-01T12:00:00Z"),
    "on a side branch": (on_a_side_branch, "the tag `v1` is not of `main`"),
}


@pytest.mark.parametrize("case", SUSPECT)
def test_a_tag_that_is_no_release_is_not_compared_with(registry: Path, run: Run, case: str) -> None:
    make, words = SUSPECT[case]
    make(registry, git(registry, "rev-parse", "HEAD"))
    commit(registry)
    done = run("check", "--now", NOW)

    assert (done.code, words in done.err) == (2, True), done.err
    assert "`v1` cannot be the release to compare with" in done.err


def test_the_tag_of_a_release_is_compared_with(registry: Path, run: Run) -> None:
    store(registry, tagged(git(registry, "rev-parse", "HEAD")))
    commit(registry)
    done = run("check", "--now", NOW)

    assert (done.code, done.err) == (0, "")


def test_a_key_that_is_revoked_since_makes_no_release(registry: Path, run: Run) -> None:
    store(registry, tagged(git(registry, "rev-parse", "HEAD")))
    fingerprint = key("rex").public.fingerprint
    write(registry, {"governance/revocations.yaml":
                     f'revocations: [{{key: "{fingerprint}", since: always, reason: stolen}}]\n'})  # fmt: skip
    commit(registry)
    done = run("check", "--now", NOW)

    assert done.code == 2
    assert "a key of nobody who might release" in done.err


def test_the_next_release_is_not_made_upon_a_tag_that_is_none(registry: Path, run: Run, keys: Path, root: str) -> None:
    lightweight(registry, git(registry, "rev-parse", "HEAD"))
    assert run("release", "prepare", "2", "--now", NOW).code == 2
    write(registry, {"ledger/releases/2-2.yaml": (registry / "ledger/releases/1-1.yaml").read_text().replace(
        'version: "1"', 'version: "2"').replace("sequence: 1", "sequence: 2")})  # fmt: skip
    commit(registry)
    done = run("release", "2", "--key", os.fspath(keys / "rex"), "--root", root, "--now", NOW)

    assert done.code == 2
    assert "`v1` cannot be the release to compare with" in done.err


def test_where_the_history_is_cut_off_it_is_said_that_the_branch_cannot_be_told(
    registry: Path, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store(registry, tagged(git(registry, "rev-parse", "HEAD")))
    commit(registry)
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "-q", "--depth=1", f"file://{registry}", str(clone))
    git(clone, "fetch", "-q", "--depth=1", "origin", "tag", "v1")
    monkeypatch.chdir(clone)
    done = run("check", "--now", NOW)

    assert done.code == 0, done.out + done.err
    assert "git fetch --unshallow" in done.out
