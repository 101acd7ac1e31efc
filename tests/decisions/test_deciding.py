"""What comes to what: each sentence of the contract's section 2 on decisions, and of PRD-004 sections 15 to 20."""

from typing import Any

import pytest

from alvara.decisions.charter import Standing
from alvara.decisions.deciding import decide, refuse_unknown
from alvara.decisions.decision import Decision
from tests.decisions.permits import CLERK, NOW, OPEN, SOURCE, charter, policy, request

NEVER, ALWAYS, BROKEN = "false", "true", 'resource.missing == "x"'


def answer(decision: Decision) -> tuple[str, ...]:
    return decision.outcome, *(reason.code for reason in decision.reasons)


def test_what_nothing_stands_in_the_way_of_is_allowed() -> None:
    decision = decide(charter(), request())
    assert answer(decision) == ("allow",)
    assert decision.question is None


@pytest.mark.parametrize(
    ("held", "outcome"),
    [
        ({"permissions": []}, ("deny", "authz.permission_missing")),
        ({"permissions": "permit.update"}, ("deny", "request.principal_invalid")),
        ({"roles": ["guest"]}, ("deny", "authz.role_missing")),
        ({"roles": ["chief"]}, ("allow",)),
        ({"tenant": "t2"}, ("deny", "authz.tenant_mismatch")),
        ({"roles": [], "permissions": []}, ("deny", "authz.permission_missing", "authz.role_missing")),
    ],
)
def test_permissions_roles_and_tenant_are_looked_at_first(held: Any, outcome: tuple[str, ...]) -> None:
    assert answer(decide(charter(), request(principal={**CLERK, **held}))) == outcome


def test_all_roles_may_be_demanded() -> None:
    both = charter(authorization={"roles": {"all": ["clerk", "chief"]}})
    assert answer(decide(both, request())) == ("deny", "authz.role_missing")
    assert answer(decide(both, request(principal={**CLERK, "roles": ["chief", "clerk"]}))) == ("allow",)


@pytest.mark.parametrize("authorization", [{"tenantScoped": True, "permissions": ["permit.update"]}])
def test_a_user_without_a_tenant_is_of_none(authorization: Any) -> None:
    nobody = {key: value for key, value in CLERK.items() if key != "tenant"}
    record = {**OPEN, "tenant": ""}
    scoped = charter(authorization=authorization)
    assert answer(decide(scoped, request(principal=nobody))) == ("deny", "authz.tenant_mismatch")
    assert answer(decide(scoped, request(principal={**nobody, "tenant": ""}, resource=record)))[0] == "deny"
    bare = charter(authorization=authorization, target=None, preconditions=None)
    assert answer(decide(bare, request(principal=nobody, resource=None))) == ("deny", "authz.tenant_mismatch")


def test_without_a_record_the_executor_is_obliged_to_keep_to_the_tenant() -> None:
    bare = charter(target=None, preconditions=None)
    decision = decide(bare, request(resource=None))
    assert decision.outcome == "allow"
    assert decision.trace["obligations"] == [{"tenant": "t1"}]
    assert decide(charter(), request()).trace["obligations"] == []


@pytest.mark.parametrize("scoped", [True, False])
@pytest.mark.parametrize("other", ["P-2", "p-1", 1, None])
def test_the_record_judged_is_the_record_changed(scoped: bool, other: Any) -> None:
    """The confused deputy: an open permit is shown, and an approved one is named."""
    body = charter(
        policy("p.done", "deny", 'resource.status == "DONE"'), record=None,
        authorization={"permissions": ["permit.update"], "resourceScoped": scoped},
    )  # fmt: skip
    shown = {**OPEN, "id": other}
    assert answer(decide(body, request(resource=shown)))[:2] == ("deny", "authz.resource_mismatch")


def test_a_record_nobody_can_name_is_a_mismatch() -> None:
    for target in ("input.permits", "input.", "input.days == 30"):
        unclear = charter(target={"resource": "permit", "idFrom": target})
        assert answer(decide(unclear, request()))[:2] == ("deny", "authz.resource_mismatch")


def test_a_record_that_is_missing_or_not_wanted() -> None:
    assert answer(decide(charter(), request(resource=None))) == ("deny", "request.resource_invalid")
    decision = decide(charter(target=None, preconditions=None), request())
    assert decision.outcome == "allow"
    assert decision.trace["ignored"] == ["resource"]
    reading = charter(policy("p.done", "deny", 'resource.status == "DONE"'), target=None, preconditions=None)
    assert answer(decide(reading, request())) == ("deny", "policy.evaluation_error")


