"""The policies that decide on what was signed: dropped, changed, renamed, added."""

from tests.approvals.registry import RULE_FILE, RULE_TEXT
from tests.approvals.scenario import MISSING, ONE_PARKED, scenario
from tests.approvals.world import World

OTHER_FILE = "policies/payment/other.yaml"
OPEN = 'resource.status == "OPEN"'
ENDING = 'deprecation: {since: "2026-09-01", removeAfter: "2026-12-15", reason: "No longer needed."}\n'


def add(w: World, effect: str, **changes: str) -> None:
    """Add a policy on the same capability."""
    text = RULE_TEXT.replace("payment.settled", "payment.other").replace("effect: deny", f"effect: {effect}")
    for old, new in changes.items():
        text = text.replace(f"{old}: ", f"{old}: {new} #")
    w.now[OTHER_FILE] = text


def tombstone(w: World, kind: str, id: str) -> None:
    """Record that something has come to its end."""
    w.now[f"ledger/tombstones/{kind}/{id}.yaml"] = (
        f'id: {id}\nkind: {kind}\nsince: "2026-09-01"\nlastVersion: "1.0.0"\nreason: No longer needed.\n'
    )


@scenario(MISSING)
def a_policy_is_dropped_under_an_approved_capability(w: World) -> None:
    deprecated(w)
    w.merge()
    w.moment = "2026-12-20T00:00:00Z"
    del w.now[RULE_FILE]
    tombstone(w, "policy", "payment.settled")


def deprecated(w: World) -> None:
    """Announce the end of the policy."""
    w.stand()
    w.now[RULE_FILE] = str(w.now[RULE_FILE]).replace("status: active", "status: deprecated") + ENDING


@scenario()
def a_policy_is_deprecated_and_goes_on_to_decide(w: World) -> None:
    deprecated(w)


@scenario(MISSING)
def a_policy_decides_otherwise(w: World) -> None:
    w.stand()
    w.edit(RULE_FILE, '== "SETTLED"', '== "OPEN"')
    w.edit(RULE_FILE, "1.0.0", "2.0.0")


@scenario(MISSING)
def a_policy_asks_instead_of_refusing(w: World) -> None:
    w.stand()
    w.edit(RULE_FILE, "effect: deny", "effect: require-confirmation")
    w.edit(RULE_FILE, "1.0.0", "2.0.0")


@scenario(MISSING)
def a_policy_is_for_something_else(w: World) -> None:
    w.stand()
    w.edit(RULE_FILE, "[payment.cancel]", "[payment.read]")
    w.edit(RULE_FILE, "1.0.0", "2.0.0")


@scenario()
def a_policy_gives_its_reason_in_other_words(w: World) -> None:
    w.stand()
    w.edit(RULE_FILE, "This payment is settled.", "It is settled already.")
    w.edit(RULE_FILE, "1.0.0", "1.0.1")


@scenario()
def a_policy_is_renamed_and_keeps_its_old_name(w: World) -> None:
    w.stand()
    text = str(w.now.pop(RULE_FILE)).replace("id: payment.settled", "id: payment.closed")
    w.now["policies/payment/closed.yaml"] = text.replace("1.0.0", "1.0.1")
    w.now["ledger/migrations/policy/payment.settled.yaml"] = (
        'from: payment.settled\nto: payment.closed\nsince: "2026-09-01"\nreason: It is called so.\n'
    )


@scenario()
def a_policy_that_refuses_is_added(w: World) -> None:
    w.stand()
    add(w, "deny")


@scenario()
def a_policy_that_asks_is_added(w: World) -> None:
    w.stand()
    add(w, "require-confirmation")


@scenario(MISSING)
def a_policy_that_allows_is_added(w: World) -> None:
    w.stand()
    add(w, "allow", expr=OPEN)


@scenario()
def a_policy_that_allowed_once_is_added(w: World) -> None:
    w.stand()
    add(w, "allow", expr=OPEN)
    w.now[OTHER_FILE] = str(w.now[OTHER_FILE]) + 'expires: "2026-08-01"\n'


@scenario(MISSING)
def a_second_major_of_a_policy_allows_more(w: World) -> None:
    add(w, "allow")
    text = str(w.now[OTHER_FILE])
    w.now[OTHER_FILE] = text.replace("status: active", "status: deprecated") + ENDING
    w.merge()
    w.stand()
    w.now[OTHER_FILE.replace(".yaml", ".v2.yaml")] = text.replace("1.0.0", "2.0.0").replace('"SETTLED"', '"OPEN"')


@scenario()
def two_majors_of_a_policy_decide_and_both_are_signed(w: World) -> None:
    text = str(w.now[RULE_FILE]).replace("1.0.0", "2.0.0").replace('"SETTLED"', '"OPEN"')
    w.now[RULE_FILE.replace(".yaml", ".v2.yaml")] = text
    w.edit(RULE_FILE, "status: active", "status: deprecated")
    w.now[RULE_FILE] = str(w.now[RULE_FILE]) + ENDING
    w.merge()
    w.stand()


@scenario(MISSING, ONE_PARKED)
def a_policy_changes_between_two_signatures(w: World) -> None:
    w.sign("tina", "technical")
    w.edit(RULE_FILE, '== "SETTLED"', '== "OPEN"')
    w.edit(RULE_FILE, "1.0.0", "2.0.0")
    w.sign("bruno", "business")
    w.status("active")


@scenario(ONE_PARKED)
def a_record_of_another_state_is_left_beside_good_ones(w: World) -> None:
    w.sign("tom", "technical", guards=[])
    add(w, "allow", expr=OPEN)
    w.sign_both()
    w.status("active")


@scenario(("approval-missing", RULE_FILE))
def a_policy_has_to_be_approved_itself(w: World) -> None:
    w.policy(policies={"slots": ["technical"]})


@scenario()
def a_policy_is_approved_itself(w: World) -> None:
    w.policy(policies={"slots": ["technical"]})
    w.sign("tina", "technical", w.subject("payment.settled", "policy"))


@scenario(("approval-missing", RULE_FILE), ("approval-parked", "approvals"))
def the_approval_of_a_capability_is_none_of_a_policy(w: World) -> None:
    w.policy(policies={"slots": ["technical"]})
    about = w.subject("payment.settled", "policy")
    w.sign("tina", "technical", about, name="capability:payment.settled")
