"""The records themselves: their time, their place, copies of them, and records that are gone."""

from json import dumps, loads
from typing import Any

from tests.approvals.registry import CANCEL, CANCEL_FILE, READ_FILE
from tests.approvals.scenario import INVALID, MISSING, ONE_PARKED, RECORDS, REWRITTEN, scenario
from tests.approvals.world import World, person, public, role

LATE = "2027-01-02T00:00:00Z"


@scenario(INVALID, MISSING, row=16)
def what_is_new_has_expired(w: World) -> None:
    w.sign_both(issuedAt="2026-08-25T00:00:00Z", expiresAt="2026-08-30T00:00:00Z")
    w.status("active")


@scenario(INVALID, MISSING, row=16)
def it_claims_to_last_for_years(w: World) -> None:
    w.sign_both(expiresAt="2029-05-27T00:00:00Z")
    w.status("active")


@scenario(INVALID, MISSING, row=16)
def it_claims_to_last_an_hour_too_long(w: World) -> None:
    w.sign_both(issuedAt="2026-09-01T12:00:00Z", expiresAt="2027-02-28T13:00:00Z")
    w.status("active")


@scenario(row=16)
def it_lasts_as_long_as_it_may(w: World) -> None:
    w.sign_both(issuedAt="2026-09-01T12:00:00Z", expiresAt="2027-02-28T12:00:00Z")
    w.status("active")


@scenario(MISSING, row=16)
def an_approval_expires(w: World) -> None:
    w.stand()
    w.moment = LATE


@scenario(MISSING)
def an_approval_ends_at_its_last_second(w: World) -> None:
    w.stand()
    w.moment = "2027-01-01T00:00:00Z"


@scenario()
def an_approval_counts_until_its_last_second(w: World) -> None:
    w.stand()
    w.moment = "2026-12-31T23:59:59Z"


def leave(w: World, what: str) -> None:
    """Have Tina's role or key end in the middle of August, before the change began."""
    keys = [{"id": "laptop", "type": "ssh-ed25519", "publicKey": public("tina")}]
    until = {"until": "2026-08-28"}
    if what == "key":
        keys[0].update(until)
    w.govern("people/tina.yaml", person("tina", role("technical", **(until if what == "role" else {})), keys=keys))


@scenario(INVALID, MISSING, row=17)
def who_left_dates_it_back_with_a_closed_key(w: World) -> None:
    leave(w, "key")
    w.sign_both(issuedAt="2026-08-27T00:00:00Z")
    w.status("active")


@scenario(INVALID, MISSING, row=17)
def who_left_dates_it_back_with_a_closed_role(w: World) -> None:
    leave(w, "role")
    w.sign_both(issuedAt="2026-08-27T00:00:00Z")
    w.status("active")


@scenario(INVALID, MISSING)
def the_key_came_after_the_date(w: World) -> None:
    keys = [{"id": "new", "type": "ssh-ed25519", "publicKey": public("tina"), "from": "2026-08-30"}]
    w.govern("people/tina.yaml", person("tina", role("technical"), keys=keys))
    w.sign_both(issuedAt="2026-08-27T00:00:00Z")
    w.status("active")


@scenario(INVALID, row=18)
def a_record_is_parked_that_nothing_uses(w: World) -> None:
    leave(w, "key")
    w.sign("tina", "technical", issuedAt="2026-08-27T00:00:00Z")


@scenario(INVALID, MISSING, row=17)
def who_left_signs_with_todays_date(w: World) -> None:
    leave(w, "role")
    w.sign_both()
    w.status("active")


@scenario(row=17)
def what_was_signed_before_leaving_lives_on(w: World) -> None:
    w.sign_both(issuedAt="2026-08-27T00:00:00Z")
    w.status("active")
    w.merge()
    leave(w, "key")


@scenario(row=17)
def what_was_signed_in_a_role_that_ended_lives_on(w: World) -> None:
    w.sign_both(issuedAt="2026-08-27T00:00:00Z")
    w.status("active")
    w.merge()
    leave(w, "role")


@scenario(INVALID, MISSING, row=17)
def it_is_older_than_what_is_admitted(w: World) -> None:
    w.sign_both(issuedAt="2026-08-18T11:59:59Z")
    w.status("active")


@scenario(row=17)
def it_is_as_old_as_is_admitted(w: World) -> None:
    w.sign_both(issuedAt="2026-08-18T12:00:00Z")
    w.status("active")