@pytest.mark.parametrize(
    ("root", "value", "code"),
    [
        ("principal", None, "request.principal_invalid"),
        ("principal", [], "request.principal_invalid"),
        ("principal", {"id": "", "roles": [], "permissions": []}, "request.principal_invalid"),
        ("context", [], "request.context_invalid"),
        ("context", {"x": float("nan")}, "request.context_invalid"),
        ("resource", {**OPEN, "status": "SHUT"}, "request.resource_invalid"),
    ],
)
def test_what_a_request_may_not_bring_is_denied_and_nothing_else_is_judged(root: str, value: Any, code: str) -> None:
    decision = decide(charter(policy("p.all", "deny", ALWAYS)), request(**{root: value}))
    assert answer(decision) == ("deny", code)
    assert decision.judged == ()


def test_an_invalid_input_is_blocked_unless_the_user_may_not_ask_at_all() -> None:
    body = charter(policy("p.all", "deny", ALWAYS))
    thirty = {"permit": "P-1", "days": "thirty"}
    decision = decide(body, request(thirty))
    assert answer(decision) == ("blocked", "input.invalid")
    assert "`/days` is not of the type `integer`" in decision.reasons[0].message
    assert decision.judged == ()
    stranger = {**CLERK, "permissions": []}
    assert answer(decide(body, request(thirty, principal=stranger))) == ("deny", "authz.permission_missing")


def test_deny_comes_before_blocked_before_confirm_before_allow() -> None:
    same = {"permit": "P-1", "days": 10}
    deny, ask = policy("p.deny", "deny", ALWAYS), policy("p.ask", "require-confirmation", ALWAYS)
    assert answer(decide(charter(deny, ask), request(same))) == ("deny", "P_DENY")
    assert answer(decide(charter(ask), request(same))) == ("blocked", "SAME")
    assert answer(decide(charter(ask), request())) == ("confirm", "P_ASK")
    assert answer(decide(charter(policy("p.let", "allow", ALWAYS), ask), request())) == ("confirm", "P_ASK")


def test_an_error_counts_for_whatever_keeps_the_door_shut() -> None:
    def of(*policies: Any, **changed: Any) -> tuple[str, ...]:
        return answer(decide(charter(*policies, **changed), request()))

    assert of(policy("p.deny", "deny", BROKEN)) == ("deny", "policy.evaluation_error")
    assert of(policy("p.ask", "require-confirmation", BROKEN)) == ("confirm", "policy.evaluation_error")
    assert of(policy("p.let", "allow", BROKEN)) == ("deny", "authz.no_grant")
    blocked = ("blocked", "precondition.evaluation_error")
    assert of(preconditions=[{"id": "x", "expr": BROKEN, "error": "SAME"}]) == blocked
    assert of(confirmation={"when": {"all": [{"expr": BROKEN}]}}) == ("confirm", "confirmation.condition")
    reason = decide(charter(policy("p.deny", "deny", NEVER, BROKEN)), request()).reasons[0]
    assert (reason.policy, reason.atom) == ("p.deny", "a1")


def test_what_is_true_settles_an_any_though_another_atom_is_in_error() -> None:
    decision = decide(charter(policy("p.deny", "deny", BROKEN, ALWAYS)), request())
    assert answer(decision) == ("deny", "P_DENY")
    assert [(e["id"], e["atom"]) for e in decision.trace["errors"]] == [("p.deny", "a0")]


def test_who_grants() -> None:
    let, other = policy("p.let", "allow", 'principal.id == "u1"'), policy("p.other", "allow", NEVER)
    assert answer(decide(charter(let, other), request())) == ("allow",)
    assert answer(decide(charter(other), request())) == ("deny", "authz.no_grant")
    ended = policy("p.let", "allow", ALWAYS, expires="2026-04-30")
    last_day = policy("p.let", "allow", ALWAYS, expires="2026-05-01")
    assert answer(decide(charter(ended), request())) == ("deny", "authz.no_grant")
    assert answer(decide(charter(last_day), request())) == ("allow",)
    for effect, outcome in (("deny", "deny"), ("require-confirmation", "confirm")):
        stays = policy("p.stays", effect, ALWAYS, expires="2020-01-01")
        assert decide(charter(stays), request()).outcome == outcome


