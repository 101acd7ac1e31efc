"""Which definitions of a registry decide: sections 1 and 2 of the contract, by files and `alvara decide`."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run
from tests.ran import Ran

CONFIG = "registry: 5f0d3d2e-7a11-4c9e-9b7a-0d6f3f1a2b3c\nname: shop\n"
ORDER = """\
id: order
type: entity
name: Order
recordSchema:
  type: object
  required: [id, tenant]
  properties: {id: {type: string}, tenant: {type: string}, days: {type: integer}}
"""
SHIP = """\
id: order.ship
version: "1.0.0"
status: active
description: Ships an order.
action: update
risk: medium
semanticIds: [order]
target: {resource: order, idFrom: input.orderId}
inputSchema:
  type: object
  additionalProperties: false
  required: [orderId]
  properties: {orderId: {type: string}, days: {type: integer, default: 5}}
authorization: {permissions: [order.update]}
"""
STOP = """\
id: order.stop
version: "1.0.0"
status: active
effect: deny
appliesTo: {capabilities: [order.ship]}
reason: {code: ORDER_STOPPED, message: It is stopped.}
"""
ENDED = 'deprecation: {since: "2026-01-01", removeAfter: "2026-06-30", reason: It is old.}\n'
SHIP_FILE, STOP_FILE, ORDER_FILE = "capabilities/order/ship.yaml", "policies/order/stop.yaml", "semantic-ids/order.yaml"
CLERK = {"id": "u1", "tenant": "t1", "permissions": ["order.update"]}

Answer = Callable[..., Ran]


@pytest.fixture
def answer(tmp_path: Path, run: Run) -> Answer:
    """Lay out a registry and ask it one thing, from another folder."""

    def ask(files: dict[str, str], *options: str, capability: str = "order.ship", **changed: Any) -> Ran:
        root = tmp_path / "registry"
        for path, text in {"alvara.yaml": CONFIG, ORDER_FILE: ORDER, SHIP_FILE: SHIP, **files}.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text, encoding="utf-8")
        given = {"input": {"orderId": "o1"}, "principal": CLERK, "resource": {"id": "o1", "tenant": "t1"}, **changed}
        named = []
        for name, value in given.items():
            (tmp_path / f"{name}.json").write_text(json.dumps(value), encoding="utf-8")
            named += [f"--{name}", str(tmp_path / f"{name}.json")]
        moment = () if "--now" in options else ("--now", "2026-05-01T09:00:00Z")
        return run("-C", str(root), "decide", capability, *named, *moment, "--format", "json", *options)

    return ask


def told(ran: Ran) -> tuple[Any, ...]:
    return (ran.json["decision"], *(reason["code"] for reason in ran.json["reasons"]))


@pytest.mark.parametrize(
    ("applies", "attached"),
    [
        ("capabilities: [order.ship]", True),
        ('capabilities: ["order.*"]', True),
        ('capabilities: ["order.ship.*"]', False),
        ("resources: [order]", True),
        ("capabilities: [order.other], resources: [order]", True),
        ("capabilities: [order.ship], risk: [low, medium]", True),
        ("capabilities: [order.ship], risk: [high]", False),
        ("risk: [medium]", False),
    ],
)
def test_a_policy_is_attached_by_capability_or_resource_and_by_risk(
    answer: Answer, applies: str, attached: bool
) -> None:
    ran = answer({STOP_FILE: STOP.replace("capabilities: [order.ship]", applies)})
    assert told(ran) == (("deny", "ORDER_STOPPED") if attached else ("allow",))


def test_below_is_any_depth_below(answer: Answer) -> None:
    deep = SHIP.replace("order.ship", "order.parts.sets.ship")
    files = {
        "capabilities/order/parts/sets/ship.yaml": deep,
        STOP_FILE: STOP.replace("[order.ship]", '["order.*"]'),
    }
    assert told(answer(files, capability="order.parts.sets.ship")) == ("deny", "ORDER_STOPPED")


@pytest.mark.parametrize("said", ["capabilityRefs: [order.ship]\n", "policyRefs: [order.stop]\n"])
def test_what_a_resource_says_of_itself_attaches_no_policy(answer: Answer, said: str) -> None:
    """A listed resource counts where the capability lists it, too; `policyRefs` documents."""
    files = {
        ORDER_FILE: ORDER + said,
        SHIP_FILE: SHIP.replace("semanticIds: [order]\n", ""),
        STOP_FILE: STOP.replace("capabilities: [order.ship]", "resources: [order]"),
    }
    assert told(answer(files)) == ("allow",)


@pytest.mark.parametrize(
    ("status", "decides"), [("draft", False), ("active", True), ("deprecated", True), ("removed", False)]
)
def test_a_policy_decides_while_it_is_active_or_deprecated(answer: Answer, status: str, decides: bool) -> None:
    text = STOP.replace("status: active", f"status: {status}") + (ENDED if status == "deprecated" else "")
    for now in ("2026-05-01T09:00:00Z", "2027-05-01T09:00:00Z"):
        ran = answer({STOP_FILE: text}, "--now", now)
        assert told(ran) == (("deny", "ORDER_STOPPED") if decides else ("allow",))


def test_each_major_of_a_policy_that_is_in_use_decides(answer: Answer) -> None:
    second = STOP.replace('"1.0.0"', '"2.0.0"').replace("deny", "require-confirmation").replace("STOPPED", "ASKED")
    assert told(answer({STOP_FILE: second, "policies/order/stop.v1.yaml": STOP})) == ("deny", "ORDER_STOPPED")
    assert told(answer({"policies/order/stop.v1.yaml": STOP.replace("status: active", "status: draft")})) == (
        "confirm", "ORDER_ASKED",
    )  # fmt: skip


def test_a_deprecated_version_runs_until_its_end_and_only_alone(answer: Answer) -> None:
    old = SHIP.replace("status: active", "status: deprecated") + ENDED
    assert told(answer({SHIP_FILE: old}, "--now", "2026-06-30T23:59:59Z")) == ("allow",)
    assert told(answer({SHIP_FILE: old}, "--now", "2026-07-01T00:00:00Z")) == ("deny", "request.not_active")
    both = {SHIP_FILE: SHIP.replace('"1.0.0"', '"2.0.0"'), "capabilities/order/ship.v1.yaml": old}
    assert answer(both).json["version"] == "2.0.0"
    assert told(answer(both, capability="order.ship@1")) == ("deny", "request.not_active")
    assert told(answer(both, capability="order.ship@3")) == ("deny", "request.unknown_capability")


def test_of_two_versions_in_use_none_is_taken_for_the_other(answer: Answer) -> None:
    both = {SHIP_FILE: SHIP.replace('"1.0.0"', '"2.0.0"'), "capabilities/order/ship.v1.yaml": SHIP}
    ran = answer(both)
    assert (ran.code, ran.out) == (2, "")
    assert "`order.ship` is active in several versions" in ran.err
    assert answer(both, capability="order.ship@1").json["version"] == "1.0.0"


@pytest.mark.parametrize("status", ["draft", "review", "approved", "removed"])
def test_what_is_not_in_use_does_not_run(answer: Answer, status: str) -> None:
    assert told(answer({SHIP_FILE: SHIP.replace("active", status)})) == ("deny", "request.not_active")


def test_defaults_of_a_schema_are_not_filled_in(answer: Answer) -> None:
    files = {SHIP_FILE: SHIP + "preconditions: [{id: five, expr: input.days == 5}]\n"}
    assert told(answer(files)) == ("blocked", "precondition.evaluation_error")
    assert told(answer(files, input={"orderId": "o1", "days": 5})) == ("allow",)
    blocked = answer(files, input={"orderId": "o1", "days": 6}).json["reasons"][0]
    assert (blocked["code"], blocked["message"]) == ("precondition.not_met", "this has to hold first")


@pytest.mark.parametrize(
    ("broken", "outcome"),
    [
        ("resource.dayz == 1", ("deny", "policy.evaluation_error")),
        ('resource.days == "1"', ("deny", "policy.evaluation_error")),
        ("resource.days ==", ("deny", "policy.evaluation_error")),
    ],
)
def test_a_finding_in_a_condition_that_decides_closes_the_door(
    answer: Answer, broken: str, outcome: tuple[str, ...]
) -> None:
    when = f"when:\n  all:\n    - id: odd\n      expr: {json.dumps(broken)}\n"
    ran = answer({STOP_FILE: STOP + when}, resource={"id": "o1", "tenant": "t1"})
    assert told(ran) == outcome
    reason = ran.json["reasons"][0]
    assert (reason["policy"], reason["atom"], reason["file"], reason["line"]) == ("order.stop", "odd", STOP_FILE, 10)


def test_findings_elsewhere_stop_no_decision(answer: Answer) -> None:
    elsewhere = {
        "capabilities/order/list.yaml": "id: order.list\n",
        "docs/order.md": "---\nsemanticId: [\n---\n",
        "scenarios/order/ship.yaml": "scenarios: 1\n",
        "governance/policy.yaml": "levels: 1\n",
        "approvals/odd.yaml": "odd\n",
        SHIP_FILE: SHIP + "knowledgeReferences: [docs/nowhere]\n",
    }
    ran = answer(elsewhere)
    assert told(ran) == ("allow",)
    assert "left out what is not understood in capabilities/order/list.yaml" in ran.err
    assert answer({"policies/order/odd.yaml": "id: order.odd\n"}).code == 2


@pytest.mark.parametrize("empty", ["risk: []", "risk: {}"])
def test_a_policy_of_no_risk_is_refused_and_not_one_of_every_risk(answer: Answer, empty: str) -> None:
    text = STOP.replace("deny", "allow").replace("[order.ship]", f"[order.ship], {empty}")
    ran = answer({STOP_FILE: text})
    assert (ran.code, ran.out) == (2, "")


def test_the_answer_has_the_keys_of_the_contract(answer: Answer) -> None:
    keys = {"format", "decision", "capability", "version", "reasons", "confirmation", "trace", "now"}
    for confirmation in ("{required: true, messageTemplate: Sure?}", "{required: false}"):
        ran = answer({SHIP_FILE: SHIP + f"confirmation: {confirmation}\n"}, "--explain")
        assert ran.json.keys() == keys
        assert ran.json["now"] == "2026-05-01T09:00:00Z"
        if ran.json["decision"] == "confirm":
            assert ran.json["confirmation"].keys() == {"message", "digest", "expiresAt"}
            assert ran.json["confirmation"]["message"] == "Sure?"
            assert ran.json["confirmation"]["expiresAt"] == "2026-05-01T09:10:00Z"
            (reason,) = ran.json["reasons"]
            assert reason.keys() == {"phase", "code", "message", "policy", "atom", "file", "line"}
            assert (reason["policy"], reason["atom"]) == (None, None)
        else:
            assert (ran.json["decision"], ran.json["confirmation"], ran.json["reasons"]) == ("allow", None, [])


def test_without_a_moment_it_is_that_of_the_system(
    answer: Answer, monkeypatch: pytest.MonkeyPatch, run: Run, tmp_path: Path
) -> None:
    answer({})
    monkeypatch.setattr("alvara.cli.moments.system_moment", lambda: "2031-02-03T04:05:06Z")
    named = [word for name in ("input", "principal", "resource") for word in (f"--{name}", f"{tmp_path}/{name}.json")]
    ran = run("-C", str(tmp_path / "registry"), "decide", "order.ship", *named, "--format", "json")
    assert ran.json["now"] == "2031-02-03T04:05:06Z"


def test_files_are_looked_up_in_the_folder_that_is_named(answer: Answer, run: Run, tmp_path: Path) -> None:
    answer({})
    for name in ("input", "principal", "resource"):
        (tmp_path / f"{name}.json").rename(tmp_path / f"registry/{name}.json")
    names = ["--input", "input.json", "--principal", "principal.json", "--resource", "resource.json"]
    ran = run("-C", str(tmp_path / "registry"), "decide", "order.ship", *names)
    assert (ran.code, ran.out.startswith("allow: order.ship 1.0.0, as of ")) == (0, True)
    assert "\x1b" not in ran.out


def test_an_agent_is_not_explained_to(answer: Answer) -> None:
    ran = answer({}, "--view", "agent", "--explain")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "alvara: --explain is for auditors; an agent is told codes only\n"
