"""`alvara approvals`: what waits for whom, and the verdict for CI; and `check` from a pinned root."""

import hashlib
import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.approvals.office import CANCEL, NOW, READ, records, signing
from tests.bundle.repository import commit, git, write
from tests.cli.conftest import Run
from tests.cli.releases import change, on_branch
from tests.signatures.ssh_keygen import needs_ssh_keygen

pytestmark = needs_ssh_keygen

AT = ("--now", NOW)
OTHER = "a" * 64
FULL = """\
import resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
from alvara.cli.main import main
sys.exit(main(sys.argv[1:]))
"""


def pin(office: Path, run: Run) -> str:
    """Make a root for what governs, signed and committed, and give its pin."""
    holders = [f"--key-holder={who}" for who in ("ana", "bia", "tom")]
    assert run("root", "prepare", *holders, *AT).code == 0
    for who in ("ana", "bia", "tom"):
        assert run("root", "sign", "--as", who, "--key", f"keys/{who}").code == 0
    commit(office)
    return hashlib.sha256((office / "governance/root/1.json").read_bytes()).hexdigest()


def test_inbox_tells_who_agreed_and_who_could(office: Path, run: Run) -> None:
    run("approve", *signing("tom"))
    done = run("approvals", *AT)

    assert (done.code, done.err) == (0, "")
    assert (
        done.out
        == f"""\
order.cancel 1.0.0 (capability, review, high in risk): 1 of 2 have agreed
  technical: tom agreed, until 2027-03-01
  business: nobody has agreed; bia could: alvara approve order.cancel --role business

as of {NOW}, compared with main at {git(office, "rev-parse", "HEAD")[:12]}, root: not pinned
1 definition that people agree on: 1 waiting for somebody
"""
    )


def test_inbox_has_the_shape_of_the_contract(office: Path, run: Run) -> None:
    run("approve", *signing("tom"))
    change(office / "policies/order/closed.yaml", ("status: draft", "status: active"))
    document = run("approvals", *AT, "--format", "json").json

    assert document["now"] == NOW
    assert document["root"] is None
    (row,) = document["capabilities"]
    assert {key: row[key] for key in ("id", "version", "status", "risk", "satisfied")} == {
        "id": "order.cancel", "version": "1.0.0", "status": "review", "risk": "high", "satisfied": False,
    }  # fmt: skip
    assert row["slots"] == [
        {"role": "technical", "person": "tom", "state": "signed", "expiresAt": "2027-03-01T10:00:00Z"},
        {"role": "business", "person": None, "state": "missing", "expiresAt": None},
    ]
    (policy,) = document["policies"]
    assert (policy["id"], policy["risk"], policy["slots"][0]["role"]) == ("order.closed", None, "business")


def test_two_runs_print_the_same(office: Path, run: Run) -> None:
    run("approve", *signing("tom"))

    assert run("approvals", *AT, "--format", "json").out == run("approvals", *AT, "--format", "json").out
    assert run("approvals", *AT).out == run("approvals", *AT).out


@pytest.mark.parametrize(
    ("who", "waits"), [("tom", False), ("tina", False), ("bia", True), ("ana", False), ("eve", False)]
)
def test_mine_is_what_somebody_could_sign(office: Path, run: Run, who: str, waits: bool) -> None:
    run("approve", *signing("tom"))
    done = run("approvals", *AT, "--mine", "--as", who, "--format", "json")

    assert bool(done.json["capabilities"]) == waits
    assert run("approve", *signing(who)).code == (0 if waits or who in ("tom", "tina") else 1)


def test_mine_asks_who_that_is(office: Path, run: Run) -> None:
    git(office, "config", "user.email", "nobody@example.com")
    stranger, unknown = run("approvals", *AT, "--mine"), run("approvals", *AT, "--mine", "--as", "tinna")

    assert (stranger.code, unknown.code) == (2, 2)
    assert "say who you are with --as PERSON" in stranger.err
    assert "did you mean `tina`?" in unknown.err


def test_what_is_missing_and_what_ends_soon(approved: Path, run: Run) -> None:
    def shown(*options: str) -> bool:
        return bool(run("approvals", *options, "--format", "json").json["capabilities"])

    commit(approved)
    assert not shown(*AT, "--missing")
    assert not shown("--now", "2027-01-29T10:00:00Z", "--expiring")
    assert shown("--now", "2027-01-31T10:00:00Z", "--expiring")
    assert shown("--now", "2027-03-01T10:00:00Z", "--expiring", "--missing")
    late = run("approvals", "--now", "2027-03-01T10:00:00Z")
    assert "what tom agreed to ended on 2027-03-01; tina or tom could: alvara approve order.cancel" in late.out
    slots = run("approvals", "--now", "2027-03-01T10:00:00Z", "--format", "json").json["capabilities"][0]["slots"]
    assert {slot["state"] for slot in slots} == {"expired"}


