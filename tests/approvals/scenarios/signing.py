"""Who signs: one person twice, the author, somebody with no business here, somebody in another's place."""

from json import dumps

from tests.approvals.registry import CANCEL_FILE
from tests.approvals.scenario import INVALID, MISSING, scenario
from tests.approvals.world import World, key, person, public, role


@scenario(row=1)
def two_people_sign_and_it_becomes_active(w: World) -> None:
    w.sign_both()
    w.status("active")


@scenario(row=1)
def two_people_sign_and_it_becomes_approved(w: World) -> None:
    w.sign_both()
    w.status("approved")


@scenario(MISSING, row=2)
def nobody_signs(w: World) -> None:
    w.status("approved")


@scenario(MISSING, row=2)
def nobody_signs_and_it_skips_a_step(w: World) -> None:
    w.status("active")


@scenario(MISSING, row=2)
def only_technical_signs(w: World) -> None:
    w.sign("tina", "technical")
    w.status("active")


@scenario(MISSING, row=2)
def two_sign_as_technical(w: World) -> None:
    w.sign("tina", "technical")
    w.sign("tom", "technical")
    w.status("active")


@scenario(MISSING, row=3)
def one_person_signs_in_both_roles(w: World) -> None:
    w.sign("tom", "technical")
    w.sign("tom", "business")
    w.status("active")


@scenario(row=4)
def who_holds_both_roles_leaves_one_to_another(w: World) -> None:
    w.sign("tom", "technical")
    w.sign("tom", "business")
    w.sign("tina", "technical")
    w.status("active")


@scenario(row=4)
def the_only_way_to_fill_three_slots_is_found(w: World) -> None:
    w.policy(levels={"high": {"slots": ["technical", "technical", "business"]}})
    for who, role_ in (("tom", "technical"), ("tom", "business"), ("tina", "technical"), ("bruno", "business")):
        w.sign(who, role_)
    w.status("active")


@scenario(INVALID, MISSING, row=5)
def the_proposer_signs(w: World) -> None:
    w.sign("ana", "technical")
    w.sign("bruno", "business")
    w.status("active")


@scenario(INVALID, MISSING, ("unknown-person", CANCEL_FILE), row=5)
def a_team_proposes_and_one_of_it_signs(w: World) -> None:
    for files in (w.base, w.now):
        assert files is not None
        files[CANCEL_FILE] = str(files[CANCEL_FILE]).replace("[ana]", "[payments-team]")
    w.sign_both()
    w.status("active")


@scenario(INVALID, MISSING, row=14)
def signed_for_a_fork(w: World) -> None:
    w.sign("tina", "technical", repository="00000000-7a11-4c9e-9b7a-0d6f3f1a2b3c")
    w.sign("bruno", "business")
    w.status("active")


@scenario(INVALID, MISSING)
def signed_for_another_branch(w: World) -> None:
    w.sign_both(target="refs/heads/next")
    w.status("active")


@scenario(INVALID, MISSING, row=15)
def the_role_is_relabelled_after_signing(w: World) -> None:
    w.sign("tom", "technical")
    w.sign("tina", "technical", after=lambda record: record["statement"]["predicate"].update(role="business"))
    w.status("active")


@scenario(INVALID, MISSING, row=15)
def the_role_is_relabelled_after_signing_by_one_who_holds_both(w: World) -> None:
    w.sign("tina", "technical")
    w.sign("tom", "technical", after=lambda record: record["statement"]["predicate"].update(role="business"))
    w.status("active")


@scenario(INVALID, MISSING)
def signed_in_a_role_that_is_not_held(w: World) -> None:
    w.sign("tom", "technical")
    w.sign("tina", "business")
    w.status("active")


@scenario(INVALID, MISSING, row=15)
def signed_with_the_key_of_somebody_else(w: World) -> None:
    w.sign("tina", "technical", key_of="tom")
    w.sign("bruno", "business")
    w.status("active")


@scenario(INVALID, MISSING, row=15)
def signed_with_a_key_of_nobody(w: World) -> None:
    w.sign("tina", "technical", key_of="mallory")
    w.sign("bruno", "business")
    w.status("active")


