"""Which commit a bundle says that it was made of, and bundles of other revisions."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.bundle.repository import MOMENT, commit, git, write
from tests.bundle.running import FOUND, Run, held


def source(shop: Path) -> Any:
    return json.loads((shop / "dist/bundle/agent-manifest.json").read_text())["source"]


def test_the_source_is_the_commit_that_is_checked_out(shop: Path, run: Run) -> None:
    run("build")

    assert source(shop) == {"commit": git(shop, "rev-parse", "HEAD"), "dirty": False}


NEW = "{id: x, type: field, name: X, status: draft}"
CHANGES: dict[str, tuple[bool, Callable[[Path], object]]] = {
    "a changed capability": (True, lambda shop: _append(shop / "capabilities/order/cancel.yaml")),
    "a new resource": (True, lambda shop: write(shop, {"semantic-ids/x.yaml": NEW})),
    "a removed draft": (True, lambda shop: (shop / "capabilities/order/cancel.yaml").unlink()),
    "a changed schema that something refers to": (True, lambda shop: _append(shop / "schemas/ids.json")),
    "changed settings": (True, lambda shop: _append(shop / "alvara.yaml")),
    "a changed translation of a known page": (True, lambda shop: _append(shop / "docs/en/deadline.md")),
    "a removed translation of a known page": (True, lambda shop: (shop / "docs/en/deadline.md").unlink()),
    "a new known page": (True, lambda shop: write(shop, {"docs/x.md": "---\nsemanticId: order\n---\n"})),
    "a new page that explains nothing": (False, lambda shop: write(shop, {"docs/x.md": "# X\n"})),
    "a file of the application": (False, lambda shop: write(shop, {"src/code.ts": "1", "README.md": "x"})),
    "a schema that nothing refers to": (False, lambda shop: write(shop, {"schemas/other.json": "{}"})),
    "a capability that git ignores": (True, lambda shop: _ignored(shop)),
    "a change that was staged and taken back": (False, lambda shop: _taken_back(shop)),
    "a change that git was told to overlook": (True, lambda shop: _overlooked(shop)),
    "a checkout with CRLF line ends": (False, lambda shop: _crlf(shop)),
}


def _append(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"\n")


def _ignored(shop: Path) -> None:
    (shop / ".git/info").mkdir(exist_ok=True)
    (shop / ".git/info/exclude").write_text("x.yaml\n")
    write(shop, {"semantic-ids/x.yaml": NEW})


def _taken_back(shop: Path) -> None:
    path = shop / "capabilities/order/cancel.yaml"
    before = path.read_bytes()
    _append(path)
    git(shop, "add", "-A")
    path.write_bytes(before)


def _overlooked(shop: Path) -> None:
    git(shop, "update-index", "--assume-unchanged", "capabilities/order/cancel.yaml")
    _append(shop / "capabilities/order/cancel.yaml")


def _crlf(shop: Path) -> None:
    for path in FOUND:
        (shop / path).write_bytes((shop / path).read_bytes().replace(b"\n", b"\r\n"))


@pytest.mark.parametrize("change", CHANGES)
def test_the_source_is_dirty_where_the_content_is_not_the_commits(change: str, shop: Path, run: Run) -> None:
    dirty, make = CHANGES[change]
    make(shop)

    assert run("build").code == 0
    assert source(shop)["dirty"] is dirty


def test_without_git_the_bundle_names_no_commit(tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(write(tmp_path / "plain", FOUND))
    ran = run("build", "--now", "2026-09-01T00:00:00Z")

    assert ran.code == 0
    assert "names no commit" in ran.err
    assert source(tmp_path / "plain") == {"commit": None, "dirty": True}


def test_a_revision_is_bundled_as_it_was_committed(shop: Path, run: Run) -> None:
    run("build", "--out", "first")
    git(shop, "tag", "v1")
    _append(shop / "capabilities/order/cancel.yaml")
    write(shop, {"docs/x.md": "---\nsemanticId: order\n---\n"})
    commit(shop)
    ran = run("build", "--rev", "v1", "--out", "again")

    assert (ran.code, ran.err) == (0, "")
    assert held(shop / "again") == held(shop / "first")


def test_a_revision_has_the_moment_of_its_own_commit(shop: Path, run: Run) -> None:
    git(shop, "commit", "-q", "--allow-empty", "-m", "later", "--date", "2027-01-01T00:00:00Z")

    assert run("build", "--rev", "HEAD~1", "--format", "json").json["now"] == MOMENT


@pytest.mark.parametrize("rev", ["--output=pwned", "", "nothing", "HEAD:docs", "HEAD:../x", "HEAD\n--exec", "HEAD; ls"])
def test_what_is_no_revision_is_refused_in_one_line(rev: str, shop: Path, run: Run) -> None:
    before = held(shop)
    ran = run("build", f"--rev={rev}")

    assert ran.code == 2
    assert ran.err.count("\n") == 1
    assert held(shop) == before


def test_a_revision_from_before_there_was_a_registry_is_refused(shop: Path, run: Run) -> None:
    git(shop, "checkout", "-q", "--orphan", "bare")
    git(shop, "rm", "-q", "--cached", "-r", ".")
    git(shop, "commit", "-q", "--allow-empty", "-m", "nothing")
    ran = run("build", "--rev", "bare")

    assert ran.code == 2
    assert "has no alvara.yaml" in ran.err


def test_links_in_a_revision_are_found_as_on_disk(shop: Path, run: Run) -> None:
    (shop / "capabilities/order/link.yaml").symlink_to("cancel.yaml")
    commit(shop)

    for arguments in ((), ("--rev", "HEAD")):
        ran = run("build", *arguments)
        assert ran.code == 1
        assert "error[symlink]" in ran.out
