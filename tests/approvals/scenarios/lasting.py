"""What lasts: names that come and go, and the steps from a first draft to an end."""

from tests.approvals.registry import CANCEL_FILE, CANCEL_TEXT, RULE_FILE
from tests.approvals.scenario import MISSING, ONE_PARKED, RECORDS, scenario
from tests.approvals.scenarios.guards import tombstone
from tests.approvals.world import World

STOP_FILE = CANCEL_FILE.replace("cancel", "stop")
RELEASE = """\
version: "2026.08"
sequence: 1
previous: null
components: {}
ids:
  capability/payment.cancel: {version: "1.0.0", status: active, risk: RISK, digest: "sha256:DIGEST", aliases: []}
""".replace("DIGEST", "0" * 64)


def end(w: World) -> None:
    """Take the capability out, and what hangs on it."""
    for path in (CANCEL_FILE, RULE_FILE):
        del w.now[path]
    w.edit("semantic-ids/payment.yaml", "payment.cancel, ", "")


GONE = ("removed-without-tombstone", CANCEL_FILE)
RULE_GONE = ("removed-without-tombstone", RULE_FILE)


@scenario(GONE, RULE_GONE, row=24)
def a_capability_is_deleted_and_its_records_stay(w: World) -> None:
    w.stand()
    end(w)


@scenario(GONE, RULE_GONE, ("approval-rewritten", "approvals"), row=24)
def a_capability_is_deleted_with_its_records(w: World) -> None:
    w.stand()
    end(w)
    for path in [path for path in w.now if path.startswith("approvals/")]:
        del w.now[path]


@scenario(GONE, RULE_GONE, row=25)
def it_is_gone_from_the_branch_as_well_and_was_released(w: World) -> None:
    w.stand()
    w.published = dict(w.now)
    end(w)
    w.merge()


@scenario(("retired-id-reused", CANCEL_FILE), row=26)
def an_id_comes_back_after_its_end(w: World) -> None:
    tombstone(w, "capability", "payment.cancel")
    w.merge()


@scenario(row=26)
def an_id_comes_to_its_proper_end(w: World) -> None:
    w.stand()
    announce(w)
    w.merge()
    w.moment = "2026-12-20T00:00:00Z"
    text = str(w.now[RULE_FILE])
    end(w)
    w.now[RULE_FILE] = text.replace("[payment.cancel]", "[payment.read]").replace("1.0.0", "2.0.0")
    tombstone(w, "capability", "payment.cancel")


def announce(w: World) -> None:
    """Announce the end of the capability."""
    w.status("deprecated")
    since = 'deprecation: {since: "2026-09-01", removeAfter: "2026-12-15", reason: "Nobody needs it."}\n'
    w.now[CANCEL_FILE] = str(w.now[CANCEL_FILE]) + since


@scenario()
def an_end_is_announced_and_the_records_hold(w: World) -> None:
    w.stand()
    announce(w)


@scenario(MISSING)
def an_end_is_announced_and_something_else_changes(w: World) -> None:
    w.stand()
    announce(w)
    w.edit(CANCEL_FILE, "for good?", "now?")
    w.edit(CANCEL_FILE, "1.0.0", "1.0.1")


@scenario(("lifecycle-went-back", CANCEL_FILE), row=30)
def what_was_to_end_becomes_active_again(w: World) -> None:
    w.stand()
    active = w.now[CANCEL_FILE]
    announce(w)
    w.merge()
    w.now[CANCEL_FILE] = active


def rename(w: World, more: str) -> None:
    """Give the capability another name."""
    text = str(w.now.pop(CANCEL_FILE)).replace("id: payment.cancel", f"id: payment.stop\n{more}")
    w.now[STOP_FILE] = text.replace("1.0.0", "1.1.0")
    w.edit(RULE_FILE, "[payment.cancel]", "[payment.stop]")
    w.edit(RULE_FILE, "1.0.0", "2.0.0")
    w.edit("semantic-ids/payment.yaml", "payment.cancel, ", "payment.stop, ")


@scenario(("approval-missing", STOP_FILE))
def an_approved_capability_is_renamed(w: World) -> None:
    w.stand()
    rename(w, "aliases: [payment.cancel]")