@scenario(INVALID, MISSING)
def it_is_dated_in_the_future(w: World) -> None:
    w.sign_both(issuedAt="2026-09-01T12:05:01Z")
    w.status("active")


@scenario()
def clocks_differ_a_little(w: World) -> None:
    w.sign_both(issuedAt="2026-09-01T12:05:00Z")
    w.status("active")


@scenario()
def it_is_later_than_the_last_commit_and_not_committed(w: World) -> None:
    w.sign_both(issuedAt="2026-11-03T09:00:00Z")
    w.status("active")
    w.uncommitted = True


@scenario(MISSING)
def what_is_of_tomorrow_does_not_count_yesterday(w: World) -> None:
    w.stand()
    w.moment = "2026-08-31T00:00:00Z"


@scenario(MISSING, row=19)
def a_key_is_stolen(w: World) -> None:
    w.stand()
    w.govern("revocations.yaml", revoked("tina", "always"))


@scenario(MISSING, row=19)
def a_key_is_stolen_before_it_signed(w: World) -> None:
    w.stand()
    w.govern("revocations.yaml", revoked("tina", "2026-09-01"))


@scenario(row=19)
def a_key_is_stolen_after_it_signed(w: World) -> None:
    w.stand()
    w.govern("revocations.yaml", revoked("tina", "2026-09-02"))


@scenario(row=19)
def the_key_of_somebody_else_is_stolen(w: World) -> None:
    w.stand()
    w.govern("revocations.yaml", revoked("tom", "always"))


def revoked(name: str, since: str) -> str:
    """Write that somebody's key is not to be trusted."""
    from tests.approvals.world import key

    return dumps({"revocations": [{"key": key(name).public.fingerprint, "since": since, "reason": "stolen"}]})


@scenario(MISSING, row=28)
def an_approval_is_revoked(w: World) -> None:
    w.stand()
    w.sign("tina", "technical", decision="revoke")


@scenario(REWRITTEN, row=28)
def a_revocation_is_edited(w: World) -> None:
    w.stand()
    path = w.sign("tina", "technical", decision="revoke")
    w.merge()
    w.edit(path, '"risk": "high"', '"risk": "critical"')


@scenario(REWRITTEN, row=28)
def a_revocation_is_deleted(w: World) -> None:
    w.stand()
    path = w.sign("tina", "technical", decision="revoke")
    w.merge()
    del w.now[path]


@scenario(MISSING, REWRITTEN, row=28)
def a_revocation_is_moved(w: World) -> None:
    w.stand()
    path = w.sign("tina", "technical", decision="revoke")
    w.merge()
    w.now[path.replace("-tina-", "-toni-")] = w.now.pop(path)


@scenario(MISSING, row=29)
def one_branch_revokes_and_another_activates(w: World) -> None:
    w.stand("approved")
    w.sign("bruno", "business", decision="revoke")
    w.status("active")
    w.merge()


@scenario(MISSING)
def one_rejects_and_then_approves(w: World) -> None:
    about = w.subject()
    w.sign("bruno", "business", about, decision="reject")
    w.sign_both(about=about)
    w.status("active")


@scenario()
def a_new_version_is_free_of_a_rejection(w: World) -> None:
    w.sign("bruno", "business", decision="reject")
    w.merge()
    w.edit(CANCEL_FILE, "for good?", "and pay back?")
    w.edit(CANCEL_FILE, "1.0.0", "1.0.1")
    w.sign_both()
    w.status("active")


@scenario(INVALID)
def whoever_may_not_approve_may_not_reject(w: World) -> None:
    w.sign("mallory", "business", decision="reject")
    w.sign_both()
    w.status("active")


@scenario(MISSING, REWRITTEN)
def an_approval_is_deleted(w: World) -> None:
    w.stand()
    del w.now[next(path for path in w.now if "-tina" in path)]


@scenario(INVALID, row=32)
def one_record_is_there_under_two_names(w: World) -> None:
    tina, _ = w.sign_both()
    w.now[tina.replace("tina", "tina2")] = w.now[tina]
    w.status("active")


@scenario(INVALID, MISSING)
def two_copies_of_one_word_count_once(w: World) -> None:
    w.policy(levels={"high": {"slots": ["technical", "technical"]}})
    tina = w.sign("tina", "technical")
    w.now[tina.replace("tina", "tina2")] = w.now[tina]
    w.status("active")