def test_the_last_day_is_one_in_utc() -> None:
    let = charter(policy("p.let", "allow", ALWAYS, expires="2026-05-01"))
    assert decide(let, request(now="2026-05-01T23:30:00-03:00")).outcome == "deny"
    assert decide(let, request(now="2026-05-02T01:30:00+03:00")).outcome == "allow"


@pytest.mark.parametrize(("action", "outcome"), [("get", "allow"), ("navigate", "allow"), ("update", "deny")])
def test_an_empty_authorization_lets_everybody_look_and_nobody_change(action: str, outcome: str) -> None:
    assert decide(charter(action=action, authorization={"tenantScoped": True}), request()).outcome == outcome


def test_a_precondition_without_a_code_of_its_own() -> None:
    body = charter(preconditions=[{"expr": "false", "text": "It is open."}])
    reason = decide(body, request()).reasons[0]
    assert (reason.code, reason.atom, reason.message) == ("precondition.not_met", "0", "It is open.")


@pytest.mark.parametrize(
    ("risk", "confirmation", "outcome"),
    [
        ("medium", {}, ("allow",)),
        ("medium", {"required": True}, ("confirm", "confirmation.required")),
        ("medium", {"riskThreshold": "medium"}, ("confirm", "confirmation.risk")),
        ("medium", {"riskThreshold": "high"}, ("allow",)),
        ("high", {}, ("confirm", "confirmation.risk")),
        ("critical", {"messageTemplate": "Sure?"}, ("confirm", "confirmation.risk")),
        ("high", {"when": {"all": [{"expr": "false"}]}}, ("allow",)),
        ("medium", {"when": {"all": [{"expr": "input.days > 20"}]}}, ("confirm", "confirmation.condition")),
        (
            "high", {"required": True, "riskThreshold": "low", "when": {"not": [{"expr": "false"}]}},
            ("confirm", "confirmation.required", "confirmation.condition", "confirmation.risk"),
        ),
    ],
)  # fmt: skip
def test_when_the_user_is_asked(risk: str, confirmation: Any, outcome: tuple[str, ...]) -> None:
    assert answer(decide(charter(risk=risk, confirmation=confirmation), request())) == outcome


@pytest.mark.parametrize(
    ("standing", "outcome"),
    [
        (Standing(), "allow"),
        (Standing("draft"), "deny"),
        (Standing("approved"), "deny"),
        (Standing("removed"), "deny"),
        (Standing("deprecated", "2026-05-01"), "allow"),
        (Standing("deprecated", "2026-04-30"), "deny"),
        (Standing("deprecated", "2026-12-01", superseded=True), "deny"),
    ],
)
def test_only_what_is_in_use_runs(standing: Standing, outcome: str) -> None:
    decision = decide(charter(more={"standing": standing}), request())
    assert answer(decision) == (("allow",) if outcome == "allow" else ("deny", "request.not_active"))


def test_what_nobody_knows_is_denied_and_none_of_its_values_is_kept() -> None:
    decision = refuse_unknown("permit.extent", SOURCE, request({"secret": "canary"}))
    assert answer(decision) == ("deny", "request.unknown_capability")
    assert "canary" not in str(decision.trace)


@pytest.mark.parametrize("now", ["", "today", "2026-05-01", "2026-05-01T09:00:00", "2026-13-01T00:00:00Z"])
def test_a_decision_needs_a_moment(now: str) -> None:
    with pytest.raises(ValueError, match="`now`"):
        decide(charter(), request(now=now))


def test_the_moment_is_an_argument() -> None:
    body = charter(policy("p.late", "deny", 'now > timestamp("2026-05-01T09:00:00Z")'))
    assert decide(body, request(now=NOW)).outcome == "allow"
    assert decide(body, request(now="2026-05-01T09:00:01Z")).outcome == "deny"


@pytest.mark.parametrize("root", ["input", "principal", "context", "record"])
def test_a_schema_that_cannot_be_used_lets_nothing_pass(root: str) -> None:
    unusable = {"type": "object", "properties": {"id": {"$ref": "#/$defs/nowhere"}}}
    changed = {"inputSchema": unusable} if root == "input" else {"more": {root: unusable}}
    decision = decide(charter(**changed) if root != "record" else charter(record=unusable), request())
    assert decision.outcome == ("blocked" if root == "input" else "deny")
    assert "its schema cannot be used" in str(decision.reasons[0].message)
