"""Signing the same again: when it ends, before it ends, and when it only says twice what holds for long yet."""

from typing import Any

from tests.approvals.registry import CANCEL_FILE, RULE_FILE
from tests.approvals.scenario import INVALID, MISSING, ONE_PARKED, REWRITTEN, scenario
from tests.approvals.scenarios.records import LATE, leave, revoked
from tests.approvals.world import World, person, public, role

END = "2027-05-01T00:00:00Z"
SOON = "2026-12-05T00:00:00Z"
"""Less than a month before what stands ends."""


def renew(w: World, who: str = "tina", as_what: str = "technical", moment: str = "", **said: Any) -> str:
    """Have somebody sign what they have signed already, for some months more."""
    return w.sign(who, as_what, number=2, **{"issuedAt": moment or w.moment, "expiresAt": END, **said})


@scenario()
def both_renew_after_the_end(w: World) -> None:
    w.stand()
    w.moment = LATE
    renew(w)
    renew(w, "bruno", "business")


@scenario(MISSING)
def one_of_two_renews_after_the_end(w: World) -> None:
    w.stand()
    w.moment = LATE
    renew(w)


@scenario()
def what_one_renews_before_its_end_lasts_as_long_as_the_other(w: World) -> None:
    w.sign("tina", "technical", expiresAt="2026-12-15T00:00:00Z")
    w.sign("bruno", "business", expiresAt="2027-02-20T00:00:00Z")
    w.status("active")
    w.merge()
    w.moment = SOON
    renew(w)
    w.merge()
    w.moment = "2027-02-19T00:00:00Z"


@scenario()
def somebody_renews_twice(w: World) -> None:
    w.stand()
    w.moment = SOON
    renew(w, expiresAt="2026-12-30T00:00:00Z")
    renew(w, "bruno", "business")
    w.merge()
    w.moment = "2026-12-29T00:00:00Z"
    w.sign("tina", "technical", number=3, expiresAt=END)
    w.merge()
    w.moment = "2027-04-30T00:00:00Z"


@scenario()
def the_last_that_is_in_one_change_counts(w: World) -> None:
    w.stand()
    w.moment = SOON
    renew(w, expiresAt="2026-12-30T00:00:00Z")
    w.sign("tina", "technical", number=10, expiresAt=END)
    renew(w, "bruno", "business")
    w.merge()
    w.moment = "2027-04-30T00:00:00Z"


@scenario(INVALID)
def it_is_signed_again_while_it_holds_for_long(w: World) -> None:
    w.stand()
    w.moment = "2026-12-01T23:59:59Z"
    renew(w)


@scenario()
def it_is_signed_again_a_month_before_the_end(w: World) -> None:
    w.stand()
    w.moment = "2026-12-02T00:00:00Z"
    renew(w)


@scenario(INVALID)
def two_of_one_person_come_at_once(w: World) -> None:
    w.sign_both()
    renew(w, expiresAt="2027-02-01T00:00:00Z")
    w.status("active")


@scenario(INVALID)
def what_is_brought_at_once_is_dated_before_what_others_have(w: World) -> None:
    w.stand()
    renew(w, moment="2026-08-31T00:00:00Z", expiresAt="2027-02-01T00:00:00Z")


@scenario(INVALID)
def a_copy_has_the_name_of_a_renewal(w: World) -> None:
    w.stand()
    for path in [path for path in w.now if "-tina" in path]:
        w.now[path.replace(".yaml", "-2.yaml")] = w.now[path]


@scenario(INVALID, MISSING)
def copies_of_what_is_short_count_once(w: World) -> None:
    w.policy(levels={"high": {"slots": ["technical", "technical"], "maxAgeDays": 20}})
    tina = w.sign("tina", "technical", expiresAt="2026-09-20T00:00:00Z")
    w.now[tina.replace(".yaml", "-2.yaml")] = w.now[tina]
    w.status("active")


@scenario(MISSING)
def one_person_who_renews_fills_one_slot(w: World) -> None:
    w.policy(levels={"high": {"slots": ["technical", "technical"]}})
    keys = [{"id": name, "type": "ssh-ed25519", "publicKey": public(name)} for name in ("tina", "new")]
    w.govern("people/tina.yaml", person("tina", role("technical"), keys=keys))
    w.sign("tina", "technical")
    w.merge()
    w.moment = SOON
    w.sign("tina", "technical", number=2, key_of="new", expiresAt=END)
    w.status("active")


