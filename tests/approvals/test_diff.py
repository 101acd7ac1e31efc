"""What `alvara diff` says of governance and of records; what becomes of agreements has tests of its own."""

from pathlib import Path
from typing import Any

from tests.approvals.office import NOW, records
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


def test_a_record_that_is_gone_is_told_gravely(approved: Path, run: Run) -> None:
    commit(approved)
    records(approved)[0].unlink()

    assert ("approval", "definition", "breaking") in changes(run, "HEAD", "--now", NOW)
    assert "`order.cancel` 1.0.0: the record is gone (base:approvals/" in run("diff", "HEAD", "--now", NOW).out


def test_a_record_that_comes_is_told_with_what_it_is_about(approved: Path, run: Run) -> None:
    assert {(kind, aspect) for kind, aspect, _ in changes(run, "--now", NOW)} == {
        ("capability", "approvals"), ("capability", "status"),
    }  # fmt: skip


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
