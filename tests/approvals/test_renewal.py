"""What somebody signed comes to its end, and they sign it again: from the first warning to a bundle."""

from pathlib import Path

import pytest
import yaml

from alvara.signatures.keys import parse_public_key
from tests.approvals.office import CANCEL, NOW, person, public_of, records, signing
from tests.bundle.repository import MOMENT, commit, write
from tests.cli.conftest import Run
from tests.cli.releases import change
from tests.signatures.ssh_keygen import make_key, needs_ssh_keygen

pytestmark = needs_ssh_keygen

END = "2027-03-01T10:00:00Z"
SOON = "2027-02-10T09:00:00Z"
"""Within the last month."""

LATE = "2027-03-05T09:00:00Z"
"""After the end."""


@pytest.fixture
def standing(approved: Path) -> Path:
    """The registry with what Tom and Bia have agreed to, on the main branch."""
    commit(approved)
    return approved


def names(office: Path) -> list[str]:
    """List the ends of the names of records: who, and which of theirs."""
    return [path.stem.split("-", 2)[2] for path in records(office)]


def steal(office: Path) -> str:
    """Revoke Tom's key, on the main branch, and give him another."""
    old, key = public_of(office / "keys/tom"), make_key(office / "keys", name="tom2")
    held = f'[{{id: old, type: ssh-ed25519, publicKey: "{old}", from: "2026-01-01"}}, {{id: laptop'
    name = parse_public_key(old).fingerprint
    write(office, {
        "governance/people/tom.yaml": person("tom", ("technical",), public_of(key)).replace("[{id: laptop", held),
        "governance/revocations.yaml": f'revocations: [{{key: "{name}", since: always, reason: stolen}}]\n',
    })  # fmt: skip
    commit(office)
    return str(key)


def test_it_ends_and_is_signed_again(standing: Path, run: Run) -> None:
    before = {path: path.read_bytes() for path in records(standing)}
    ended = run("check", "--now", LATE)
    waiting = run("approvals", "--expiring", "--now", LATE)
    alone = run("approve", *signing("tom", "--now", LATE))
    half = run("check", "--now", LATE)
    both = run("approve", *signing("bia", "--now", LATE))

    assert (ended.code, half.code) == (1, 1)
    assert "what was signed as technical and as business expired on 2027-03-01" in ended.out
    assert "ask tina or tom to run `alvara approve order.cancel --role technical`" in ended.out
    assert "technical: what tom agreed to ended on 2027-03-01; tina or tom could: alvara approve" in waiting.out
    assert "still missing: business; ask bia to run `alvara approve order.cancel --role business`" in alone.out
    assert "what was signed as business expired on 2027-03-01" in half.out
    assert "everybody has agreed, until 2027-09-01" in both.out
    assert names(standing) == ["business-bia-2", "business-bia", "technical-tom-2", "technical-tom"]
    assert {path: path.read_bytes() for path in before} == before
    assert run("check", "--now", LATE).code == 0
    commit(standing)
    assert run("check", "--now", LATE, "--base", "none").code == 0


def test_a_bundle_holds_before_and_after_the_end(standing: Path, run: Run) -> None:
    assert run("bundle", "build", "--now", SOON, "--out", "before").code == 0
    for who in ("tom", "bia"):
        assert run("approve", *signing(who, "--now", SOON)).code == 0
    commit(standing)
    assert run("bundle", "build", "--now", SOON, "--out", "dist/renewed").code == 0
    verified = [run("bundle", "verify", folder, "--now", moment) for folder in ("before", "dist/renewed")
                for moment in (SOON, LATE)]  # fmt: skip

    assert [done.code for done in verified] == [0, 0, 0, 0], verified
    assert ["expired on 2027-03-01" in done.out + done.err for done in verified] == [False, True, False, False]
    assert len(list((standing / "dist/renewed/evidence/approvals").rglob("*.json"))) == 4


def test_a_bundle_of_what_is_not_committed_is_of_the_last_approval(approved: Path, run: Run) -> None:
    """As `check` does, it lets what has just been signed be later than the last commit; a commit may not be."""
    made = run("bundle", "build", "--format", "json")

    assert (run("check").code, made.code, made.err) == (0, 0, "")
    assert made.json["now"] == NOW > MOMENT
    assert run("bundle", "verify", "dist/bundle").code == 0

    commit(approved, at=MOMENT)
    assert run("bundle", "build").code == 1