@scenario(INVALID, MISSING, row=15)
def signed_for_another_purpose(w: World) -> None:
    w.sign_both(namespace="git")
    w.status("active")


@scenario(INVALID, MISSING, row=20)
def a_scope_ends_within_a_segment(w: World) -> None:
    w.govern("people/tina.yaml", person("tina", role("technical", "pay")))
    w.sign_both()
    w.status("active")


@scenario(INVALID, MISSING, row=20)
def the_approver_of_another_domain_signs(w: World) -> None:
    w.govern("people/tina.yaml", person("tina", role("technical", "payroll"), role("business")))
    w.sign_both()
    w.status("active")


@scenario(row=20)
def a_scope_is_the_beginning_of_the_id(w: World) -> None:
    w.govern("people/tina.yaml", person("tina", role("technical", "payment")))
    w.govern("people/bruno.yaml", person("bruno", role("business", "payment.cancel")))
    w.sign_both()
    w.status("active")


@scenario(INVALID, MISSING)
def a_program_signs(w: World) -> None:
    w.govern("people/tina.yaml", person("tina", role("technical"), kind="bot"))
    w.sign_both()
    w.status("active")


@scenario(INVALID, MISSING)
def nobody_by_that_name_signs(w: World) -> None:
    w.sign("mallory", "technical")
    w.sign("bruno", "business")
    w.status("active")


def lend(w: World, owner: str, to: str, role_: str, start: str = "2026-08-20", end: str = "2026-09-10") -> None:
    """Have somebody let another sign in their place."""
    lent = {"role": role_, "scope": ["payment"], "to": to, "from": start, "until": end}
    w.govern(f"people/{owner}.yaml", person(owner, role(role_), delegations=[lent]))


@scenario(row=21)
def a_delegate_signs(w: World) -> None:
    lend(w, "bruno", "zoe", "business")
    w.govern("people/zoe.yaml", person("zoe"))
    w.sign("tina", "technical")
    w.sign("zoe", "business", onBehalfOf="bruno")
    w.status("active")


@scenario(MISSING, row=21)
def the_technical_approver_signs_in_place_of_the_other(w: World) -> None:
    lend(w, "bruno", "tina", "business")
    w.sign("tina", "technical")
    w.sign("tina", "business", onBehalfOf="bruno")
    w.status("active")


@scenario(MISSING, row=21)
def one_person_has_two_keys_and_two_seats(w: World) -> None:
    lend(w, "bruno", "tina", "business")
    keys = [{"id": name, "type": "ssh-ed25519", "publicKey": public(name)} for name in ("tina", "second")]
    w.govern("people/tina.yaml", person("tina", role("technical"), keys=keys))
    w.sign("tina", "technical")
    w.sign("tina", "business", onBehalfOf="bruno", key_of="second")
    w.status("active")


@scenario(row=4)
def whoever_comes_first_is_needed_elsewhere(w: World) -> None:
    lent = {"role": "technical", "scope": ["*"], "to": "zoe", "from": "2026-08-20", "until": "2026-09-10"}
    both = (role("technical"), role("business"))
    w.govern("people/bruno.yaml", person("bruno", *both, delegations=[lent]))
    w.govern("people/zoe.yaml", person("zoe"))
    w.sign("bruno", "technical")
    w.sign("bruno", "business")
    w.sign("tom", "business")
    w.sign("zoe", "technical", onBehalfOf="bruno")
    w.status("active")


@scenario(INVALID, MISSING, row=21)
def a_delegation_to_somebody_else(w: World) -> None:
    lend(w, "bruno", "zoe", "business")
    w.govern("people/yan.yaml", person("yan"))
    w.sign("tina", "technical")
    w.sign("yan", "business", onBehalfOf="bruno")
    w.status("active")


@scenario(INVALID, MISSING)
def a_program_signs_in_place_of_somebody(w: World) -> None:
    lend(w, "bruno", "zoe", "business")
    w.govern("people/zoe.yaml", person("zoe", kind="bot"))
    w.sign("tina", "technical")
    w.sign("zoe", "business", onBehalfOf="bruno")
    w.status("active")


