"""A capability that was stopped is denied, and so is what runs it; nothing else is decided otherwise."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from alvara.adapters.published import read_schema
from alvara.app.charters import charter_for, find_capability
from alvara.cli.decidable import open_decidable
from alvara.decisions.charter import Charter, Source, charter_of
from alvara.decisions.deciding import decide
from alvara.decisions.replaying import replay
from alvara.decisions.request import Confirmed, Request
from alvara.decisions.views import agent_view
from alvara.identity.digests import canonical
from alvara.subschemas.instances import Instances
from tests.decisions.permits import CAPABILITY, charter, policy, request
from tests.decisions.test_properties import FLAT, ask, capabilities, policies, requests, strength

STOPPED = frozenset({"permit.extend"})
NAMES = ("permit.extend", "permit.prolong", "permit.longer", "permit.notify", "permit.tell", "permit.other")
SOURCE = Source("tree", f"sha256:{0:064}")
SCHEMA = Instances(json.loads(read_schema("output/decision-1")))


def running() -> Charter:
    """A charter with an alias, whose capability runs another that has two names."""
    own, step = frozenset({"permit.extend", "permit.prolong"}), frozenset({"permit.notify", "permit.tell"})
    runs = {"permit.extend": own, "permit.notify": step}
    return charter_of(CAPABILITY, [], record=FLAT, source=SOURCE, runs=runs)


def test_what_is_stopped_is_denied() -> None:
    decision = decide(charter(), request(denied=STOPPED))

    assert decision.outcome == "deny"
    assert [(reason.phase, reason.code) for reason in decision.reasons] == [("request", "request.denied")]


@pytest.mark.parametrize("asked", [{"input": {}}, {"principal": None}, {"resource": None}, {"context": float("nan")}])
def test_it_is_denied_for_that_reason_whatever_else_is_wrong(asked: dict[str, Any]) -> None:
    decision = decide(charter(policy("p.no", "deny")), request(**asked, denied=STOPPED))

    assert decision.reasons[0].code == "request.denied"


def test_a_policy_that_allows_and_the_yes_of_a_user_open_nothing() -> None:
    asking = charter(policy("p.ask", "require-confirmation"), policy("p.yes", "allow"))
    question = decide(asking, request()).question
    assert question is not None
    yes = Confirmed(question.digest, question.expires_at)
    assert decide(asking, request(confirmed=yes)).outcome == "allow"

    decision = decide(asking, request(confirmed=yes, denied=STOPPED))

    assert (decision.outcome, decision.question) == ("deny", None)


@pytest.mark.parametrize("name", ["permit.prolong", "permit.notify", "permit.tell"])
def test_every_name_of_it_and_of_what_it_runs_stops_it(name: str) -> None:
    decision = decide(running(), request(denied={name}))

    assert [reason.code for reason in decision.reasons] == ["request.denied"]


def test_an_auditor_is_told_which_step_is_stopped_and_an_agent_is_not() -> None:
    decision = decide(running(), request(denied={"permit.tell"}))

    assert "permit.notify" in decision.as_json()["reasons"][0]["message"]
    assert agent_view(decision)["reasons"] == [{"code": "request.denied"}]
    assert "notify" not in json.dumps(agent_view(decision))


def test_a_name_that_only_begins_alike_stops_nothing() -> None:
    denied = {"permit", "permit.ext", "permit.extend.more", "Permit.extend", "permit.*", ""}

    assert decide(charter(), request(denied=denied)).outcome == decide(charter(), request()).outcome == "allow"


def test_the_record_keeps_what_matters_of_the_list_and_nothing_else_of_it() -> None:
    decision = decide(running(), request(denied={"permit.tell", "permit.prolong", "secret.project"}))

    assert decision.trace["request"]["denied"] == ["permit.prolong", "permit.tell"]
    assert SCHEMA.objection(json.loads(canonical(decision.as_json()))) is None
    assert "secret.project" not in json.dumps(decision.trace)


def test_a_record_of_a_stop_is_decided_again_byte_for_byte() -> None:
    asked = request(denied={"permit.tell", "unrelated.thing"})
    recorded = json.loads(canonical(decide(running(), asked).trace))

    again, _ = replay(running(), recorded, {})

    assert canonical(again.trace) == canonical(recorded)


def test_the_same_request_has_another_record_with_a_stop_than_without() -> None:
    before, after = decide(charter(), request()), decide(charter(), request(denied=STOPPED))

    assert before.trace["decisionId"] != after.trace["decisionId"]


@settings(max_examples=80, deadline=None)
@given(capabilities, policies(), requests, st.frozensets(st.sampled_from(NAMES)))
def test_a_list_of_stops_only_takes_away(body: Any, attached: Any, asked: Request, denied: frozenset[str]) -> None:
    before = ask(body, attached, asked)
    after = ask(body, attached, asked._replace(denied=denied))

    assert strength(after) <= strength(before)
    if "permit.extend" in denied:
        assert (after.outcome, after.reasons[0].code) == ("deny", "request.denied")
    else:
        assert canonical(after.as_json()) == canonical(before.as_json())


COPY = """\
id: order.copy
version: "1.0.0"
status: active
description: Runs another.
type: composite
action: custom
risk: medium
inputSchema: {type: object, additionalProperties: false}
authorization: {permissions: [order.update]}
steps: [{id: one, capability: order.send, with: {}}]
output: {}
"""
DISPATCH = """\
id: order.dispatch
version: "1.0.0"
status: active
aliases: [order.dispatchNow]
description: Does it.
action: update
risk: medium
inputSchema: {type: object, additionalProperties: false}
authorization: {permissions: [order.update]}
"""
FILES = {
    "alvara.yaml": "registry: 5f0d3d2e-7a11-4c9e-9b7a-0d6f3f1a2b3c\nname: shop\n",
    "capabilities/order/dispatch.yaml": DISPATCH,
    "capabilities/order/copy.yaml": COPY,
    "capabilities/order/archive.yaml": COPY.replace("order.copy", "order.archive").replace("order.send", "order.copy"),
    "ledger/migrations/capability/order.send.yaml":
        'from: order.send\nto: order.dispatch\nsince: "2026-01-01"\nreason: Clearer.\n',
    "ledger/migrations/capability/order.mail.yaml":
        'from: order.mail\nto: order.send\nsince: "2025-01-01"\nreason: Clearer.\n',
}  # fmt: skip


@pytest.mark.parametrize("stop", ["order.dispatch", "order.dispatchNow", "order.send", "order.mail"])
@pytest.mark.parametrize("asked", ["order.dispatch", "order.copy", "order.archive"])
def test_steps_of_steps_are_found_by_id_alias_and_old_id(tmp_path: Path, stop: str, asked: str) -> None:
    for path, text in FILES.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    registry = open_decidable(str(tmp_path), "")
    found = find_capability(registry, asked)
    assert found is not None
    user = {"id": "u1", "permissions": ["order.update"]}
    asking = Request({}, user, "2026-05-01T09:00:00Z")
    compiled = charter_for(registry, found)
    assert decide(compiled, asking).outcome == "allow"

    decision = decide(compiled, asking._replace(denied=frozenset({stop})))

    assert [reason.code for reason in decision.reasons] == ["request.denied"]
    assert ("`order.dispatch`" in decision.reasons[0].message) == (asked != "order.dispatch")