def test_it_is_signed_again_in_the_last_month(standing: Path, run: Run) -> None:
    early = run("approve", *signing("tom", "--now", "2027-01-29T09:00:00Z"))
    warned = run("check", "--now", SOON)
    listed = run("approvals", "--expiring", "--now", SOON)
    first = run("approve", *signing("tom", "--now", SOON))
    left = run("check", "--now", SOON)
    again = run("approve", *signing("tom", "--now", SOON))
    second = run("approve", *signing("bia", "--now", SOON))
    done = run("check", "--now", SOON)

    assert (early.code, early.out) == (0, "")
    assert "signed this as technical already, until 2027-03-01; it can be renewed from 2027-01-30 on" in early.err
    tom, bia = (f"to run `alvara approve order.cancel --role {role}`" for role in ("technical", "business"))
    assert (warned.code, "approval-expiring" in warned.out) == (0, True)
    assert f"= help: ask tom {tom}; ask bia {bia}" in warned.out
    assert "technical: tom agreed, until 2027-03-01; to renew it: alvara approve order.cancel --role technical" in (
        listed.out
    )
    assert (first.code, second.code) == (0, 0)
    assert f"= help: ask bia {bia}" in left.out
    assert (again.code, again.out) == (0, "")
    assert "already, until 2027-08-09" in again.err
    assert (done.code, "approval-expiring" in done.out) == (0, False)
    assert names(standing) == ["business-bia-2", "business-bia", "technical-tom-2", "technical-tom"]


def test_somebody_renews_for_years(standing: Path, run: Run) -> None:
    for number, moment in enumerate(("2027-02-20", "2027-08-10", "2028-01-30"), 2):
        for who in ("tom", "bia"):
            assert run("approve", *signing(who, "--now", f"{moment}T09:00:00Z")).code == 0
        commit(standing)
        assert run("check", "--now", f"{moment}T10:00:00Z", "--base", "none").code == 0
        assert f"technical-tom-{number}" in names(standing)

    assert len(records(standing)) == 8
    slots = run("approvals", "--now", "2028-02-01T00:00:00Z", "--format", "json").json["capabilities"][0]["slots"]
    assert {slot["expiresAt"][:10] for slot in slots} == {"2028-07-28"}


def test_what_waits_for_somebody_is_what_they_can_renew(standing: Path, run: Run) -> None:
    def waits(who: str, now: str) -> bool:
        return bool(run("approvals", "--mine", "--as", who, "--now", now, "--format", "json").json["capabilities"])

    assert [waits("tom", moment) for moment in (NOW, SOON, LATE)] == [False, True, True]
    assert [waits("tina", moment) for moment in (NOW, SOON, LATE)] == [False, False, True]


def test_a_new_key_renews_what_a_stolen_one_signed(standing: Path, run: Run) -> None:
    key = steal(standing)
    lost = run("check", "--now", NOW, "--base", "none")
    done = run("approve", "order.cancel", "--as", "tom", "--key", key, "--yes", "order.cancel", "--now", NOW)

    assert (lost.code, done.code) == (1, 0)
    assert "is revoked" in lost.out
    assert "ask tina or tom to run `alvara approve order.cancel --role technical`" in lost.out
    assert run("check", "--now", NOW).code == 0


def test_a_policy_that_decides_otherwise_is_answered_by_signing_again(office: Path, run: Run) -> None:
    change(office / "policies/order/closed.yaml", ("status: draft", "status: active"))
    change(office / CANCEL, ("status: review", "status: approved"))
    for who in ("tom", "bia"):
        run("approve", *signing(who))
    assert run("approve", *signing("bia", id="order.closed")).code == 0
    commit(office)
    change(office / "policies/order/closed.yaml", ("effect: deny", "effect: require-confirmation"),
           ('"1.0.0"', '"2.0.0"'))  # fmt: skip
    commit(office)
    lost = run("check", "--now", NOW, "--base", "none")
    codes = [run("approve", *signing(who)).code for who in ("tom", "bia")]

    assert "decides otherwise than when it was signed" in lost.out
    assert codes == [0, 0]
    assert {"technical-tom-2", "business-bia-2"} <= set(names(office))
    guards = [yaml.safe_load(path.read_text())["statement"]["predicate"]["guards"] for path in records(office)
              if path.stem.startswith("1.0.0") and "technical" in path.stem]  # fmt: skip
    assert guards[0] != guards[1]


@pytest.mark.parametrize("decision", ["reject", "revoke"])
def test_a_refusal_that_does_not_hold_any_more_is_given_again(standing: Path, run: Run, decision: str) -> None:
    assert run(decision, *signing("tom")).code == 0
    commit(standing)
    key = steal(standing)
    again = run(decision, "order.cancel", "--as", "tom", "--key", key, "--yes", "order.cancel", "--now", NOW)

    assert again.code == 0, again.err
    assert f"technical-tom-{decision}-2" in names(standing)
    assert "tom, speaking as technical, has re" in run("check", "--now", NOW).out


def test_a_name_that_is_taken_is_left_alone(standing: Path, run: Run) -> None:
    path = next(path for path in records(standing) if path.stem.endswith("-tom"))
    taken = path.with_name(f"{path.stem}-2.yaml")
    taken.write_text("not a record\n")
    done = run("approve", *signing("tom", "--now", SOON))

    assert taken.read_text() == "not a record\n"
    assert (done.code, "technical-tom-3" in names(standing)) == (0, True)
