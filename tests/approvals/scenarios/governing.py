"""Who may decide who may decide: governance that comes with content, is broken, weakened, or gone."""

from json import dumps

from tests.approvals.registry import CANCEL_FILE, FILES, READ_FILE
from tests.approvals.scenario import INVALID, MISSING, ONE_PARKED, scenario
from tests.approvals.world import World, governed, person, public, role

TINA, BRUNO, POLICY = "governance/people/tina.yaml", "governance/people/bruno.yaml", "governance/policy.yaml"


def mixed(path: str) -> tuple[str, str]:
    """The finding that a change is two."""
    return "governance-and-content-mixed", path


@scenario(mixed("governance/people/zoe.yaml"), INVALID, MISSING, row=22)
def a_change_enrols_somebody_and_takes_their_word(w: World) -> None:
    w.now["governance/people/zoe.yaml"] = person("zoe", role("technical"))
    w.sign("zoe", "technical")
    w.sign("bruno", "business")
    w.status("active")


@scenario(mixed(POLICY), MISSING, row=22)
def a_change_asks_for_nobody_and_approves(w: World) -> None:
    w.now[POLICY] = dumps({"levels": {"high": {"slots": []}}})
    w.status("approved")


@scenario(mixed(TINA), MISSING, row=22)
def a_change_gives_somebody_a_second_role(w: World) -> None:
    w.sign("tina", "technical")
    w.now[TINA] = person("tina", role("technical"), role("business"))
    w.status("active")


@scenario(mixed(TINA))
def a_change_of_governance_brings_a_schema(w: World) -> None:
    w.stand()
    w.edit(TINA, '"Tina"', '"Tina Lima"')
    w.edit("schemas/payment.json", '"maxLength": 100', '"maxLength": 200')


@scenario()
def governance_alone_changes(w: World) -> None:
    w.now["governance/people/zoe.yaml"] = person("zoe", role("technical"))


@scenario()
def governance_is_written_otherwise(w: World) -> None:
    w.now[TINA] = str(w.now[TINA]).replace(", ", ",\r\n ")
    w.sign_both()
    w.status("active")


def without_governance(w: World) -> None:
    """Take a registry that nobody governs yet."""
    w.base, w.now = dict(FILES), dict(FILES)


@scenario()
def the_first_governance_comes_alone(w: World) -> None:
    without_governance(w)
    w.now |= governed()


@scenario(mixed("governance/people/ana.yaml"))
def the_first_governance_comes_with_content(w: World) -> None:
    without_governance(w)
    w.now |= governed()
    w.sign_both()
    w.status("active")


@scenario(MISSING)
def nobody_governs_and_it_is_approved(w: World) -> None:
    without_governance(w)
    w.status("approved")


@scenario(MISSING)
def people_without_a_policy_let_nothing_through(w: World) -> None:
    w.base, w.now = dict(FILES), dict(FILES)
    w.govern("people/tina.yaml", person("tina", role("technical")))
    w.govern("people/ana.yaml", person("ana"))
    w.status("approved")


@scenario(("governance-erased", "governance/people/ana.yaml"))
def all_governance_is_deleted(w: World) -> None:
    w.stand()
    for path in [path for path in w.now if path.startswith("governance/")]:
        del w.now[path]


@scenario(("governance-erased", POLICY))
def the_policy_is_deleted(w: World) -> None:
    w.stand()
    del w.now[POLICY]


@scenario(("governance-erased", TINA))
def a_person_is_deleted(w: World) -> None:
    del w.now[TINA]


@scenario(("governance-erased", TINA))
def a_role_is_deleted(w: World) -> None:
    w.now[TINA] = person("tina")


@scenario(("governance-erased", TINA))
def a_key_is_exchanged_under_its_name(w: World) -> None:
    keys = [{"id": "laptop", "type": "ssh-ed25519", "publicKey": public("mallory")}]
    w.now[TINA] = person("tina", role("technical"), keys=keys)


@scenario(("governance-erased", TINA))
def a_person_becomes_a_program(w: World) -> None:
    w.now[TINA] = person("tina", role("technical"), kind="bot")


@scenario(("governance-erased", TINA))
def a_delegation_is_deleted(w: World) -> None:
    lent = {"role": "technical", "scope": ["*"], "to": "tom", "from": "2026-08-20", "until": "2026-09-10"}
    w.govern("people/tina.yaml", person("tina", role("technical"), delegations=[lent]))
    w.now[TINA] = person("tina", role("technical"))


@scenario(("governance-erased", "governance/revocations.yaml"))
def a_stolen_key_is_good_again(w: World) -> None:
    gone = {"key": "SHA256:" + "A" * 43, "since": "always"}
    w.govern("revocations.yaml", dumps({"revocations": [gone]}))
    w.now["governance/revocations.yaml"] = dumps({"revocations": []})