@scenario(INVALID, MISSING)
def a_renewal_is_dated_back(w: World) -> None:
    w.stand()
    w.moment = "2027-02-20T00:00:00Z"
    renew(w, moment="2027-01-02T00:00:00Z")
    renew(w, "bruno", "business")


@scenario(INVALID, MISSING)
def who_has_left_renews(w: World) -> None:
    w.stand()
    leave(w, "key")
    w.moment = LATE
    renew(w)
    renew(w, "bruno", "business")


@scenario(ONE_PARKED)
def a_renewal_is_parked(w: World) -> None:
    w.stand()
    w.moment = LATE
    w.status("review")
    w.merge()
    about = w.subject()
    w.edit(CANCEL_FILE, "for good?", "now?")
    w.edit(CANCEL_FILE, "1.0.0", "1.0.1")
    w.sign("tina", "technical", about, number=2, expiresAt=END)


@scenario(ONE_PARKED)
def a_renewal_of_what_is_not_here(w: World) -> None:
    w.sign("tina", "technical", number=2, name="capability:payment.erase")


@scenario(INVALID)
def a_renewal_has_the_name_of_somebody_else(w: World) -> None:
    w.stand()
    w.moment = LATE
    path = renew(w)
    renew(w, "bruno", "business")
    w.now[path.replace("-tina-", "-tom-")] = w.now.pop(path)


@scenario(INVALID)
def a_number_has_a_nought_before_it(w: World) -> None:
    w.stand()
    w.moment = SOON
    path = renew(w)
    w.now[path.replace("-2.yaml", "-02.yaml")] = w.now.pop(path)


@scenario(REWRITTEN)
def the_first_takes_the_name_of_a_renewal(w: World) -> None:
    w.stand()
    for path in [path for path in w.now if "-tina" in path]:
        w.now[path.replace(".yaml", "-2.yaml")] = w.now.pop(path)


@scenario(REWRITTEN)
def a_renewal_takes_the_place_of_the_first(w: World) -> None:
    w.stand()
    w.moment = SOON
    path = renew(w)
    w.now[path.replace("-2.yaml", ".yaml")] = w.now.pop(path)


@scenario(REWRITTEN)
def a_renewal_is_moved(w: World) -> None:
    w.stand()
    w.moment = SOON
    path = renew(w)
    w.merge()
    w.now[path.replace("-2.yaml", "-two.yaml")] = w.now.pop(path)


@scenario()
def a_new_key_makes_good_what_a_stolen_one_signed(w: World) -> None:
    w.stand()
    keys = [{"id": name, "type": "ssh-ed25519", "publicKey": public(name)} for name in ("tina", "new")]
    w.govern("people/tina.yaml", person("tina", role("technical"), keys=keys))
    w.govern("revocations.yaml", revoked("tina", "always"))
    w.moment = "2026-09-02T00:00:00Z"
    w.sign("tina", "technical", number=2, key_of="new")


@scenario()
def a_policy_decides_otherwise_and_all_sign_again(w: World) -> None:
    w.stand()
    w.edit(RULE_FILE, "effect: deny", "effect: require-confirmation")
    w.edit(RULE_FILE, "1.0.0", "2.0.0")
    renew(w, expiresAt="2027-02-01T00:00:00Z")
    renew(w, "bruno", "business", expiresAt="2027-02-01T00:00:00Z")


@scenario()
def what_had_to_be_signed_again_need_not_have_been_for_the_next_release(w: World) -> None:
    w.stand()
    w.published, w.base = dict(w.now), None
    renew(w, risk="critical", expiresAt="2027-02-01T00:00:00Z")
    renew(w, "bruno", "business", guards=[], expiresAt="2027-02-01T00:00:00Z")


@scenario(MISSING)
def a_renewal_is_revoked_with_the_first(w: World) -> None:
    w.stand()
    w.moment = SOON
    renew(w)
    w.merge()
    w.sign("bruno", "business", decision="revoke")


@scenario(MISSING)
def somebody_revokes_and_renews(w: World) -> None:
    w.stand()
    w.sign("tina", "technical", decision="revoke")
    w.merge()
    w.moment = LATE
    renew(w)
    renew(w, "bruno", "business")


@scenario(MISSING)
def a_revocation_has_a_number(w: World) -> None:
    w.stand()
    w.sign("tina", "technical", decision="revoke", number=2)
