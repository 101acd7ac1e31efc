"""The same attacks where git stands between: shallow clones, replaced objects, attributes, links, and who committed."""

from pathlib import Path

import pytest

from tests.approvals.registry import CANCEL_FILE, NOW, PAGE_FILE
from tests.approvals.world import World, person, role
from tests.bundle.repository import commit, git, write
from tests.cli.conftest import Run, run

__all__ = ["run"]

BEFORE = "2026-09-01T11:00:00Z"
LAX = '{"levels": {"high": {"slots": []}}}\n'


@pytest.fixture
def world() -> World:
    """A world whose proposer is who commits here."""
    world = World()
    world.govern("people/ana.yaml", person("ana", role("technical"), role("business"), emails=["ana@example.com"]))
    return world


def put(world: World, root: Path) -> Path:
    """Have what is there before on the main branch, and the change on a branch."""
    assert world.base is not None
    commit(write(root, world.base), "before")
    git(root, "checkout", "-q", "-b", "change")
    for path in world.base.keys() - world.now.keys():
        (root / path).unlink()
    commit(write(root, world.now), "after")
    return root


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, which is the current one."""
    place = tmp_path / "shop"
    place.mkdir()
    monkeypatch.chdir(place)
    monkeypatch.delenv("ALVARA_ROOT", raising=False)
    return place


def approve(world: World, *, signed: bool) -> World:
    """Bring the capability to use, signed or not."""
    if signed:
        world.sign_both()
    world.status("approved")
    return world


CHECK = ("check", "--now", NOW)


@pytest.mark.parametrize(
    ("base", "detached"), [((), False), ((), True), (("--base", "main"), False), (("--base", "none"), False)]
)
@pytest.mark.parametrize("signed", [True, False])
def test_a_change_on_a_branch(
    world: World, root: Path, run: Run, base: tuple[str, ...], detached: bool, signed: bool
) -> None:
    put(approve(world, signed=signed), root)
    if detached:
        git(root, "checkout", "-q", "--detach")

    done = run(*CHECK, *base)

    assert done.code == (0 if signed else 1), done.out
    assert ("approval-missing" in done.out) is not signed


@pytest.mark.parametrize("signed", [True, False])
def test_without_a_repository(world: World, root: Path, run: Run, signed: bool) -> None:
    write(root, approve(world, signed=signed).now)

    assert run(*CHECK).code == (0 if signed else 1)


def test_who_committed_it_may_not_approve_it(world: World, root: Path, run: Run) -> None:
    put(approve(world, signed=True), root)
    git(root, "commit", "-q", "--amend", "-m", "after\n\nCo-authored-by: Tina <Tina@Example.org>")

    done = run(*CHECK, "--base", "main")

    assert done.code == 1
    assert "`tina` had a part in it" in done.out


def test_an_address_of_nobody(world: World, root: Path, run: Run) -> None:
    put(approve(world, signed=True), root)
    git(root, "commit", "-q", "--amend", "--no-edit", "--author", "X <x@elsewhere.org>")

    done = run(*CHECK, "--base", "main")

    assert done.code == 1
    assert "unknown-author" in done.out


@pytest.fixture
def forge(world: World, root: Path) -> Path:
    """A signed change, as others clone it; its proposer lies."""
    world.edit(PAGE_FILE, "What is paid.", "What has been paid.")
    return put(approve(world, signed=True), root)


def clone(forge: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Clone the last commit alone."""
    place = forge.parent / "clone"
    git(forge.parent, "clone", "-q", "--depth=1", "--branch=change", f"file://{forge}", str(place))
    monkeypatch.chdir(place)
    return place


