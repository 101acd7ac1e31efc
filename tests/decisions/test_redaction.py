"""What may not be kept is nowhere in a record; what an agent may not see is nowhere in its answer."""

import json
import time
from typing import Any

import pytest

from alvara.decisions.deciding import decide
from alvara.decisions.decision import Decision
from alvara.decisions.views import agent_view
from alvara.report import decision_json, decision_text
from tests.decisions.permits import CLERK, OPEN, TEXT, charter, policy, request

CANARY = "canary-4711"
SECRET = {"type": "string", "x-sensitive": True}
NODE: dict[str, Any] = {"type": "object", "properties": {"pin": SECRET, "next": {"$ref": "#/$defs/node"}}}
INPUT: dict[str, Any] = {
    "$defs": {"node": NODE},
    "type": "object",
    "additionalProperties": False,
    "required": ["permit", "days"],
    "properties": {
        "permit": TEXT, "days": {"type": "integer"}, "note": TEXT, "pin": SECRET, "tree": {"$ref": "#/$defs/node"},
        "either": {"anyOf": [{"type": "object", "properties": {"pin": SECRET}}, {"type": "object"}]},
        "list": {"type": "array", "items": {"type": "object", "properties": {"pin": SECRET}}},
        "pair": {"type": "array", "prefixItems": [True, SECRET]},
        "map": {"type": "object", "patternProperties": {"^k": SECRET}, "additionalProperties": TEXT},
        "rest": {"type": "object", "additionalProperties": SECRET},
        "cond": {"type": "object", "if": {"required": ["a"]}, "then": {"properties": {"a": SECRET}}},
    },
}  # fmt: skip


def bytes_of(decision: Decision) -> str:
    return "".join(
        (decision_json.render(decision.trace), decision_text.explain(decision), str(decision.judged),
         decision_json.render(agent_view(decision)), decision_text.render_for_agent(agent_view(decision)))
    )  # fmt: skip


PLACES: list[tuple[str, Any]] = [
    ("/input/pin", {"pin": CANARY}),
    ("/input/note", {"note": CANARY}),
    ("/input/tree/next/next/pin", {"tree": {"next": {"next": {"pin": CANARY}}}}),
    ("/input/either/pin", {"either": {"pin": CANARY}}),
    ("/input/list/1/pin", {"list": [{}, {"pin": CANARY}]}),
    ("/input/pair/1", {"pair": [1, CANARY]}),
    ("/input/map/k1", {"map": {"k1": CANARY}}),
    ("/input/rest/x", {"rest": {"x": CANARY}}),
    ("/input/cond/a", {"cond": {"a": CANARY}}),
]


@pytest.mark.parametrize(("pointer", "given"), PLACES)
def test_a_masked_value_is_nowhere_in_a_record(pointer: str, given: dict[str, Any]) -> None:
    (name,) = given
    reading = f'has(input.{name}) && string(input.{name} == "x") == "{CANARY[:3]}x"'
    body = charter(
        policy("p.reads", "deny", reading, f"size(input.{name}) == 0 && input.{name} == 1"),
        policy("p.compares", "require-confirmation", f"timestamp(input.{name}) > now"),
        inputSchema=INPUT, observability={"redact": ["/input/note"]},
        confirmation={"required": True, "messageTemplate": {"en": f"Sure of {{input.{name}}}?"}},
    )  # fmt: skip
    asked = {"permit": "P-1", "days": 30, **given}
    decision = decide(body, request(asked))
    assert decision.trace["masked"] == [pointer]
    assert CANARY not in bytes_of(decision)
    assert decision.trace["request"]["input"]["days"] == 30
    broken = decide(body, request({**asked, "days": "thirty"}))
    assert broken.outcome == "blocked"
    assert CANARY not in bytes_of(broken)


def test_the_user_reads_what_is_masked_in_the_record() -> None:
    body = charter(
        observability={"redact": ["/input/note"]},
        confirmation={"required": True, "messageTemplate": {"en": "Note {input.note}?"}},
    )
    decision = decide(body, request({"permit": "P-1", "days": 30, "note": CANARY}))
    assert decision.question is not None
    assert decision.question.message == {"en": f"Note {CANARY}?"}
    assert decision.as_json()["confirmation"]["message"] == {"en": f"Note {CANARY}?"}
    assert decision.trace["confirmation"]["message"] == {"en": "Note [masked]?"}
    assert agent_view(decision)["confirmation"]["message"] == {"en": "Note [masked]?"}
    assert agent_view(decision)["confirmation"]["digest"] == decision.question.digest


@pytest.mark.parametrize(
    ("pointer", "changed"),
    [
        ("/resource/days", {"resource": OPEN}),
        ("/principal/tenant", {}),
        ("/principal/roles", {}),
        ("/context/token", {"context": {"token": CANARY}}),
        ("/principal", {}),
        ("/resource", {}),
    ],
)
def test_every_part_of_a_request_can_be_masked(pointer: str, changed: Any) -> None:
    decision = decide(charter(observability={"redact": [pointer]}), request(**changed))
    assert decision.outcome == "allow"
    assert decision.trace["masked"] == [pointer]
    assert CANARY not in bytes_of(decision)
    root, *steps = pointer.split("/")[1:]
    value = decision.trace["request"][root]
    for step in steps:
        value = value[step]
    assert value == "[masked]"