@scenario(INVALID, MISSING)
def a_program_lends_its_role(w: World) -> None:
    lent = {"role": "business", "scope": ["*"], "to": "zoe", "from": "2026-08-20", "until": "2026-09-10"}
    w.govern("people/bruno.yaml", person("bruno", role("business"), kind="bot", delegations=[lent]))
    w.govern("people/zoe.yaml", person("zoe"))
    w.sign("tina", "technical")
    w.sign("zoe", "business", onBehalfOf="bruno")
    w.status("active")


@scenario(MISSING, row=21)
def delegate_and_owner_share_a_seat(w: World) -> None:
    lend(w, "tina", "zoe", "technical")
    w.govern("people/zoe.yaml", person("zoe"))
    w.policy(levels={"high": {"slots": ["technical", "technical"]}})
    w.sign("tina", "technical")
    w.sign("zoe", "technical", onBehalfOf="tina")
    w.status("active")


@scenario(INVALID, MISSING, row=21)
def the_delegate_is_the_proposer(w: World) -> None:
    lend(w, "bruno", "ana", "business")
    w.sign("tina", "technical")
    w.sign("ana", "business", onBehalfOf="bruno")
    w.status("active")


@scenario(INVALID, MISSING, row=21)
def somebody_signs_in_place_of_the_proposer(w: World) -> None:
    lend(w, "ana", "zoe", "business")
    w.govern("people/zoe.yaml", person("zoe"))
    w.sign("tina", "technical")
    w.sign("zoe", "business", onBehalfOf="ana")
    w.status("active")


@scenario(INVALID, MISSING)
def a_delegate_lends_it_on(w: World) -> None:
    lend(w, "bruno", "zoe", "business")
    lent = {"role": "business", "scope": ["*"], "to": "yan", "from": "2026-08-20", "until": "2026-09-10"}
    w.govern("people/zoe.yaml", person("zoe", delegations=[lent]))
    w.govern("people/yan.yaml", person("yan"))
    w.sign("tina", "technical")
    w.sign("yan", "business", onBehalfOf="zoe")
    w.status("active")


@scenario(INVALID, MISSING)
def a_delegation_lasts_too_long(w: World) -> None:
    lend(w, "bruno", "zoe", "business", "2026-08-20", "2026-09-19")
    w.govern("people/zoe.yaml", person("zoe"))
    w.sign("tina", "technical")
    w.sign("zoe", "business", onBehalfOf="bruno")
    w.status("active")


@scenario(INVALID, MISSING)
def a_delegation_of_what_is_not_held(w: World) -> None:
    lent = {"role": "business", "scope": ["*"], "to": "zoe", "from": "2026-08-20", "until": "2026-09-10"}
    w.govern("people/tina.yaml", person("tina", role("technical"), delegations=[lent]))
    w.govern("people/zoe.yaml", person("zoe"))
    w.sign("tom", "technical")
    w.sign("zoe", "business", onBehalfOf="tina")
    w.status("active")


@scenario(MISSING, row=23)
def one_key_belongs_to_two_people(w: World) -> None:
    same = [{"id": "shared", "type": "ssh-ed25519", "publicKey": public("tina")}]
    w.govern("people/bruno.yaml", person("bruno", role("business"), keys=same))
    w.sign("tina", "technical")
    w.sign("bruno", "business", key_of="tina")
    w.status("active")


@scenario(INVALID, MISSING, row=33)
def a_weak_key_opens_nothing(w: World) -> None:
    raw = bytes([1]) + bytes(31)
    text = key("tina").public._replace(raw=raw).text
    weak = [{"id": "weak", "type": "ssh-ed25519", "publicKey": text}]
    w.govern("people/tina.yaml", person("tina", role("technical"), keys=weak))
    w.sign_both()
    w.status("active")


@scenario(row=0)
def a_level_without_slots_asks_for_nobody(w: World) -> None:
    w.govern("policy.yaml", dumps({"levels": {"high": {"slots": []}}}))
    w.status("approved")


@scenario(("lifecycle-step-skipped", CANCEL_FILE), MISSING)
def nobody_signs_and_it_skips_the_review(w: World) -> None:
    w.status("draft")
    w.merge()
    w.status("active")
