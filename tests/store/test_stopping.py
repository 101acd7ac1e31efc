"""`alvara store deny` and `undeny`, with real keys and files, as people run them; and what a program is told."""

import os
import shutil
import stat
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from alvara import BadDenyList, Registry, Store
from alvara.adapters.bundles import write_folder
from alvara.adapters.durable import locked
from alvara.cli import signers
from alvara.runtime import store as runtime_store
from tests.cli.conftest import Run
from tests.cli.conftest import run as run
from tests.decisions.test_denied import FILES as DISPATCHING
from tests.ran import Ran
from tests.release.world import agreed, bundle_of, governed, person, pin, prepared, rooted, signed, world
from tests.signatures.agents import needs_agent, running_agent
from tests.store.stop_commands import Verb, denied
from tests.store.stop_commands import deny as deny
from tests.store.stop_commands import keys as keys
from tests.store.stop_commands import made as made
from tests.store.stop_commands import plain_store as plain_store
from tests.store.stop_commands import store as store
from tests.store.stop_commands import undeny as undeny
from tests.store.stop_lists import CANCEL, LATER, READ, STOPPED, added


def test_one_command_stops_it(deny: Verb, store: Path) -> None:
    ran = deny()

    assert (ran.code, ran.err) == (0, "")
    assert f"stopped: order.cancel, since {STOPPED}, by tom: It cancels too much." in ran.out
    assert denied(store) == {CANCEL}


def test_where_nothing_was_ever_stopped_nothing_is(store: Path) -> None:
    assert denied(store) == frozenset()
    assert not (store / "deny.json").exists()


def test_everybody_may_read_the_list(deny: Verb, store: Path) -> None:
    deny()

    assert stat.S_IMODE((store / "deny.json").stat().st_mode) == 0o644


def test_status_shows_what_is_stopped_and_how_far_the_list_goes(
    run: Run, deny: Verb, undeny: Verb, store: Path
) -> None:
    deny()
    deny(READ, "rex")
    undeny("bia", "--reason", "Mended.")
    shown = run("store", "status", "--store", str(store), "--now", LATER)
    told = run("store", "status", "--store", str(store), "--now", LATER, "--format", "json").json["stops"]

    assert "stopped: order.cancel, since 2026-09-02T08:00:00Z, by tom: It cancels too much." in shown.out
    assert f"list of stops: entry 3, {told['digest']}" in shown.out
    assert [stop["capability"] for stop in told["stopped"]] == [CANCEL, READ]
    assert told["stopped"][0]["proposed"]["reason"] == "Mended."


def test_status_of_a_store_without_a_list_says_nothing_of_it(run: Run, store: Path) -> None:
    told = run("store", "status", "--store", str(store), "--format", "json").json

    assert told["stops"] == {"sequence": 0, "digest": None, "stopped": []}
    assert "stop" not in run("store", "status", "--store", str(store)).out


def test_what_is_stopped_already_is_not_stopped_again(deny: Verb, store: Path) -> None:
    deny()
    before = (store / "deny.json").read_bytes()
    again = deny(CANCEL, "bia")

    assert again.code == 0
    assert "stopped already, since 2026-09-02T08:00:00Z by `tom`: It cancels too much." in again.err
    assert (store / "deny.json").read_bytes() == before


@pytest.mark.parametrize("capability", ["order.cancle", "order", "nothing.like.it", "", "order.cancel@1", "../x"])
def test_what_the_bundle_does_not_know_cannot_be_stopped(deny: Verb, store: Path, capability: str) -> None:
    ran = deny(capability)

    assert ran.code == 2
    assert not (store / "deny.json").exists()


def test_a_slip_is_told_with_what_was_meant(deny: Verb) -> None:
    assert "did you mean `order.cancel`?" in deny("order.cancle").err


@pytest.mark.parametrize(("who", "words"), [("mallory", "is no key"), ("ana", "holds no role for `order.cancel`")])
def test_who_may_not_is_told_who_may_and_nothing_is_written(deny: Verb, store: Path, who: str, words: str) -> None:
    ran = deny(CANCEL, who)

    assert ran.code == 1
    assert words in ran.err
    assert not (store / "deny.json").exists()


def test_a_refusal_is_told_to_programs_too(deny: Verb) -> None:
    told = deny(CANCEL, "ana", "--format", "json").json

    assert (told["written"], told["stopped"], told["sequence"]) == (False, False, 0)
    assert "bia, rex or tom could" in told["why"]


