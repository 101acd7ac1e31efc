"""`alvara approve`, `reject` and `revoke`: who may sign, what is shown, what is written."""

import hashlib
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from alvara.app.permission import wish_of
from alvara.cli import deciding
from alvara.identity.digests import canonical
from alvara.signatures.keys import parse_public_key
from tests.approvals.office import CANCEL, NOW, POLICY, READ, person, public_of, records, signing
from tests.bundle.repository import commit, git, write
from tests.cli.conftest import Run
from tests.cli.releases import change, on_branch
from tests.signatures.ssh_keygen import accepts, make_key, needs_ssh_keygen

pytestmark = needs_ssh_keygen

QUESTION = ("order.cancel", "--as", "tom", "--now", NOW)


def test_record_is_what_the_contract_says(office: Path, run: Run) -> None:
    done = run("approve", *signing("tom", "--locale", "pt-BR"))

    (path,) = records(office)
    text = path.read_text()
    record = yaml.safe_load(text)
    statement, said = record["statement"], record["statement"]["predicate"]
    digest = statement["subject"][0]["digest"]["sha256"]
    assert (done.code, done.err) == (0, "")
    assert path.relative_to(office).as_posix() == f"approvals/order.cancel/1.0.0-{digest[:8]}-technical-tom.yaml"
    assert statement["subject"][0]["name"] == "capability:order.cancel"
    assert [said[key] for key in ("decision", "role", "approver", "onBehalfOf", "version", "risk", "guards")] == [
        "approve", "technical", "tom", None, "1.0.0", "high", [],
    ]  # fmt: skip
    assert (said["issuedAt"], said["expiresAt"]) == (NOW, "2027-03-01T10:00:00Z")
    assert said["target"] == "refs/heads/main"
    page = done.out.partition("wrote ")[0]
    assert said["shown"] == {
        "renderer": "alvara.page/1", "locale": "pt-BR", "sha256": hashlib.sha256(page.encode()).hexdigest(),
    }  # fmt: skip
    assert "PARA APROVAÇÃO" in page.upper()
    key = parse_public_key(public_of(office / "keys/tom"))
    assert accepts(record["signature"], canonical(statement), "alvara-approval@v1", key, office / "keys")
    assert not accepts(record["signature"], canonical({**statement, "subject": []}), "alvara-approval@v1", key,
                       office / "keys")  # fmt: skip


def test_what_is_in_use_already_is_approved_before_check_lets_it_pass(office: Path, run: Run) -> None:
    change(office / CANCEL, ("status: review", "status: active"))

    alone = run("check", "--now", NOW)
    done = [run("approve", *signing(person)).code for person in ("tom", "bia")]

    assert (alone.code, "approval-missing" in alone.out, "lifecycle-step-skipped" in alone.out) == (1, True, False)
    assert done == [0, 0]
    assert run("check", "--now", NOW).code == 0


def test_check_counts_what_approve_wrote(office: Path, run: Run) -> None:
    change(office / CANCEL, ("status: review", "status: approved"))
    alone = run("check", "--now", NOW)
    first, second = run("approve", *signing("tom")), run("approve", *signing("bia"))

    assert (alone.code, "approval-missing" in alone.out) == (1, True)
    assert "still missing: business; ask bia to run `alvara approve order.cancel --role business`" in first.out
    assert "everybody has agreed, until 2027-03-01" in second.out
    assert run("check", "--now", NOW).code == 0
    commit(office)
    assert run("check", "--now", NOW, "--base", "none").code == 0


