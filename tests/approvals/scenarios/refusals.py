"""Refusals that everybody has, and what is written elsewhere so that they should count no longer."""

from typing import Any

from tests.approvals.registry import CONFIG
from tests.approvals.scenario import INVALID, MISSING, scenario
from tests.approvals.scenarios.records import revoked
from tests.approvals.world import World, person, public, role

BRUNO = "governance/people/bruno.yaml"
LENT = {"role": "business", "scope": ["*"], "to": "zoe", "from": "2026-08-20", "until": "2026-09-10"}


def refused(w: World, who: str = "bruno", **said: Any) -> None:
    """Have somebody say no, as business, so that everybody has it."""
    w.sign(who, "business", decision="reject", **said)
    w.merge()


def approved_by_others(w: World, **said: str) -> None:
    """Take what was changed for what everybody has, and have two others agree."""
    w.merge()
    about = w.subject()
    w.sign("tina", "technical", about, **said)
    w.sign("tom", "business", about, **said)
    w.status("active")


@scenario(MISSING)
def the_role_of_one_who_refused_ends_before_that(w: World) -> None:
    refused(w)
    w.now[BRUNO] = person("bruno", role("business", until="2026-08-31"))
    approved_by_others(w)


@scenario(MISSING)
def the_key_of_one_who_refused_ends_before_that(w: World) -> None:
    refused(w)
    keys = [{"id": "laptop", "type": "ssh-ed25519", "publicKey": public("bruno"), "until": "2026-08-31"}]
    w.now[BRUNO] = person("bruno", role("business"), keys=keys)
    approved_by_others(w)


@scenario(MISSING)
def the_delegation_of_one_who_refused_ends_before_that(w: World) -> None:
    w.govern("people/zoe.yaml", person("zoe"))
    w.govern("people/bruno.yaml", person("bruno", role("business"), delegations=[LENT]))
    refused(w, "zoe", onBehalfOf="bruno")
    w.now[BRUNO] = person("bruno", role("business"), delegations=[{**LENT, "until": "2026-08-25"}])
    approved_by_others(w)


@scenario(MISSING)
def the_branch_of_a_refusal_has_another_name(w: World) -> None:
    refused(w)
    w.now["alvara.yaml"] = CONFIG.replace("defaultBranch: main", "defaultBranch: trunk")
    approved_by_others(w, target="refs/heads/trunk")


@scenario(MISSING)
def a_refusal_is_later_than_the_commit_that_is_judged(w: World) -> None:
    refused(w, issuedAt="2026-09-02T12:00:00Z")
    approved_by_others(w)


@scenario()
def the_key_of_one_who_refused_was_stolen(w: World) -> None:
    refused(w)
    w.now["governance/revocations.yaml"] = revoked("bruno", "always")
    approved_by_others(w)


@scenario()
def one_who_never_could_has_refused(w: World) -> None:
    refused(w, "robot", key_of="bruno")
    approved_by_others(w)


@scenario()
def one_who_lent_nothing_is_named_in_a_refusal(w: World) -> None:
    w.govern("people/tom.yaml", person("tom", role("technical")))
    refused(w, "tom", onBehalfOf="bruno")
    w.sign_both()
    w.status("active")


@scenario(INVALID)
def a_new_refusal_is_by_one_who_has_left(w: World) -> None:
    w.govern("people/zoe.yaml", person("zoe", role("business", until="2026-08-31")))
    w.sign("zoe", "business", decision="reject")
    w.sign_both()
    w.status("active")