def test_before_a_key_is_opened_all_is_done_that_can_fail(
    run: Run, deny: Verb, store: Path, keys: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    real = signers.private_key
    monkeypatch.setattr(signers, "private_key", lambda *given: opened.append("") or real(*given))  # type: ignore[func-returns-value]
    deny(CANCEL, "ana")
    deny("order.unknown")
    deny(CANCEL, "tom", "--as", "bia")
    with locked(str(store / "lock"), 1):
        monkeypatch.setattr("alvara.adapters.store_changes._PATIENCE", 0.05)
        busy = deny()
    (store / "deny.json").write_bytes(b"{}")
    broken = deny()

    assert opened == []
    assert (busy.code, broken.code) == (2, 2)


def test_a_list_that_does_not_hold_stops_everything_and_is_left_as_it_is(run: Run, deny: Verb, store: Path) -> None:
    deny()
    path = store / "deny.json"
    path.write_bytes(path.read_bytes().replace(b"a", b"b", 1))
    before = path.read_bytes()
    status = run("store", "status", "--store", str(store), "--format", "json")

    with pytest.raises(BadDenyList, match=r"deny\.json"):
        denied(store)
    assert (status.code, status.json["stops"]) == (2, None)
    assert "nothing is to be carried out" in status.err
    assert deny().code == 2
    assert path.read_bytes() == before


@pytest.mark.parametrize("who", ["mallory", "ana"])
def test_what_nobody_could_read_again_is_not_written(deny: Verb, store: Path, who: str) -> None:
    deny()
    before = (store / "deny.json").read_bytes()
    opened = Store.open(str(store))
    seen = opened.stops()

    with pytest.raises(BadDenyList, match="would not hold, and was not written"):
        opened.write_stops(seen, added(seen.listed, "deny", READ, who))
    assert (store / "deny.json").read_bytes() == before


@pytest.mark.parametrize("kind", ["folder", "link", "pipe", "dangling"])
def test_what_is_no_plain_file_is_no_list(store: Path, kind: str) -> None:
    path = store / "deny.json"
    if kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    else:
        path.symlink_to(store / ("active.json" if kind == "link" else "nowhere"))

    with pytest.raises(BadDenyList):
        denied(store)


def test_a_list_without_an_active_bundle_holds_nothing_open(deny: Verb, store: Path) -> None:
    deny()
    (store / "active.json").unlink()

    with pytest.raises(BadDenyList, match="nothing is active"):
        denied(store)
    assert deny(READ).code == 2


def test_a_damaged_bundle_is_no_judge(deny: Verb, store: Path) -> None:
    deny()
    (person,) = store.glob("bundles/*/evidence/governance/people/tom.json")
    person.write_bytes(person.read_bytes().replace(b"technical", b"techniqual"))

    with pytest.raises(ValueError, match=r"tom\.json has other bytes"):
        denied(store)


def test_another_bundle_in_the_place_of_the_active_one_is_no_judge(deny: Verb, store: Path, made: Path) -> None:
    deny()
    (held,) = (store / "bundles").iterdir()
    (other,) = (made / "plain" / "store" / "bundles").iterdir()
    shutil.rmtree(held)
    shutil.copytree(other, held)

    with pytest.raises(ValueError, match="is another than its name says"):
        denied(store)
    assert deny(READ).code == 2


def test_a_long_list_is_folded_once_and_a_new_entry_is_seen_at_once(deny: Verb, store: Path) -> None:
    opened = Store.open(str(store))
    deny()
    opened.denied()
    started = time.perf_counter()
    for _ in range(100):
        opened.denied()
    each = (time.perf_counter() - started) / 100
    deny(READ, "bia")

    assert each < 0.005
    assert opened.denied() == {CANCEL, READ}


def test_somebody_else_who_is_faster_is_followed(deny: Verb, store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between looking and writing another entry comes; ours is signed anew, behind it, with the key that is open."""
    real, opened = Store.check_writable, []
    opening = signers.private_key
    monkeypatch.setattr(signers, "private_key", lambda *given: opened.append("") or opening(*given))  # type: ignore[func-returns-value]

    def slow(self: Store) -> None:
        monkeypatch.setattr(Store, "check_writable", real)
        assert deny(READ, "bia").code == 0
        opened.clear()
        real(self)

    monkeypatch.setattr(Store, "check_writable", slow)
    ran = deny()

    assert ran.code == 0
    assert opened == [""]
    assert denied(store) == {CANCEL, READ}


def test_many_who_write_at_once_all_come_through(store: Path, keys: Path) -> None:
    names = [("tom", CANCEL), ("bia", READ)]

    def one(who: str, capability: str) -> None:
        command = [sys.executable, "-m", "alvara", "store", "deny", capability, "--reason", "x", "--key",
                   str(keys / who), "--store", str(store), "--now", STOPPED]  # fmt: skip
        subprocess.run(command, check=True, capture_output=True, timeout=60)

    threads = [threading.Thread(target=one, args=name) for name in names]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)

    assert denied(store) == {CANCEL, READ}


def test_it_comes_through_while_a_version_is_activated(
    run: Run, deny: Verb, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An activation spends its time on verifying, and holds nothing up by that."""
    real = runtime_store.verify_files
    ran: list[Ran] = []
    monkeypatch.setattr(runtime_store, "verify_files", lambda *given: ran.append(deny()) or real(*given))  # type: ignore[func-returns-value]
    activated = run("store", "activate", "1", "--store", str(store), "--root", pin(dict(world())), "--now", LATER)

    assert [activated.code, *(one.code for one in ran)] == [0, 0]
    assert denied(store) == {CANCEL}


def test_a_stop_outlives_what_is_activated_after_it(run: Run, deny: Verb, store: Path) -> None:
    deny()
    pinned = pin(dict(world()))
    again = run("store", "activate", "1", "--store", str(store), "--root", pinned, "--now", LATER)
    gone = run("store", "gc", "--store", str(store), "--now", LATER)

    assert (again.code, gone.code) == (0, 0)
    assert denied(store) == {CANCEL}


def test_a_bundle_under_which_the_list_would_not_hold_is_not_activated(
    run: Run, deny: Verb, store: Path, tmp_path: Path
) -> None:
    """By its governance the key of Tom had ended when he stopped something."""
    deny()
    ended = person("tom", ("technical",)).replace('from: "2026-01-01"}]', 'from: "2026-01-01", until: "2026-08-31"}]')
    files = prepared(rooted(agreed(governed(tom=ended))), "1")
    files = prepared({**files, "docs/order.md": files["docs/order.md"] + b"\nMore.\n"}, "2")
    write_folder(signed(bundle_of(files), tag="v2"), str(tmp_path / "second"))
    published = run("store", "publish", str(tmp_path / "second"), "--store", str(store))
    ran = run("store", "activate", "2", "--store", str(store), "--root", pin(files), "--now", LATER)

    assert (published.code, ran.code) == (0, 1)
    assert "the list of what is stopped would not hold" in ran.err
    assert denied(store) == {CANCEL}


def test_without_a_governance_it_is_not_signed_and_says_so(run: Run, plain_store: Path, keys: Path) -> None:
    place = ("--store", str(plain_store), "--now", STOPPED)
    stopped = run("store", "deny", CANCEL, "--reason", "x", *place)
    held = denied(plain_store)
    signed = run("store", "deny", READ, "--reason", "x", "--key", str(keys / "tom"), *place)
    back = run("store", "undeny", CANCEL, "--reason", "Mended.", *place)

    assert (stopped.code, signed.code, back.code) == (0, 2, 0)
    assert "not signed" in stopped.err
    assert "not signed: x" in stopped.out
    assert "leave" in signed.err or "without" in signed.err
    assert (held, denied(plain_store)) == ({CANCEL}, frozenset())


@needs_agent
def test_the_agent_signs_with_a_key_of_somebody_who_may(
    run: Run, store: Path, keys: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running_agent() as socket:
        monkeypatch.setenv("SSH_AUTH_SOCK", socket)
        for name in ("mallory", "ana", "bia"):
            subprocess.run(["ssh-add", "-q", str(keys / name)], check=True, timeout=20)
        ran = run("store", "deny", CANCEL, "--reason", "x", "--store", str(store), "--now", STOPPED)

    assert (ran.code, ran.err) == (0, "")
    assert "by bia" in ran.out


def test_without_a_key_and_an_agent_it_says_how_to_sign(run: Run, store: Path) -> None:
    ran = run("store", "deny", CANCEL, "--reason", "x", "--store", str(store))

    assert ran.code == 2
    assert "--key FILE" in ran.err


def test_what_others_wrote_is_shown_without_what_a_terminal_obeys(run: Run, deny: Verb, store: Path) -> None:
    deny(CANCEL, "tom", "--reason", "a\x1b[2Jb\nc\u202ed")
    shown = run("store", "status", "--store", str(store))

    assert "a\\x1b[2Jb\\nc\\u202ed" in shown.out
    assert "\x1b" not in shown.out


@pytest.mark.parametrize("arguments", [("deny", CANCEL), ("deny", "--reason", "x"), ("deny", CANCEL, "--reason", "x")])
def test_what_is_left_out_is_asked_for(run: Run, arguments: tuple[str, ...]) -> None:
    ran = run("store", *arguments)

    assert ran.code == 2
    assert "--" in ran.err


def test_a_program_hands_the_list_to_the_decision(deny: Verb, store: Path) -> None:
    opened, registry = Store.open(str(store)), Registry.from_store(str(store))
    user = {"id": "u", "roles": [], "permissions": [CANCEL]}
    before = registry.decide(CANCEL, input={}, principal=user, now=LATER, denied=opened.denied())
    deny()
    after = registry.decide(CANCEL, input={}, principal=user, now=LATER, denied=opened.denied())

    assert (before.outcome, after.outcome) == ("confirm", "deny")
    assert [reason.code for reason in after.reasons] == ["request.denied"]


@pytest.mark.parametrize("stop", ["order.dispatch", "order.dispatchNow", "order.send", "order.mail"])
def test_a_bundle_knows_steps_under_all_their_names(tmp_path: Path, stop: str) -> None:
    made = bundle_of({path: text.encode() for path, text in DISPATCHING.items()})
    write_folder(made, str(tmp_path / "bundle"))
    user = {"id": "u1", "permissions": ["order.update"]}

    decision = Registry.open(str(tmp_path / "bundle")).decide(
        "order.archive", input={}, principal=user, now=LATER, denied={stop}
    )

    assert [reason.code for reason in decision.reasons] == ["request.denied"]