def test_what_was_refused_is_a_problem(office: Path, run: Run) -> None:
    run("reject", *signing("bia"))
    done = run("approvals", *AT)

    assert "order.cancel 1.0.0 (capability, review, high in risk): refused\n" in done.out
    assert "  problem: bia, speaking as business, has rejected it\n" in done.out
    assert done.out.endswith("1 definition that people agree on: 1 refused\n")


def test_a_record_that_does_not_count_is_a_problem(office: Path, run: Run) -> None:
    run("approve", *signing("tom"))
    (path,) = records(office)
    path.write_text(path.read_text().replace("role: technical", "role: business"))
    row = run("approvals", *AT, "--format", "json").json["capabilities"][0]

    assert row["satisfied"] is False
    assert row["problems"]
    assert all(path.relative_to(office).as_posix() in problem for problem in row["problems"])


def test_ids_narrow_and_have_to_be_there(office: Path, run: Run) -> None:
    write(office, {"capabilities/order/read.yaml": READ})

    assert len(run("approvals", "order.cancel", *AT, "--format", "json").json["capabilities"]) == 1
    nobody = run("approvals", "order.read", *AT)
    assert (nobody.code, nobody.out.splitlines()[-1]) == (0, "nothing here fits")
    wrong = run("approvals", "order.canel", *AT)
    assert (wrong.code, wrong.out) == (2, "")
    assert "there is no capability or policy `order.canel`; did you mean `order.cancel`?" in wrong.err


def test_a_registry_where_nothing_waits_says_so(office: Path, run: Run) -> None:
    change(office / CANCEL, ("status: review", "status: draft"))

    done = run("approvals", *AT)
    assert done.code == 0
    assert done.out.splitlines()[-1] == "nothing waits for anybody: there is nothing that people agree on"


def test_without_governance_it_says_so(office: Path, run: Run) -> None:
    git(office, "rm", "-q", "-r", "governance")
    commit(office)
    shown, checked = run("approvals", *AT), run("approvals", "--check", *AT)
    change(office / CANCEL, ("status: review", "status: approved"))
    due = run("approvals", "--check", *AT)
    pinned = run("approvals", "--check", "--root", OTHER, *AT)

    assert (shown.code, checked.code, due.code, pinned.code) == (0, 2, 1, 1)
    assert "note: there is no `governance/` here, so nobody is known who could agree to anything" in shown.out
    assert "there is nothing to check" in checked.err
    assert "error[approval-missing]" in due.out
    assert "error[root-broken] a root is pinned, and none is here" in pinned.out


