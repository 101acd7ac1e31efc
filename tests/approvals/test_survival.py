"""What was signed holds for the content: through squash, rebase, cherry-pick, archives and layout, and no further."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.approvals.office import CANCEL, NOW, records
from tests.bundle.repository import commit, git, write
from tests.cli.conftest import Run
from tests.cli.releases import change, on_branch
from tests.signatures.ssh_keygen import needs_ssh_keygen

pytestmark = needs_ssh_keygen

CHECK = ("check", "--now", NOW)


@pytest.fixture
def signed(approved: Path) -> Path:
    """The change, with its records, as two commits on a branch; the main branch has moved on meanwhile."""
    on_branch(approved, "change")
    git(approved, "add", "approvals")
    git(approved, "commit", "-q", "-m", "records")
    commit(approved, "status")
    git(approved, "checkout", "-q", "main")
    write(approved, {"docs/other.md": "# Something else\n"})
    commit(approved, "meanwhile")
    return approved


def squash(root: Path) -> None:
    git(root, "merge", "-q", "--squash", "change")
    git(root, "commit", "-q", "-m", "squashed")


def rebase(root: Path) -> None:
    git(root, "checkout", "-q", "change")
    git(root, "rebase", "-q", "main")
    git(root, "checkout", "-q", "main")
    git(root, "merge", "-q", "--ff-only", "change")


def cherry_pick(root: Path) -> None:
    git(root, "cherry-pick", "change~1", "change")


def merge(root: Path) -> None:
    git(root, "merge", "-q", "--no-ff", "-m", "merged", "change")


@pytest.mark.parametrize("bring", [squash, rebase, cherry_pick, merge])
def test_records_survive_the_way_to_the_main_branch(signed: Path, run: Run, bring: Callable[[Path], None]) -> None:
    bring(signed)

    for base in ("main~1", "main", "none"):
        done = run(*CHECK, "--base", base)
        assert (done.code, done.out.count("error[")) == (0, 0), done.out
    assert run("approvals", "--now", NOW, "--format", "json").json["capabilities"][0]["satisfied"] is True


def test_records_survive_an_archive(signed: Path, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    squash(signed)
    archive = subprocess.run(["git", "archive", "HEAD"], cwd=signed, capture_output=True, check=True, timeout=60)
    other = tmp_path / "other"
    other.mkdir()
    subprocess.run(["tar", "-x"], cwd=other, input=archive.stdout, check=True, timeout=60)
    monkeypatch.chdir(other)

    assert run(*CHECK).code == 0
    commit(other)
    done = run("approvals", "--now", NOW, "--format", "json")
    assert (done.code, done.json["capabilities"][0]["satisfied"]) == (0, True)


def reformat(root: Path) -> None:
    for path in [*records(root), root / CANCEL, *(root / "governance").rglob("*.yaml")]:
        text = path.read_text()
        path.write_text("# A comment.\n\n" + text.replace(": ", ":   ").replace("'", '"') + "\n# The end.\n")


def carriage_returns(root: Path) -> None:
    for path in [*records(root), root / CANCEL, *(root / "governance").rglob("*.yaml"), root / "schemas/order.json"]:
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))


def keys_in_another_order(root: Path) -> None:
    lines = (root / CANCEL).read_text().splitlines(keepends=True)
    (root / CANCEL).write_text("".join([lines[3], lines[0], lines[2], lines[1], *lines[4:]]))


def an_unrelated_part_of_a_shared_schema(root: Path) -> None:
    change(root / "schemas/order.json", ('"maximum": 9', '"maximum": 10'))


def a_knowledge_page(root: Path) -> None:
    change(root / "docs/order.md", ("# Orders", "# Orders, and what becomes of them"))


def a_later_status(root: Path) -> None:
    change(root / CANCEL, ("status: approved", "status: active"))


def another_deny(root: Path) -> None:
    change(root / "policies/order/closed.yaml", ("status: draft", "status: active"))


@pytest.mark.parametrize(
    "edit",
    [carriage_returns, keys_in_another_order, an_unrelated_part_of_a_shared_schema, a_knowledge_page, a_later_status,
     another_deny, reformat],
)  # fmt: skip
def test_what_means_the_same_stays_approved(signed: Path, run: Run, edit: Callable[[Path], None]) -> None:
    squash(signed)
    edit(signed)
    done = run("approvals", "--now", NOW, "--base", "none", "--format", "json")

    assert done.json["capabilities"][0]["satisfied"] is True, done.out


def a_reached_part_of_a_shared_schema(root: Path) -> None:
    change(root / "schemas/order.json", ('"maxLength": 80', '"maxLength": 8000'))


def a_text_that_a_model_reads(root: Path) -> None:
    change(root / CANCEL, ("Cancels one order for good.", "Cancels one order, or all."))


def a_permission(root: Path) -> None:
    change(root / CANCEL, ("permissions: [order.cancel]", "permissions: [order.read]"))


def a_version(root: Path) -> None:
    change(root / CANCEL, ('version: "1.0.0"', 'version: "1.0.1"'))


def a_lower_risk(root: Path) -> None:
    change(root / CANCEL, ("risk: high", "risk: medium"))


@pytest.mark.parametrize("edit", [a_reached_part_of_a_shared_schema, a_text_that_a_model_reads, a_permission,
                                  a_version, a_lower_risk])  # fmt: skip
def test_what_means_something_else_has_to_be_approved_again(
    signed: Path, run: Run, edit: Callable[[Path], None]
) -> None:
    squash(signed)
    edit(signed)
    done = run(*CHECK)

    assert done.code == 1
    assert done.out.count("error[approval-missing]") == 1, done.out


def test_a_guard_that_is_gone_voids_what_was_signed_with_it(office: Path, run: Run) -> None:
    from tests.approvals.office import signing

    closed = office / "policies/order/closed.yaml"
    change(closed, ("status: draft", "status: active"))
    change(office / CANCEL, ("status: review", "status: approved"))
    for who in ("tom", "bia"):
        run("approve", *signing(who))
    run("approve", *signing("bia", id="order.closed"))
    assert run(*CHECK).code == 0
    commit(office)
    change(closed, ("status: active", "status: deprecated\nexpires: '2020-01-01'"))
    done = run("approvals", "order.cancel", "--now", NOW)

    assert "the policy `order.closed` decides otherwise than when it was signed" in done.out