def test_what_no_schema_knows_is_masked_too() -> None:
    """A mistyped key holds what the right one would have held."""
    decision = decide(charter(inputSchema=INPUT), request({"permit": "P-1", "days": 30, "pinn": CANARY}))
    assert decision.outcome == "blocked"
    assert decision.trace["masked"] == ["/input/pinn"]
    assert CANARY not in bytes_of(decision)


def test_what_has_no_canonical_form_is_not_kept() -> None:
    decision = decide(charter(), request({"permit": CANARY, "days": float("nan")}))
    assert decision.outcome == "blocked"
    assert decision.trace["inputDigest"] is None
    assert CANARY not in bytes_of(decision)


def test_messages_of_errors_repeat_no_value() -> None:
    exprs = [
        "input.note > 1", "timestamp(input.note) > now", "int(input.note) > 1", "input[input.note] == 1",
        "[1][input.days] == 1", "duration(input.note) > duration('1s')", "input.note.matches(input.note + '(')",
        "{'a': 1}[input.note] == 1", "input.note == input.note ? input.note : input.note",
    ]  # fmt: skip
    body = charter(policy("p.errs", "deny", *exprs), observability={"redact": ["/input/note"]})
    decision = decide(body, request({"permit": "P-1", "days": 30, "note": CANARY}))
    assert len(decision.trace["errors"]) >= 7
    assert CANARY not in bytes_of(decision)


def test_an_agent_sees_codes_and_the_question_and_nothing_else() -> None:
    body = charter(
        policy("p.hush.secretPolicy", "deny", 'resource.status == "DONE"'),
        policy("p.ask", "require-confirmation", "input.days > 7"),
    )
    hidden = (
        "secret-service", "hidden", "secretModule", "secretFunction", "secret.ts", "PATCH", "secretPolicy",
        "resource.status", "input.days", "p.ask", "a0", "t1", "u1", "roles",
    )  # fmt: skip
    asked = (
        request(), request(resource={**OPEN, "status": "DONE"}), request({"permit": "P-1", "days": 10}),
        request({"days": 1}), request(principal={**CLERK, "permissions": []}), request(principal=7),
    )  # fmt: skip
    outcomes = set()
    for one in asked:
        decision = decide(body, one)
        outcomes.add(decision.outcome)
        for text in (json.dumps(agent_view(decision)), decision_text.render_for_agent(agent_view(decision))):
            assert [word for word in hidden if word in text] == []
        for view in (agent_view(decision), decision.as_json()):
            text = decision_json.render(view)
            assert [word for word in hidden[:6] if word in text] == []
    assert outcomes == {"deny", "blocked", "confirm"}


def test_an_agent_that_is_denied_learns_of_no_precondition() -> None:
    body = charter(policy("p.no", "deny"))
    view = agent_view(decide(body, request({"permit": "P-1", "days": 10})))
    assert view["reasons"] == [{"code": "P_NO"}]
    assert view["confirmation"] is None


HOLDS = {"type": "object", "properties": {"pin": SECRET}}


@pytest.mark.parametrize(
    ("given", "masked"),
    [
        ([{"pin": CANARY}], "/input"),
        (CANARY, "/input"),
        ({"box": CANARY}, "/input/box"),
        ({"box": [{"pin": CANARY}]}, "/input/box"),
        ({"led": CANARY}, "/input/led"),
        ({"boxes": {"0": {"pin": CANARY}}}, "/input/boxes"),
        ({"boxes": ["x", CANARY]}, "/input/boxes/0"),
        ({"note": CANARY}, "/input/note"),
    ],
)
def test_what_stands_in_place_of_a_secret_is_masked_too(given: Any, masked: str) -> None:
    schema = {
        "type": "object", "required": ["permit"],
        "properties": {
            "box": HOLDS, "boxes": {"type": "array", "items": HOLDS}, "led": {"$ref": "#/$defs/led"},
            "note": {"type": "object"}, "permit": TEXT,
        },
        "$defs": {"led": {"type": "object", "properties": {"to": {"$ref": "#/$defs/pin"}}}, "pin": SECRET},
    }  # fmt: skip
    decision = decide(charter(inputSchema=schema, observability={"redact": ["/input/note/deep"]}), request(given))
    assert decision.outcome == "blocked"
    assert decision.trace["masked"][0] == masked
    assert CANARY not in bytes_of(decision)


def test_what_is_refused_is_masked_soon() -> None:
    schema = {"type": "object", "properties": {"l": {"type": "array", "items": TEXT}}}
    began = time.process_time()
    decision = decide(charter(inputSchema=schema), request({"permit": "P-1", "l": [1] * 300_000}))
    assert decision.outcome == "blocked"
    assert time.process_time() - began < 4