def test_the_gate_demands_a_root(approved: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    commit(approved)
    bare = run("approvals", "--check", *AT)
    wrong = run("approvals", "--check", *AT, "--root", "main")
    monkeypatch.setenv("ALVARA_ROOT", "x")
    surroundings = run("approvals", "--check", *AT)

    assert (bare.code, wrong.code, surroundings.code) == (2, 2, 2)
    assert (bare.out, wrong.out, surroundings.out) == ("", "", "")
    assert "there is a `governance/` and no pinned root" in bare.err
    assert "--root is not a SHA-256 in hexadecimal" in wrong.err
    assert "ALVARA_ROOT is not a SHA-256 in hexadecimal" in surroundings.err


def test_the_gate_passes_what_is_agreed_on(office: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    root = pin(office, run)
    waiting = run("approvals", "--check", *AT, "--root", root)
    change(office / CANCEL, ("status: review", "status: approved"))
    missing = run("approvals", "--check", *AT, "--root", root)
    only = run("check", "--only", "approval-missing", *AT, "--root", root)
    for who in ("tom", "bia"):
        assert run("approve", *signing(who)).code == 0
    monkeypatch.setenv("ALVARA_ROOT", f"sha256:{root}")
    agreed = run("approvals", "--check", *AT)
    document = run("approvals", "--check", *AT, "--format", "json").json

    assert (waiting.code, missing.code, agreed.code) == (0, 1, 0)
    assert missing.out.count("error[") == 1
    assert missing.out.split("\n\n")[0] == only.out.split("\n\n")[0]
    assert agreed.out.splitlines()[-2].endswith(f", root: {root[:12]}")
    assert (document["root"], document["capabilities"][0]["satisfied"]) == (root, True)


def test_the_gate_refuses_a_record_that_is_wrong(office: Path, run: Run) -> None:
    root = pin(office, run)
    run("approve", *signing("tom"))
    (path,) = records(office)
    path.write_text(path.read_text().replace("approver: tom", "approver: tina"))
    text = run("approvals", "--check", *AT, "--root", root)
    other = run("approvals", "--check", *AT, "--root", root, "--format", "json")

    assert (text.code, other.code) == (1, 1)
    assert text.out.count("error[approval-invalid]") == 1
    assert "error[approval-invalid]" in other.err
    assert other.json["root"] == root


def test_the_gate_judges_a_change_against_its_base(approved: Path, run: Run) -> None:
    root = pin(approved, run)
    on_branch(approved, "change")
    change(approved / CANCEL, ("Cancels one order for good.", "Cancels orders."))
    commit(approved)
    done = run("approvals", "--check", *AT, "--root", root, "--base", "main")

    assert done.code == 1
    assert "error[approval-missing]" in done.out
    assert "compared with main at " in done.out


def test_check_starts_from_a_pinned_root(office: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = run("check", *AT)
    root = pin(office, run)
    fits, other = run("check", *AT, "--root", root), run("check", *AT, "--root", OTHER)
    monkeypatch.setenv("ALVARA_ROOT", OTHER)
    set_outside = run("check", *AT)
    monkeypatch.delenv("ALVARA_ROOT")
    write(office, {"governance/teams.yaml": "sales: {members: [bia]}\n"})
    changed = run("check", *AT, "--root", root)

    assert (plain.code, fits.code, other.code, set_outside.code, changed.code) == (0, 0, 1, 1, 1)
    assert plain.out.splitlines()[-2].endswith(", root: not pinned")
    assert fits.out.splitlines()[-2].endswith(f", root: {root[:12]}")
    assert "error[root-broken] none of the versions that are here is the pinned one" in other.out
    assert other.out.splitlines()[0].startswith("governance/root/1.json:1:1: ")
    assert changed.out.count("error[root-broken]") == 1


def test_an_answer_that_is_remembered_is_that_of_its_root(
    office: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = pin(office, run)
    codes = []
    for pinned in ("", root, OTHER, root, ""):
        monkeypatch.setenv("ALVARA_ROOT", pinned)
        codes += [run("check").code, run("check").code]

    assert codes == [0, 0, 0, 0, 1, 1, 0, 0, 0, 0]


def test_promote_says_who_is_missing(office: Path, run: Run) -> None:
    run("approve", *signing("tom"))
    done = run("promote", "order.cancel", "approved", *AT)

    assert done.code == 0
    assert "`order.cancel` is approved now, and was review" in done.out
    assert "nobody has agreed as business: ask bia to run `alvara approve order.cancel --role business`" in done.err
    assert "status: approved\n" in (office / CANCEL).read_text()
    assert run("check", *AT).code == 1


def test_promote_has_nothing_to_add_where_all_have_agreed(office: Path, run: Run) -> None:
    for who in ("tom", "bia"):
        run("approve", *signing(who))
    done = run("promote", "order.cancel", "approved", *AT)

    assert (done.code, done.err) == (0, "")
    assert run("check", *AT).code == 0


def test_promote_without_governance_says_what_is_needed(office: Path, run: Run) -> None:
    git(office, "rm", "-q", "-r", "governance")
    commit(office)
    done = run("promote", "order.cancel", "approved", *AT)

    assert done.code == 0
    assert "`check` refuses it until there are people in `governance/` who can approve it" in done.err


def test_a_full_disk_leaves_no_record(office: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", FULL, "approve", *signing("tom")], cwd=office, capture_output=True, text=True,
        timeout=60, check=False,
    )  # fmt: skip

    assert done.returncode == 2
    assert "File too large; nothing was changed" in done.stderr
    assert not (office / "approvals").exists()


def test_nothing_is_written_by_looking(office: Path, run: Run) -> None:
    def everything() -> dict[str, bytes]:
        return {str(p): p.read_bytes() for p in office.rglob("*") if p.is_file() and ".git/" not in str(p)}

    before = everything()
    run("approvals", *AT)
    run("approvals", "--check", "--root", OTHER, *AT)
    run("approve", "order.cancel", "--as", "eve", "--yes", "order.cancel", *AT)

    assert everything() == before
    assert json.loads(run("approvals", *AT, "--format", "json").out)["format"] == "alvara.approvals/1"
