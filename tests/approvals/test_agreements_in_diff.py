"""`alvara diff` where people agree: real repositories, real keys, and no cost where nobody has to."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.approvals.office import CANCEL, NOW
from tests.approvals.registry import CANCEL_FILE
from tests.approvals.world import World
from tests.bundle.repository import commit, git, write
from tests.cli.conftest import FILES, Run
from tests.cli.releases import change


def agreements(run: Run, *ends: str, now: str = NOW) -> list[tuple[str, str, list[str], list[str]]]:
    """Give of each line on agreements what it is about, its impact, and who is voided and brought by it."""
    found = run("diff", *ends, "--now", now, "--format", "json").json["changes"]
    return [
        (
            one["subject"],
            one["impact"],
            [word["person"] for word in one["after"]["voided"]],
            [word["person"] for word in one["after"]["agreed"]],
        )
        for one in found
        if one["aspect"] == "approvals"
    ]


def test_a_change_after_signing_is_told_with_who_is_to_sign(approved: Path, run: Run) -> None:
    commit(approved, "agreed")
    git(approved, "switch", "-q", "-c", "work")
    change(approved / CANCEL, ("one order for good", "one order"))

    ran = run("diff", "--now", NOW)

    assert ran.code == 0
    first, *_ = [line for line in ran.out.splitlines() if line.startswith("  ")]
    assert first == (
        "  tightens: the agreement of `bia` (business) and `tom` (technical) counts no longer, since its content "
        "changed; it has to be signed again as technical by `tina` or `tom` and as business by `bia` (" + CANCEL + ":1)"
    )
    assert run("diff", "--now", NOW, "--format", "markdown").code == 0


def test_what_is_brought_is_told_of_files_on_disk_of_a_commit_and_of_what_is_staged(approved: Path, run: Run) -> None:
    expected = [("order.cancel", "additive", [], ["bia", "tom"])]

    assert agreements(run) == expected
    git(approved, "add", "-A")
    assert agreements(run, "--staged") == expected
    commit(approved, "agreed")
    assert agreements(run, "HEAD~1", "HEAD") == expected
    assert agreements(run, "HEAD", "HEAD~1") == [("order.cancel", "narrowing", ["bia", "tom"], [])]
    assert agreements(run, "HEAD", "HEAD") == []


def test_whoever_wrote_it_does_not_agree_to_their_own_work(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = World()
    world.edit(CANCEL_FILE, "for good.", "for ever.")
    world.sign_both()
    commit(write(tmp_path, world.base or {}), "before")
    git(tmp_path, "switch", "-q", "-c", "work")
    commit(write(tmp_path, world.now), "after\n\nCo-authored-by: Tina <tina@example.org>")
    monkeypatch.chdir(tmp_path)

    by_bruno = [("payment.cancel", "additive", [], ["bruno"])]
    by_both = [("payment.cancel", "additive", [], ["bruno", "tina"])]

    assert agreements(run, now=world.moment) == agreements(run, "main...", now=world.moment) == by_bruno
    assert agreements(run, "main...work", now=world.moment) == by_bruno
    assert agreements(run, "main", "work", now=world.moment) == by_both


def test_a_bundle_on_one_side_is_said(approved: Path, run: Run) -> None:
    commit(approved, "agreed")
    assert run("bundle", "build", "--now", NOW).code == 0
    change(approved / CANCEL, ("one order for good", "one order"))

    ran = run("diff", "dist/bundle", "--now", NOW)

    assert ran.code == 0
    assert "note: what people agreed on is not compared: a bundle is on one side" in ran.out


def test_where_nobody_governs_nothing_of_approvals_is_loaded(tmp_path: Path) -> None:
    for path, text in FILES.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8", newline="\n")
    commit(tmp_path)
    change(tmp_path / "capabilities/order/postpone.yaml", ("risk: medium", "risk: high"))
    code = (
        "import sys; from alvara.cli.main import main; code = main(['diff', 'HEAD']); "
        "loaded = [name for name in sys.modules if name.startswith(('alvara.approvals.', 'cryptography'))]; "
        "print('loaded', code, loaded)"
    )

    ran = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, timeout=60)

    assert ran.stdout.splitlines()[-1] == "loaded 0 []"
