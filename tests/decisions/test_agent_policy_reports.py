"""Seven reports from agent frameworks of what must not happen to a decision, each as a test of its kind."""

from typing import Any

import pytest

from alvara.decisions.deciding import decide
from alvara.decisions.decision import Decision
from alvara.decisions.request import Confirmed
from tests.decisions.permits import CLERK, OPEN, charter, policy, request

BROKEN = "resource.nowhere == 1"


def yes_to(decision: Decision) -> Confirmed:
    assert decision.question is not None
    return Confirmed(decision.question.digest, decision.question.expires_at)


@pytest.mark.parametrize("joint", ["all", "any", "not"])
def test_a_deny_that_comes_with_an_error_is_not_skipped(joint: str) -> None:
    """microsoft/agent-governance-toolkit#2992: deny and error together were passed over, and the default let it run."""
    body = charter(policy("p.let", "allow", "true"), policy("p.deny", "deny", BROKEN, joint=joint))
    decision = decide(body, request())
    assert (decision.outcome, [r.code for r in decision.reasons]) == ("deny", ["policy.evaluation_error"])
    assert [error["id"] for error in decision.trace["errors"]] == ["p.deny"]


def test_a_yes_given_before_does_not_silence_a_policy_that_asks() -> None:
    """google-gemini/gemini-cli#17261: "allow for this session" won over an administrator's rule that asks."""
    before = charter(confirmation={"required": True})
    first = decide(before, request())
    assert decide(before, request(confirmed=yes_to(first))).outcome == "allow"
    other_record = request(resource={**OPEN, "days": 11}, confirmed=yes_to(first))
    assert decide(before, other_record).outcome == "confirm"
    later = charter(
        policy("p.ask", "require-confirmation", "true"), more={"source": before.source._replace(digest="sha256:1")}
    )
    asked = decide(later, request(confirmed=yes_to(first)))
    assert (asked.outcome, [r.code for r in asked.reasons]) == ("confirm", ["P_ASK"])


def test_a_yes_to_one_call_is_no_yes_to_another_of_the_same_name() -> None:
    """NousResearch/hermes-agent#95247: approvals were kept by the tool's name, and let another call through."""
    body = charter(confirmation={"required": True})
    first = decide(body, request())
    yes = yes_to(first)
    changes: list[dict[str, Any]] = [
        {"input": {"permit": "P-1", "days": 31}},
        {"input": {"permit": "P-1", "days": 30, "note": ""}},
        {"principal": {**CLERK, "id": "u2"}},
        {"principal": {**CLERK, "tenant": "t2"}, "resource": {**OPEN, "tenant": "t2"}},
        {"input": {"permit": "P-2", "days": 30}, "resource": {**OPEN, "id": "P-2"}},
        {"resource": {**OPEN, "days": 9}},
    ]
    for change in changes:
        decision = decide(body, request(**change, confirmed=yes))
        assert (decision.outcome, decision.trace["confirmation"]["state"]) == ("confirm", "mismatch")
    other = charter(confirmation={"required": True}, id="permit.shorten")
    assert decide(other, request(confirmed=yes)).outcome == "confirm"
    assert decide(body, request(confirmed=yes, spent=frozenset({yes.digest}))).outcome == "confirm"
    assert decide(body, request(confirmed=yes)).outcome == "allow"


def test_a_yes_is_no_answer_to_a_question_that_comes_up_later() -> None:
    asks = [policy(f"p.{mode}", "require-confirmation", f'context.mode == "{mode}"') for mode in ("loud", "late")]
    body = charter(*asks)
    yes = yes_to(decide(body, request(context={"mode": "loud"})))
    assert decide(body, request(context={"mode": "loud", "tab": 1}, confirmed=yes)).outcome == "allow"
    later = decide(body, request(context={"mode": "late"}, confirmed=yes))
    assert (later.outcome, later.trace["confirmation"]["state"]) == ("confirm", "mismatch")
    assert later.trace["confirmation"]["requiredBy"] == ["p.late"]


def test_what_is_allowed_asks_nobody() -> None:
    """omnigent-ai/omnigent#4951: an explicit allow still asked, so that runs without a person always failed."""
    decision = decide(charter(policy("p.let", "allow", "true")), request())
    assert (decision.outcome, decision.question, decision.trace["confirmation"]) == ("allow", None, None)


def test_everything_is_judged_again_after_the_yes() -> None:
    """kagent-dev/kagent#2731: what came back after the question was told that none had been needed."""
    body = charter(policy("p.done", "deny", 'resource.status == "DONE"'), confirmation={"required": True})
    yes = yes_to(decide(body, request()))
    accepted = decide(body, request(confirmed=yes))
    assert accepted.outcome == "allow"
    assert accepted.trace["confirmation"]["requiredBy"] == ["confirmation.required"]
    assert accepted.trace["confirmation"]["state"] == "accepted"
    done = decide(body, request(confirmed=yes, resource={**OPEN, "status": "DONE"}))
    assert (done.outcome, done.trace["confirmation"]["state"]) == ("deny", "not_needed")
    blocked = decide(body, request({"permit": "P-1", "days": 10}, confirmed=yes))
    assert blocked.outcome == "blocked"
    dismissed = decide(body, request(confirmed=yes, principal={**CLERK, "permissions": []}))
    assert dismissed.outcome == "deny"


def test_a_rule_that_misses_what_it_reads_asks() -> None:
    """openai/openai-agents-python#2553: a dynamic approval rule without an agent meant that nobody was asked."""
    bodies = [
        charter(confirmation={"when": {"any": [{"expr": 'context.agent == "bot"'}]}}),
        charter(policy("p.ask", "require-confirmation", 'context.agent == "bot"')),
    ]
    for body in bodies:
        assert decide(body, request()).outcome == "confirm"
        assert decide(body, request(context={"agent": None})).outcome == "allow"
        assert decide(body, request(context={"agent": "bot"})).outcome == "confirm"


@pytest.mark.parametrize("effect", ["deny", "require-confirmation", "allow"])
def test_an_evaluation_that_failed_is_on_record(effect: str) -> None:
    """agentrust-io/cmcp#160: an exception denied, and the audit said nothing of it."""
    decision = decide(charter(policy("p.errs", effect, BROKEN), policy("p.no", "deny")), request())
    (error,) = decision.trace["errors"]
    assert (error["kind"], error["id"], error["atom"], error["code"]) == ("policy", "p.errs", "a0", "missing_key")
    assert error["message"]
    absorbed = decide(charter(policy("p.errs", effect, BROKEN, "true")), request())
    assert [one["atom"] for one in absorbed.trace["errors"]] == ["a0"]
