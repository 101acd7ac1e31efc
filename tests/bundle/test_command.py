"""`alvara bundle` as its users run it."""

import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from alvara.cli.main import main
from tests.bundle.conftest import ROOT
from tests.bundle.repository import MOMENT, commit, git, write

FOUND = {
    "alvara.yaml": """\
registry: 6f1c2a34-0c1d-4b53-9a35-6a2f5b1f8e11
name: shop
locales: [pt-BR, en]
knowledge: {roots: [docs], translations: {en: docs/en}}
""",
    "semantic-ids/order.yaml": """\
resources:
  - {id: order, type: entity, name: Order, status: draft, policyRefs: [order.closed]}
  - {id: order.deadline, type: field, name: Deadline, status: draft}
""",
    # Drafts may be as unfinished as these are.
    "capabilities/order/postpone.yaml": """\
id: order.postpone
version: "1.2.0"
description: Moves the deadline of one order.
risk: medium
authorization: {}
inputSchema:
  type: object
  additionalProperties: false
  properties: {orderId: {$ref: "../../schemas/ids.json#/$defs/order"}}
""",
    "capabilities/order/cancel.yaml": """\
id: order.cancel
version: "0.1.0"
description: Cancels an order.
risk: high
authorization: {}
inputSchema: {type: object, additionalProperties: false}
""",
    "policies/order/closed.yaml": """\
id: order.closed
version: "1.0.0"
status: draft
effect: deny
appliesTo: {capabilities: [order.postpone]}
reason: {code: ORDER_CLOSED, message: The order is closed.}
""",
    "schemas/ids.json": '{"$defs": {"order": {"type": "string", "maxLength": 9}}}\n',
    "docs/deadline.md": "---\nsemanticId: order.deadline\n---\n# Prazo\n",
    "docs/en/deadline.md": "# Deadline\n",
}


@dataclass(frozen=True)
class Ran:
    """What a run left."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The document that was printed."""
        return json.loads(self.out)