@scenario(INVALID)
def a_record_is_in_the_wrong_file(w: World) -> None:
    tina, _ = w.sign_both()
    w.now[f"approvals/{CANCEL}/tina.yaml"] = w.now.pop(tina)
    w.status("active")


@scenario(("wrong-shape", RECORDS), MISSING, row=32)
def a_record_has_two_subjects(w: World) -> None:
    def add(record: dict[str, Any]) -> None:
        record["statement"]["subject"] *= 2

    w.sign("tina", "technical", after=add)
    w.sign("bruno", "business")
    w.status("active")


@scenario(INVALID, MISSING, row=32)
def something_follows_the_signature(w: World) -> None:
    w.sign("tina", "technical", after=lambda record: record.update(signature=record["signature"] + "\n# fine\n"))
    w.sign("bruno", "business")
    w.status("active")


@scenario(("unknown-key", RECORDS), MISSING, row=32)
def a_record_has_a_key_that_is_not_signed(w: World) -> None:
    w.sign("tina", "technical", after=lambda record: record.update(note="for all versions"))
    w.sign("bruno", "business")
    w.status("active")


@scenario(INVALID, MISSING)
def it_names_another_version_than_it_is_about(w: World) -> None:
    w.sign_both(version="1.0.9")
    w.status("approved")


@scenario(ONE_PARKED)
def an_approval_of_what_is_not_here(w: World) -> None:
    w.sign("tina", "technical", name="capability:payment.erase")


@scenario(ONE_PARKED)
def an_approval_of_what_nobody_has_to_approve(w: World) -> None:
    w.sign("tina", "technical", w.subject("payment.read"))


@scenario(("approval-parked", RECORDS), MISSING)
def the_approval_of_another_capability(w: World) -> None:
    w.now[READ_FILE] = str(w.now[READ_FILE])
    w.sign("tina", "technical", name="capability:payment.read")
    w.sign("bruno", "business")
    w.status("active")


@scenario(("duplicate-key", RECORDS), MISSING, row=27)
def a_record_says_something_twice(w: World) -> None:
    tina, _ = w.sign_both()
    w.edit(tina, '"decision": "approve"', '"decision": "reject", "decision": "approve"')
    w.status("active")


@scenario(("anchor-or-alias", RECORDS), MISSING, row=27)
def a_record_has_an_alias(w: World) -> None:
    tina, _ = w.sign_both()
    w.edit(tina, '"approver": "tina"', '"approver": &who "tina"')
    w.status("active")


@scenario()
def records_are_written_otherwise(w: World) -> None:
    w.stand()
    for path, text in list(w.now.items()):
        if path.startswith("approvals/"):
            record = loads(text)
            said = dumps({"signature": record["signature"], "statement": record["statement"]}, indent=1, sort_keys=True)
            w.now[path] = said.replace("\n", "\r\n")


@scenario(("wrong-shape", RECORDS), MISSING)
def it_is_signed_in_a_second_that_was_inserted(w: World) -> None:
    w.sign("tina", "technical", issuedAt="2026-08-31T23:59:60Z")
    w.sign("bruno", "business", expiresAt="2026-12-31T23:59:60Z")
    w.status("active")


@scenario(("wrong-shape", RECORDS), MISSING)
def it_is_signed_before_the_first_year(w: World) -> None:
    w.sign_both(issuedAt="0000-01-01T00:00:00Z")
    w.status("active")


@scenario(("wrong-shape", RECORDS), MISSING)
def it_is_signed_on_a_day_that_is_none(w: World) -> None:
    w.sign("tina", "technical", issuedAt="2026-02-30T00:00:00Z")
    w.sign("bruno", "business")
    w.status("active")


@scenario(("byte-order-mark-in-record", RECORDS), MISSING, row=27)
def a_record_begins_with_a_byte_order_mark(w: World) -> None:
    tina, _ = w.sign_both()
    w.now[tina] = "\ufeff" + str(w.now[tina])
    w.status("active")


@scenario()
def a_new_version_is_free_of_a_revocation(w: World) -> None:
    w.stand()
    w.sign("tina", "technical", decision="revoke")
    w.merge()
    w.edit(CANCEL_FILE, "for good?", "and pay back?")
    w.edit(CANCEL_FILE, "1.0.0", "1.0.1")
    w.sign_both()