def test_what_comes_next_can_be_typed(office: Path, run: Run) -> None:
    run("approve", *signing("tom"))
    done = run("approve", *signing("bia"))
    command = next(line for line in done.out.splitlines() if line.startswith("next: ")).removeprefix("next: ")

    assert "everybody has agreed: alvara promote order.cancel approved" in done.out
    subprocess.run(command, shell=True, check=True, cwd=office, capture_output=True, timeout=30)
    assert git(office, "show", "--stat", "--format=%s", "HEAD").startswith("Approve order.cancel as business")


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("--as", "tinna"), 1, "nobody is known as `tinna`; did you mean `tina`?"),
        (("--as", "eve"), 1, "`eve` does not hold the role technical or business for `order.cancel` on 2026-09-02"),
        (("--as", "bia", "--role", "technical"), 1, "; tina or tom could"),
        (("--as", "ana"), 1, "`ana` proposed it, and nobody approves their own work; tina, tom or bia could"),
        (("--as", "tom", "--key", "keys/bia"), 1, "is no key of `tom`"),
        (("--as", "tom", "--key", "keys/nothing"), 2, "keys/nothing: there is no such file"),
        (("--as", "tom", "--key", "alvara.yaml"), 2, "alvara.yaml: it is not"),
        (("--as", "tom", "--locale", "pt"), 2, "there is no locale `pt`"),
        (("--as", "tom", "--yes", "order.cance"), 2, "--yes says `order.cance`, and what is to be signed is"),
        (("--as", "tom", "--on-behalf-of", "bia"), 1, "`bia` does not let `tom` agree as technical or business"),
        (("--as", "tom", "--now", "yesterday"), 2, "is not an RFC 3339 moment"),
        (("--as", "tom", "--now", "2025-12-31T00:00:00Z"), 1, "does not hold the role"),
    ],
)
def test_who_may_not_is_told_why(office: Path, run: Run, arguments: tuple[str, ...], code: int, words: str) -> None:
    done = run("approve", "order.cancel", "--key", "keys/tom", "--yes", "order.cancel", "--now", NOW, *arguments)

    assert (done.code, done.out) == (code, "")
    assert words in done.err
    assert done.err.count("\n") == 1
    assert not (office / "approvals").exists()


def test_a_key_that_others_may_read_is_not_used(office: Path, run: Run) -> None:
    (office / "keys/tom").chmod(0o644)
    done = run("approve", *signing("tom"))

    assert (done.code, "keys/tom: others on this machine may read it" in done.err) == (2, True)
    assert not (office / "approvals").exists()


def test_somebody_is_known_by_the_address_that_git_has(office: Path, run: Run) -> None:
    options = ("order.cancel", "--key", "keys/tom", "--yes", "order.cancel", "--now", NOW)

    git(office, "config", "user.email", "Tom@Example.com")
    assert run("approve", *options).code == 0
    git(office, "config", "user.email", "nobody@example.com")
    stranger = run("approve", *options)
    assert (stranger.code, records(office)) == (2, records(office)[:1])
    assert "git's address is `nobody@example.com`, which is that of nobody in governance/people/" in stranger.err


def test_content_with_errors_is_not_approved(office: Path, run: Run) -> None:
    change(office / CANCEL, ("risk: high", "risk: high\nfoo: bar"))
    change(office / CANCEL, ("foo: bar", "synonyms: {en: [cancel\u200b it]}"))
    done = run("approve", *signing("tom"))

    assert done.code == 1
    assert "`alvara check` finds errors in `order.cancel`" in done.err
    assert f"{CANCEL}:" in done.err
    assert not records(office)


def test_a_draft_is_not_approved(office: Path, run: Run) -> None:
    change(office / CANCEL, ("status: review", "status: draft"))
    done = run("approve", *signing("tom"))
    policy = run("approve", *signing("bia", id="order.closed"))

    assert (done.code, policy.code) == (1, 1)
    assert "bring it to review first, with `alvara promote order.cancel review`" in done.err
    assert "`alvara promote order.closed active --kind policy`" in policy.err


def test_what_nobody_has_to_agree_to_is_no_failure(office: Path, run: Run) -> None:
    write(office, {"capabilities/order/read.yaml": READ})
    done = run("approve", *signing("tom", id="order.read"))

    assert (done.code, records(office)) == (0, [])
    assert "nobody has to agree to `order.read`: governance/policy.yaml asks nobody where the risk is read" in done.err


def test_a_policy_is_approved_with_its_own_record(office: Path, run: Run) -> None:
    change(office / "policies/order/closed.yaml", ("status: draft", "status: active"))
    done = run("approve", *signing("bia", id="order.closed"))

    (path,) = records(office)
    assert done.code == 0
    assert path.relative_to(office).as_posix().startswith("approvals/policy/order.closed/1.0.0-")
    assert yaml.safe_load(path.read_text())["statement"]["predicate"]["expiresAt"] == "2026-12-01T10:00:00Z"
    assert run("check", "--now", NOW).code == 0


def test_a_policy_that_decides_is_in_the_record(office: Path, run: Run) -> None:
    change(office / "policies/order/closed.yaml", ("status: draft", "status: active"))
    run("approve", *signing("tom"))
    (path,) = records(office)

    assert [g["id"] for g in yaml.safe_load(path.read_text())["statement"]["predicate"]["guards"]] == ["order.closed"]