def test_a_shallow_clone_without_a_base(forge: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    clone(forge, monkeypatch)

    assert run(*CHECK, "--base", "main").code == 2


def test_a_shallow_clone_with_the_base_fetched(forge: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its files are there, and who wrote what is not: that is said, and how to get it."""
    place, base = clone(forge, monkeypatch), git(forge, "rev-parse", "main")
    git(place, "fetch", "-q", "--depth=1", "origin", base)

    done = run(*CHECK, "--base", base)
    assert done.code == 2
    assert "git fetch --unshallow" in done.err

    git(place, "fetch", "-q", "--unshallow")
    assert run(*CHECK, "--base", base).code == 0


def test_a_shallow_clone_where_nobody_has_to_agree(
    world: World, root: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.edit(PAGE_FILE, "What is paid.", "What has been paid.")
    place = clone(put(world, root), monkeypatch)
    base = git(root, "rev-parse", "main")
    git(place, "fetch", "-q", "--depth=1", "origin", base)

    assert run(*CHECK, "--base", base).code == 0


def test_replaced_governance_of_the_base_is_not_believed(world: World, root: Path, run: Run) -> None:
    put(approve(world, signed=False), root)
    git(root, "replace", git(root, "rev-parse", "main:governance/policy.yaml"), _blob(root, LAX))

    assert git(root, "show", "main:governance/policy.yaml") == LAX.strip()
    assert run(*CHECK, "--base", "main").code == 1


def test_a_replaced_commit_of_the_base_is_not_believed(world: World, root: Path, run: Run) -> None:
    """The base would be the change itself, in which everything is old."""
    put(approve(world, signed=False), root)
    git(root, "replace", "main", "change")

    assert run(*CHECK, "--base", "main").code == 1


def _blob(root: Path, text: str) -> str:
    (root.parent / "blob").write_text(text)
    return git(root, "hash-object", "-w", str(root.parent / "blob"))


@pytest.mark.parametrize("attributes", ["approvals/** export-ignore\n* ident\n", "* text eol=crlf\n"])
@pytest.mark.parametrize("signed", [True, False])
def test_attributes_change_no_verdict(world: World, root: Path, run: Run, attributes: str, signed: bool) -> None:
    world.now[".gitattributes"] = attributes
    put(approve(world, signed=signed), root)
    git(root, "rm", "-q", "-r", "--cached", ".")
    git(root, "reset", "-q", "--hard")

    assert run(*CHECK, "--base", "main").code == (0 if signed else 1)


def test_a_record_that_becomes_a_link(world: World, root: Path, run: Run) -> None:
    world.stand("approved")
    put(world, root)
    record = next((root / "approvals").rglob("*-tina.yaml"))
    (root.parent / "elsewhere.yaml").write_bytes(record.read_bytes())
    record.unlink()
    record.symlink_to(root.parent / "elsewhere.yaml")
    commit(root, "link")

    done = run(*CHECK, "--base", "main")

    assert done.code == 1
    assert all(f"error[{rule}]" in done.out for rule in ("symlink", "approval-rewritten", "approval-missing"))


def test_a_record_of_later_than_the_last_commit(world: World, root: Path, run: Run) -> None:
    """What has just been signed is fine before it is committed; a commit that is older than its record is not."""
    put(world, root)
    write(root, approve(world, signed=True).now)
    for record in (root / "approvals").rglob("*.yaml"):
        record.unlink()
    world.now = {path: text for path, text in world.now.items() if not path.startswith("approvals/")}
    world.sign_both(issuedAt="2026-09-03T08:00:00Z")
    write(root, world.now)

    assert run("check", "--base", "main").code == 0

    commit(root, "signed")
    done = run("check", "--base", "main")
    assert done.code == 1
    assert "which is still to come" in done.out


@pytest.mark.parametrize("rule", ["approval-missing", "approval-invalid", "governance-and-content-mixed"])
def test_rules_on_trust_are_not_switched_off(world: World, root: Path, run: Run, rule: str) -> None:
    world.edit("alvara.yaml", "locales", f"severity: {{{rule}: off}}\nlocales")
    put(approve(world, signed=False), root)

    done = run(*CHECK, "--base", "main")

    assert done.code == 2
    assert "guards trust" in done.out


def test_rules_on_trust_are_not_waived(world: World, root: Path, run: Run) -> None:
    waiver = "{rule: approval-missing, subject: payment.cancel, reason: In a hurry., owner: ana, expires: '2026-12-01'}"
    world.edit("alvara.yaml", "locales", f"waivers: [{waiver}]\nlocales")
    put(approve(world, signed=False), root)

    done = run(*CHECK, "--base", "main")

    assert done.code == 1
    assert "approval-missing" in done.out


def test_all_governance_goes(world: World, root: Path, run: Run) -> None:
    approve(world, signed=False)
    world.now = {path: text for path, text in world.now.items() if not path.startswith("governance/")}
    put(world, root)

    done = run(*CHECK, "--base", "main")

    assert done.code == 1
    assert all(f"error[{rule}]" in done.out for rule in ("governance-erased", "approval-missing"))
    assert done.out.count("governance-erased") == 1


def test_what_is_said_has_a_place_and_a_way_out(world: World, root: Path, run: Run) -> None:
    put(approve(world, signed=False), root)

    (finding,) = [f for f in run(*CHECK, "--base", "main", "--format", "json").json["findings"]
                  if f["severity"] == "error"]  # fmt: skip

    assert (finding["rule"], finding["file"], finding["line"], finding["column"]) == (
        "approval-missing", CANCEL_FILE, 6, 9,
    )  # fmt: skip
    assert "alvara approve payment.cancel --role technical" in finding["help"]
