"""What `alvara diff` says of approvals: who may give them, which came or went, and which do not count any longer."""

from pathlib import Path
from typing import Any

from tests.approvals.office import CANCEL, records, signing
from tests.bundle.repository import commit, write
from tests.bundle.running import keeps
from tests.cli.conftest import Run
from tests.cli.releases import change
from tests.signatures.ssh_keygen import needs_ssh_keygen

pytestmark = needs_ssh_keygen


def changes(run: Run, *ends: str) -> list[tuple[str, str, str]]:
    document = keeps("diff-1", run("diff", *ends, "--format", "json").json)
    return [_told(found) for found in document["changes"]]


def _told(found: dict[str, Any]) -> tuple[str, str, str]:
    return found["kind"], found["aspect"], found["impact"]


def test_an_approval_that_comes_is_told_and_one_that_is_gone_gravely(approved: Path, run: Run) -> None:
    text = run("diff").out
    found = changes(run)
    commit(approved)
    records(approved)[0].unlink()

    assert "tom, as technical, agreed to `order.cancel` 1.0.0 (approvals/order.cancel/" in text
    assert found.count(("approval", "definition", "additive")) == 2
    assert changes(run, "HEAD") == [("approval", "definition", "breaking")]
    assert "`order.cancel` 1.0.0: the record is gone (base:approvals/" in run("diff", "HEAD").out


def test_a_refusal_is_told(office: Path, run: Run) -> None:
    assert run("reject", *signing("tom")).code == 0

    assert changes(run) == [("approval", "definition", "narrowing")]
    assert "tom, as technical, rejected `order.cancel` 1.0.0" in run("diff").out


def test_who_is_let_to_agree_is_told(office: Path, run: Run) -> None:
    write(office, {"governance/revocations.yaml": 'revocations: [{key: "SHA256:x", since: always, reason: lost}]\n'})
    change(office / "governance/policy.yaml", ("maxAgeDays: 180", "maxAgeDays: 360"))
    done = run("diff").out

    assert set(changes(run)) == {("governance", "governance", "narrowing"), ("governance", "governance", "widening")}
    assert "- levels.high.maxAgeDays: 180\n" in done
    assert "+ levels.high.maxAgeDays: 360\n" in done
    assert "which keys do not count" in run("diff", "--format", "markdown").out


def test_governance_in_another_layout_is_nothing_to_tell(office: Path, run: Run) -> None:
    policy = office / "governance/policy.yaml"
    policy.write_text("# How many have to agree.\n" + policy.read_text())

    assert changes(run) == []
    assert "1 more file differs in layout" in run("diff").out


def test_approvals_that_a_change_takes_back_are_told(approved: Path, run: Run) -> None:
    commit(approved)
    change(approved / CANCEL, ("for good", "for ever"))

    assert (
        "what was agreed to by bia (business), tom (technical) does not count any longer, since it says something"
        in (run("diff", "HEAD").out)
    )
    assert ("capability", "approvals", "text") in changes(run, "HEAD")


def test_approvals_stay_where_words_change_that_nobody_agreed_to(approved: Path, run: Run) -> None:
    commit(approved)
    change(approved / CANCEL, ("status: approved", "status: active"))
    write(approved, {"docs/order.md": (approved / "docs/order.md").read_text() + "\nMore.\n"})

    assert "does not count any longer" not in run("diff", "HEAD").out


def test_a_policy_that_comes_to_allow_takes_approvals_back(approved: Path, run: Run) -> None:
    commit(approved)
    change(approved / "policies/order/closed.yaml", ("status: draft", "status: active"), ("deny", "allow"))
    done = run("diff", "HEAD").out

    assert "does not count any longer, since the policy `order.closed` allows since" in done
    change(approved / "policies/order/closed.yaml", ("effect: allow", "effect: deny"))
    assert "does not count any longer" not in run("diff", "HEAD").out