@scenario()
def an_approved_capability_is_renamed_and_signed_again(w: World) -> None:
    w.stand()
    rename(w, "aliases: [payment.cancel]")
    w.sign_both(about=w.subject("payment.stop"))


@scenario(("approval-missing", STOP_FILE))
def a_capability_is_renamed_to_a_lower_risk(w: World) -> None:
    for files in (w.base, w.now):
        assert files is not None
        files[CANCEL_FILE] = CANCEL_TEXT.replace("action: cancel", "action: custom")
    w.stand()
    rename(w, "aliases: [payment.cancel]")
    w.edit(STOP_FILE, "risk: high", "risk: medium")


@scenario(MISSING)
def only_the_ledger_remembers_the_risk(w: World) -> None:
    for files in (w.base, w.now):
        assert files is not None
        files[CANCEL_FILE] = CANCEL_TEXT.replace("action: cancel", "action: custom").replace("high", "medium")
        files["ledger/releases/1-2026.08.yaml"] = RELEASE.replace("RISK", "high")
    w.status("approved")


def ended_in_a_release(w: World) -> None:
    """Have a release with the capability at high risk, one without it, and its next major in review, at a lower one."""
    for files in (w.base, w.now):
        assert files is not None
        text = CANCEL_TEXT.replace("action: cancel", "action: custom").replace("risk: high", "risk: medium")
        files[CANCEL_FILE] = text.replace("1.0.0", "2.0.0")
        files["ledger/releases/1-2026.08.yaml"] = RELEASE.replace("RISK", "high")
        files["ledger/releases/2-2026.09.yaml"] = """\
version: "2026.09"
sequence: 2
previous: "2026.08"
components: {}
ids: {capability/payment.cancel: null}
"""
    w.status("approved")


@scenario(MISSING)
def what_was_high_ends_and_its_next_major_is_lower(w: World) -> None:
    ended_in_a_release(w)


@scenario()
def what_was_high_ends_and_those_agree_who_would_have_then(w: World) -> None:
    ended_in_a_release(w)
    w.sign_both(risk="high")


@scenario()
def what_was_high_ended_after_its_next_major_was_released(w: World) -> None:
    ended_in_a_release(w)
    for files in (w.base, w.now):
        assert files is not None
        text = str(files["ledger/releases/2-2026.09.yaml"])
        later = RELEASE.partition("ids:\n")[2].replace("payment.cancel:", "payment.cancel@2:").replace("RISK", "medium")
        files["ledger/releases/2-2026.09.yaml"] = text.replace(
            "ids: {capability/payment.cancel: null}\n", f"ids:\n  capability/payment.cancel: null\n{later}"
        )


@scenario(ONE_PARKED)
def a_draft_is_approved_ahead(w: World) -> None:
    w.status("draft")
    w.merge()
    w.sign("tina", "technical")


@scenario(("lifecycle-step-skipped", CANCEL_FILE), MISSING)
def it_comes_as_approved(w: World) -> None:
    assert w.base is not None
    del w.base[CANCEL_FILE]
    w.status("approved")


def dated_by_another_calendar(w: World, **said: str) -> None:
    """Have what no computer takes for a moment in a record that everybody has, and nothing else wrong with it."""
    w.sign("tina", "technical", **said)
    w.sign("bruno", "business")
    w.status("active")
    w.merge()


@scenario(("wrong-shape", RECORDS), MISSING)
def a_record_is_of_a_leap_second(w: World) -> None:
    dated_by_another_calendar(w, issuedAt="2016-12-31T23:59:60Z")


@scenario(("wrong-shape", RECORDS), MISSING)
def a_record_lasts_until_a_leap_second(w: World) -> None:
    dated_by_another_calendar(w, issuedAt="2026-06-01T00:00:00Z", expiresAt="2026-12-31T23:59:60Z")


@scenario(("wrong-shape", RECORDS), MISSING)
def a_record_is_of_the_year_nought(w: World) -> None:
    dated_by_another_calendar(w, issuedAt="0000-01-01T00:00:00Z")