@scenario(("governance-erased", "governance/revocations.yaml"))
def a_stolen_key_is_good_for_longer(w: World) -> None:
    gone = {"key": "SHA256:" + "A" * 43, "since": "2026-01-01"}
    w.govern("revocations.yaml", dumps({"revocations": [gone]}))
    w.now["governance/revocations.yaml"] = dumps({"revocations": [{**gone, "since": "2026-08-01"}]})


@scenario()
def a_role_and_a_key_are_closed(w: World) -> None:
    keys = [{"id": "laptop", "type": "ssh-ed25519", "publicKey": f"{public('tina')} tina@work", "until": "2026-09-01"}]
    w.now[TINA] = person("tina", role("technical", until="2026-09-01"), keys=keys)


@scenario(("unsatisfiable-approval", CANCEL_FILE))
def nobody_is_left_who_could_agree(w: World) -> None:
    w.now[BRUNO] = person("bruno", role("business", until="2026-08-31"))
    w.now["governance/people/tom.yaml"] = person("tom", role("technical"), role("business", until="2026-08-31"))


@scenario(("unsatisfiable-approval", CANCEL_FILE))
def a_policy_asks_for_more_than_there_are(w: World) -> None:
    w.now[POLICY] = dumps({"levels": {"high": {"slots": ["technical"] * 3}}})


@scenario(("unsatisfiable-approval", CANCEL_FILE))
def a_policy_asks_for_more_than_there_are_of_what_stands(w: World) -> None:
    w.stand()
    w.now[POLICY] = dumps({"levels": {"high": {"slots": ["technical", "technical", "technical", "business"]}}})


@scenario(MISSING)
def a_level_that_is_not_named_takes_that_below(w: World) -> None:
    w.policy(levels={"medium": {"slots": ["business"]}})
    w.status("approved")


@scenario()
def a_level_below_all_that_are_named_asks_for_nobody(w: World) -> None:
    w.policy(levels={"critical": {"slots": ["business"]}})
    w.status("approved")


@scenario(INVALID, MISSING)
def an_action_is_approved_below_its_floor(w: World) -> None:
    w.policy(levels={"high": {"slots": []}, "critical": {"slots": ["technical", "business"]}},
             riskFloors={"cancel": "critical"})  # fmt: skip
    w.sign_both()
    w.status("active")


@scenario()
def an_action_is_approved_at_its_floor(w: World) -> None:
    w.policy(levels={"high": {"slots": []}, "critical": {"slots": ["technical", "business"]}},
             riskFloors={"cancel": "critical"})  # fmt: skip
    w.sign_both(risk="critical")
    w.status("active")


@scenario(("approval-missing", READ_FILE))
def a_floor_lifts_what_is_low(w: World) -> None:
    w.policy(riskFloors={"get": "high"})


def broken_base(w: World, path: str = POLICY, text: str = "levels: {high: {slots: [technical, technical]}\n") -> None:
    """Have governance in the base of which not all can be read; the change mends it."""
    assert w.base is not None
    w.base[path] = text


@scenario(("approval-missing", POLICY))
def the_base_cannot_be_read_and_nothing_is_due(w: World) -> None:
    broken_base(w)


@scenario(("approval-missing", POLICY), mixed(POLICY))
def the_base_cannot_be_read_and_something_is_approved(w: World) -> None:
    broken_base(w)
    w.sign_both()
    w.status("active")


@scenario(("approval-missing", TINA))
def a_person_in_the_base_says_something_twice(w: World) -> None:
    broken_base(w, TINA, "name: Tina\nkind: bot\nkind: human\n")


@scenario(("approval-missing", POLICY), mixed("governance/people/ana.yaml"))
def the_first_governance_cannot_be_read(w: World) -> None:
    without_governance(w)
    w.now |= governed()
    w.now[POLICY] = "levels: [high]\n"
    w.status("approved")


@scenario()
def without_a_base_what_is_agreed_on_is_agreed_on(w: World) -> None:
    w.sign_both()
    w.status("active")
    w.base = None


@scenario(MISSING)
def without_a_base_what_nobody_signed_is_refused(w: World) -> None:
    w.status("active")
    w.base = None


@scenario(MISSING)
def without_a_base_a_stranger_is_refused(w: World) -> None:
    w.sign_both(key_of="mallory")
    w.status("active")
    w.base = None


@scenario(("registry-renamed", "alvara.yaml"), INVALID, MISSING, row=14)
def the_registry_takes_the_name_of_another(w: World) -> None:
    w.edit("alvara.yaml", "5f0d3d2e", "00000000")
    w.sign_both(repository="00000000-7a11-4c9e-9b7a-0d6f3f1a2b3c")
    w.status("active")


@scenario(INVALID, MISSING)
def the_default_branch_is_changed_to_that_of_the_records(w: World) -> None:
    w.edit("alvara.yaml", "defaultBranch: main", "defaultBranch: next")
    w.sign_both(target="refs/heads/next")
    w.status("active")


@scenario(ONE_PARKED)
def a_record_waits_for_an_action_that_has_no_slots(w: World) -> None:
    w.policy(levels={"critical": {"slots": ["business"]}})
    w.sign("bruno", "business")