Run = Callable[..., Ran]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Run:
    """Run `alvara bundle`."""
    monkeypatch.setenv("XDG_CACHE_HOME", os.fspath(tmp_path / "cache"))

    def command(*arguments: str) -> Ran:
        capfd.readouterr()
        code = main(["bundle", *arguments])
        captured = capfd.readouterr()
        return Ran(code, captured.out, captured.err)

    return command


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A registry in a repository, and the current folder."""
    folder = write(tmp_path / "shop", FOUND)
    commit(folder)
    monkeypatch.chdir(folder)
    return folder


def keeps(schema: str, document: Any) -> Any:
    published = json.loads((ROOT / f"schemas/output/{schema}.schema.json").read_text())
    jsonschema_rs.validator_for(published, validate_formats=True).validate(document)
    return document


def held(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def test_builds_where_bundles_usually_are_and_says_what_is_in_it(shop: Path, run: Run) -> None:
    ran = run("build")

    assert (ran.code, ran.err) == (0, "")
    digest = json.loads((shop / "dist/bundle/agent-manifest.json").read_text())["digest"]
    assert ran.out.splitlines()[0] == "built     dist/bundle"
    assert "2 capabilities, 2 resources, 1 policy" in ran.out
    assert ran.out.splitlines()[-1] == f"digest    {digest}"


def test_what_it_builds_holds(shop: Path, run: Run) -> None:
    run("build", "--tar", "dist/bundle.tar")

    for path in ("dist/bundle", "dist/bundle.tar"):
        ran = run("verify", path)
        assert (ran.code, ran.err) == (0, "")
        assert ran.out.startswith(f"{path}: ")


def test_prints_documents_that_keep_their_schemas(shop: Path, run: Run) -> None:
    built = keeps("bundle-build-1", run("build", "--tar", "b.tar", "--format", "json").json)
    verified = keeps("bundle-verification-1", run("verify", "b.tar", "--format", "json").json)
    inspected = keeps("manifest-1", run("inspect", "--format", "json").json)

    assert (built["path"], built["tar"], built["now"]) == ("dist/bundle", "b.tar", MOMENT)
    assert built["digest"] == verified["digest"] == inspected["digest"]
    assert built["files"] == verified["files"] == len(inspected["files"]) + 1
    assert verified["holds"] is True
    assert {k: v for k, v in inspected.items() if k != "files"} == built["manifest"]


def test_a_damaged_bundle_is_told_file_by_file(shop: Path, run: Run) -> None:
    run("build")
    (shop / "dist/bundle/index.json").write_bytes(b"{}")
    (shop / "dist/bundle/extra.json").write_bytes(b"")
    (shop / "dist/bundle/private/bindings.json").unlink()
    ran = run("verify", "dist/bundle")
    printed = keeps("bundle-verification-1", run("verify", "dist/bundle", "--format", "json").json)

    assert ran.code == 1
    assert [line.partition(": error: ")[::2] for line in ran.out.splitlines()[:3]] == [
        ("extra.json", "is not in the manifest"),
        ("index.json", ran.out.splitlines()[1].partition(": error: ")[2]),
        ("private/bindings.json", "is missing"),
    ]
    assert ran.out.splitlines()[-1] == "dist/bundle: 3 errors"
    assert printed["holds"] is False


def test_a_bundle_is_verified_where_there_is_no_registry(
    shop: Path, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("build", "--out", os.fspath(tmp_path / "elsewhere/bundle"))
    monkeypatch.chdir(tmp_path / "elsewhere")

    assert run("verify", "bundle").code == 0
    assert run("inspect", "bundle").code == 0


@pytest.mark.parametrize("path", ["nowhere", "docs", "alvara.yaml", "/dev/null"])
@pytest.mark.parametrize("verb", ["verify", "inspect"])
def test_what_is_no_bundle_cannot_be_looked_at(verb: str, path: str, shop: Path, run: Run) -> None:
    ran = run(verb, path)

    assert ran.code == 2
    assert ran.err.startswith(f"alvara: {path}: ")
    assert ran.out == ""


def test_a_bundle_without_its_manifest_does_not_hold(shop: Path, run: Run) -> None:
    run("build")
    (shop / "dist/bundle/agent-manifest.json").unlink()

    assert run("verify", "dist/bundle").code == 1
    assert run("inspect").code == 2


def test_a_bundle_of_a_later_major_version_is_refused(shop: Path, run: Run) -> None:
    run("build")
    place = shop / "dist/bundle/agent-manifest.json"
    place.write_bytes(place.read_bytes().replace(b"alvara.bundle/1.0", b"alvara.bundle/2.0"))

    assert run("verify", "dist/bundle").code == 1
    assert run("inspect").code == 2


def test_a_registry_with_errors_is_not_bundled_and_the_findings_are_printed(shop: Path, run: Run) -> None:
    write(shop, {"semantic-ids/order.yaml": FOUND["semantic-ids/order.yaml"].replace("order.closed", "order.closer")})
    ran = run("build")
    printed = keeps("check-1", run("build", "--format", "json").json)

    assert ran.code == 1
    assert "error[broken-binding]" in ran.out
    assert [f["rule"] for f in printed["findings"] if f["severity"] == "error"] == ["broken-binding"]
    assert not (shop / "dist").exists()


def test_what_a_switched_off_rule_would_say_still_stops_the_build(shop: Path, run: Run) -> None:
    write(shop, {
        "alvara.yaml": FOUND["alvara.yaml"] + "severity: {wrong-shape: off}\n",
        "policies/order/closed.yaml": FOUND["policies/order/closed.yaml"].replace("effect: deny", "effect: denied"),
    })  # fmt: skip
    ran = run("build")

    assert ran.code == 1
    assert "policies/order/closed.yaml" in ran.err + ran.out
    assert not (shop / "dist").exists()


def test_a_registry_without_capabilities_is_not_bundled(shop: Path, run: Run) -> None:
    for path in FOUND:
        if path.startswith(("capabilities", "policies", "docs")):
            (shop / path).unlink()
    write(shop, {"semantic-ids/order.yaml": "{id: order, type: entity, name: Order, status: draft}\n"})
    ran = run("build")

    assert ran.code == 2
    assert "there is no capability to bundle" in ran.err


@pytest.mark.parametrize("verb", ["build"])
def test_where_there_is_no_registry_nothing_is_built(verb: str, tmp_path: Path, run: Run) -> None:
    (tmp_path / "empty").mkdir()

    assert main(["-C", os.fspath(tmp_path / "empty"), "bundle", verb]) == 2


def test_settings_that_do_not_hold_are_told_and_nothing_is_built(shop: Path, run: Run) -> None:
    write(shop, {"alvara.yaml": "registry: 1\n"})
    ran = run("build")

    assert ran.code == 2
    assert "wrong-shape" in ran.out


@pytest.mark.parametrize("out", ["docs", "docs/bundle", "capabilities/x", "docs/../docs/x"])
def test_a_bundle_is_not_written_where_the_registry_is_read_from(out: str, shop: Path, run: Run) -> None:
    before = held(shop)

    assert run("build", "--out", out).code == 2
    assert held(shop) == before


@pytest.mark.parametrize("out", [".", "src", "alvara.yaml", "/proc/bundle", "/dev/null/bundle"])
def test_a_place_that_cannot_be_written_is_left_as_it_was(out: str, shop: Path, run: Run) -> None:
    write(shop, {"src/code.ts": ""})
    before = held(shop)
    ran = run("build", "--out", out)

    assert ran.code == 2
    assert ran.err.count("\n") == 1
    assert held(shop) == before


def test_an_archive_is_not_written_into_the_bundle(shop: Path, run: Run) -> None:
    assert run("build", "--tar", "dist/bundle/b.tar").code == 2
    assert not (shop / "dist").exists()


def test_paths_are_relative_to_the_root(shop: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(shop / "docs")

    assert run("build", "--out", "out").code == 0
    assert (shop / "out/agent-manifest.json").is_file()
    assert run("verify", "out").code == 0


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


def test_a_moment_that_is_none_is_a_usage_error(shop: Path, run: Run) -> None:
    assert run("build", "--now", "yesterday").code == 2
    assert run("verify", "x", "--now", "yesterday").code == 2