def test_nobody_says_the_same_twice(office: Path, run: Run) -> None:
    run("approve", *signing("tom"))
    again = run("approve", *signing("tom"))
    third = (run("approve", *signing("bia")), run("approve", *signing("tina", "--role", "technical")))[1]

    assert (again.code, third.code, len(records(office))) == (0, 0, 2)
    words = "`tom` has signed this as technical already, until 2027-03-01; it can be renewed from 2027-01-30 on ("
    assert f"{words}approvals/order.cancel/1.0.0-" in again.err
    assert "everybody has agreed to `order.cancel` 1.0.0, until 2027-03-01" in third.err


def test_what_expired_before_anybody_had_it_is_deleted(office: Path, run: Run) -> None:
    run("approve", *signing("tom"))
    done = run("approve", *signing("tom", "--now", "2027-03-02T00:00:00Z"))

    assert (done.code, len(records(office))) == (1, 1)
    assert "what `tom` signed before does not count: it is new and dated 2026-09-02" in done.err
    assert "which nobody else has yet, and sign again" in done.err


def test_governance_comes_to_the_main_branch_first(office: Path, run: Run) -> None:
    key = make_key(office / "keys", name="zoe")
    write(office, {"governance/people/zoe.yaml": person("zoe", ("technical",), public_of(key))})
    done = run("approve", *signing("zoe"))

    assert (done.code, records(office)) == (1, [])
    assert "governance/people/zoe.yaml is changed here, and who may agree is what the main branch says" in done.err


def test_without_governance_nobody_is_known(office: Path, run: Run) -> None:
    git(office, "rm", "-q", "-r", "governance")
    commit(office)
    done = run("approve", *signing("tom"))

    assert (done.code, records(office)) == (1, [])
    assert "there is no `governance/` here, so nobody is known who could agree" in done.err


def test_governance_that_does_not_hold_lets_nobody_sign(office: Path, run: Run) -> None:
    write(office, {"governance/policy.yaml": POLICY.replace("slots", "slot")})
    commit(office)
    done = run("approve", *signing("tom"))

    assert (done.code, records(office)) == (2, [])
    assert "governance/policy.yaml: not all of it can be read; `alvara check` says more" in done.err


def test_whoever_committed_the_change_is_refused(office: Path, run: Run) -> None:
    on_branch(office, "change")
    change(office / CANCEL, ("Cancels one order for good.", "Cancels one order."))
    git(office, "add", "-A")
    git(office, "commit", "-q", "-m", "change\n\nCo-authored-by: Tom <tom@example.com>")
    done = run("approve", *signing("tom"))

    assert (done.code, records(office)) == (1, [])
    assert "`tom` had a part in a commit that changed it, and nobody approves their own work; tina" in done.err


def test_what_is_not_committed_may_still_find_its_author(office: Path, run: Run) -> None:
    change(office / CANCEL, ("Cancels one order for good.", "Cancels one order."))
    done = run("approve", *signing("tom"))

    assert done.code == 0
    assert f"{CANCEL} is not committed, and whoever commits it counts as one of its authors" in done.err


def test_a_deputy_signs_in_the_place_of_another(office: Path, run: Run) -> None:
    lets = 'delegations: [{role: business, scope: [order], to: tina, from: "2026-09-01", until: "2026-09-20"}]\n'
    with (office / "governance/people/bia.yaml").open("a") as file:
        file.write(lets)
    commit(office)
    hint = run("approve", *signing("tina", "--role", "business"))
    done = run("approve", *signing("tina", "--on-behalf-of", "bia"))

    (path,) = records(office)
    assert (hint.code, done.code) == (1, 0)
    assert "in the place of bia they could sign: --on-behalf-of bia" in hint.err
    assert yaml.safe_load(path.read_text())["statement"]["predicate"]["onBehalfOf"] == "bia"


@pytest.mark.parametrize("decision", ["reject", "revoke"])
def test_a_refusal_holds_for_good(office: Path, run: Run, decision: str) -> None:
    run("approve", *signing("tom"))
    change(office / CANCEL, ("status: review", "status: approved"))
    done = run(decision, *signing("bia"))
    after = run("approve", *signing("tina", "--role", "technical"))
    again = run(decision, *signing("tina", "--role", "technical"))
    checked = run("check", "--now", NOW)

    assert (done.code, after.code, again.code, checked.code) == (0, 1, 0, 1)
    assert "This holds for good, for exactly this content" in done.out
    assert any(path.name.endswith(f"-business-bia-{decision}.yaml") for path in records(office))
    assert "which no approval outweighs" in after.err
    assert "bia, speaking as business, has re" in checked.out


def test_an_author_may_say_no_but_a_stranger_may_not(office: Path, run: Run) -> None:
    stranger = run("reject", *signing("eve"))
    author = run("reject", *signing("ana", "--role", "business"))

    assert (stranger.code, author.code, len(records(office))) == (1, 0, 1)


def test_nothing_is_revoked_that_nobody_approved(office: Path, run: Run) -> None:
    done = run("revoke", *signing("bia"))

    assert (done.code, records(office)) == (1, [])
    assert "`alvara reject order.cancel` says no to it" in done.err


def test_page_says_what_changed_since_it_was_approved(approved: Path, run: Run) -> None:
    commit(approved)
    on_branch(approved, "change")
    change(approved / CANCEL, ('"1.0.0"', '"2.0.0"'), ("[order.cancel]}", "[order.cancel, order.admin]}"))
    done = run("approve", *signing("tom"))

    assert "order.admin" in done.out.partition("WHAT IT DOES")[0], done.err
    assert "first approval" not in done.out


def test_page_says_what_changed_since_the_last_release(approved: Path, run: Run, release: Callable[[], None]) -> None:
    release()
    change(approved / CANCEL, ("[order.cancel]}", "[order.cancel, order.admin]}"), ('"1.0.0"', '"2.0.0"'))
    commit(approved)
    done = run("approve", *signing("tom"))

    assert "order.admin" in done.out.partition("WHAT IT DOES")[0], done.err
    assert "first approval" not in done.out


@pytest.fixture
def release(approved: Path, run: Run) -> Callable[[], None]:
    def publish() -> None:
        commit(approved)
        assert run("release", "prepare", "1.0", "--now", NOW).code == 0
        commit(approved)
        git(approved, "-c", "gpg.format=ssh", "-c", "user.signingkey=keys/rita", "tag", "-s", "-m", "x", "v1.0")

    return publish


@pytest.mark.parametrize("make", [lambda p: p.symlink_to("/tmp"), lambda p: p.write_text("x")])
def test_a_place_that_cannot_be_written_leaves_nothing(office: Path, run: Run, make: Callable[[Path], object]) -> None:
    make(office / "approvals")
    done = run("approve", *signing("tom"))

    assert done.code == 2
    assert "; nothing was changed" in done.err
    assert not list(Path("/tmp").glob("order.cancel*"))


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is kept shut from root")
def test_a_folder_that_is_kept_shut_leaves_nothing(office: Path, run: Run) -> None:
    (office / "approvals").mkdir(mode=0o500)
    done = run("approve", *signing("tom"))

    assert (done.code, records(office)) == (2, [])
    assert "Permission denied; nothing was changed" in done.err


@pytest.mark.parametrize(
    ("path", "swap"),
    [
        (CANCEL, ("Cancels one order", "Deletes one order")),
        ("policies/order/closed.yaml", ("effect: deny", "effect: require-confirmation")),
    ],
)
def test_what_changes_under_the_page_is_not_signed(
    office: Path, run: Run, monkeypatch: pytest.MonkeyPatch, path: str, swap: tuple[str, str]
) -> None:
    change(office / "policies/order/closed.yaml", ("status: draft", "status: active"))

    def meanwhile(*arguments: Any) -> Any:
        change(office / path, swap)
        return wish_of(*arguments)

    monkeypatch.setattr(deciding, "wish_of", meanwhile)
    done = run("approve", *signing("tom"))

    assert (done.code, done.out, records(office)) == (2, "", [])
    assert "`order.cancel` changed while it was read; try again" in done.err


def test_hostile_names_are_shown_and_never_obeyed(office: Path, run: Run) -> None:
    for name in ("../../etc/passwd", "order.cancel\x1b[31m", "-x", "order.cancel/../x", "", "a" * 10_000):
        done = run("approve", "--as", "tom", "--key", "keys/tom", "--yes", name or "x", "--now", NOW, "--", name)
        assert done.code == 2
        assert "\x1b" not in done.err
        assert len(done.err) < 1_000
    strange = run("approve", *signing("tom", "--as", "../tom\x1b"))
    assert (strange.code, "\x1b" in strange.err) == (1, False)
    assert not records(office)
