"""What holds of every decision, whatever the policies and whatever is asked."""

import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from alvara.conditions.truth import JOINTS, Truth
from alvara.decisions.charter import Charter
from alvara.decisions.deciding import decide
from alvara.decisions.decision import OUTCOMES, Decision
from alvara.decisions.decisive import decisive
from alvara.decisions.request import Request
from alvara.identity.digests import canonical
from tests.decisions.permits import CLERK, OPEN, charter, policy, request

EXPRS = (
    "true", "false", 'resource.status == "OPEN"', 'resource.status == "DONE"', "input.days > 20",
    "resource.days < input.days", "has(resource.owner)", "resource.owner == principal.id", "context.channel == 'bot'",
    "has(context.channel) && context.channel == 'bot'", "principal.level > 2", "resource.days",
)  # fmt: skip
EFFECTS = ("deny", "require-confirmation", "allow")
FLAT = {"type": "object"}
STRENGTH = {outcome: position for position, outcome in enumerate(OUTCOMES)}
"""0 is the strongest."""

conditions = st.tuples(st.sampled_from(("any", "all", "not")), st.lists(st.sampled_from(EXPRS), min_size=0, max_size=3))


@st.composite
def policies(draw: st.DrawFn) -> list[dict[str, Any]]:
    made = []
    for i in range(draw(st.integers(0, 4))):
        joint, exprs = draw(conditions)
        expires = draw(st.sampled_from(({}, {"expires": "2026-04-30"}, {"expires": "2026-05-01"})))
        made.append(policy(f"p.n{i}", draw(st.sampled_from(EFFECTS)), *exprs, joint=joint, **expires))
    return made


capabilities = st.fixed_dictionaries(
    {
        "risk": st.sampled_from(("medium", "high")),
        "action": st.sampled_from(("update", "get")),
        "authorization": st.sampled_from(({}, {"permissions": ["permit.update"]}, {"permissions": ["permit.close"]})),
        "preconditions": st.lists(st.sampled_from(EXPRS), max_size=2).map(lambda es: [{"expr": e} for e in es]),
        "confirmation": st.sampled_from(
            ({}, {"required": True}, {"riskThreshold": "high"}, {"when": {"any": [{"expr": "input.days > 20"}]}})
        ),
    }
)
requests = st.builds(
    lambda days, resource, context, level: request(
        {"permit": "P-1", "days": days}, resource={**OPEN, **resource}, context=context, principal={**CLERK, **level}
    ),
    st.sampled_from((10, 30, "thirty")),
    st.sampled_from(({}, {"status": "DONE"}, {"owner": "u1"}, {"days": 40}, {"id": "P-2"}, {"tenant": "t2"})),
    st.sampled_from((None, {}, {"channel": "bot"}, {"channel": 7})),
    st.sampled_from(({}, {"level": 3}, {"level": "x"})),
)


def ask(body: dict[str, Any], attached: list[dict[str, Any]], asked: Request) -> Decision:
    return decide(charter(*attached, record=FLAT, **body), asked)


def strength(decision: Decision) -> int:
    return STRENGTH[decision.outcome]


@settings(max_examples=60, deadline=None)
@given(capabilities, policies(), requests, conditions)
def test_another_policy_that_denies_opens_nothing(body: Any, attached: Any, asked: Request, more: Any) -> None:
    joint, exprs = more
    before = ask(body, attached, asked)
    after = ask(body, [*attached, policy("p.more", "deny", *exprs, joint=joint)], asked)
    assert strength(after) <= strength(before)


@settings(max_examples=60, deadline=None)
@given(capabilities, policies(), requests, st.randoms(use_true_random=False))
def test_the_order_of_policies_does_not_matter(body: Any, attached: Any, asked: Request, random: Any) -> None:
    shuffled = list(attached)
    random.shuffle(shuffled)
    assert canonical(ask(body, attached, asked).as_json()) == canonical(ask(body, shuffled, asked).as_json())


@settings(max_examples=60, deadline=None)
@given(capabilities, policies(), requests)
def test_what_is_missing_opens_nothing_by_an_error(body: Any, attached: Any, asked: Request) -> None:
    """Where nothing comes out weaker than in error, taking an attribute away may only close, or change an answer."""
    guarded = [p for p in attached if "has(" not in str(p) and next(iter(p.get("when", {"": 0}))) != "not"]
    before = ask(body, guarded, asked)
    for root, key in (("resource", "status"), ("resource", "days"), ("principal", "level"), ("context", "channel")):
        value = getattr(asked, root) or {}
        less = asked._replace(**{root: {k: v for k, v in value.items() if k != key}})
        after = ask(body, guarded, less)
        for one, other in zip(before.judged, after.judged, strict=False):
            if other.effect == "deny" and one.truth is Truth.TRUE:
                assert other.truth is not Truth.FALSE
        if before.outcome == "deny" and any(r.phase == "deny" for r in before.reasons):
            assert after.outcome == "deny"


@settings(max_examples=100, deadline=None)
@given(capabilities, policies(), requests)
def test_a_model_by_brute_force_agrees(body: Any, attached: Any, asked: Request) -> None:
    decision = ask(body, attached, asked)
    assert decision.outcome == expected(body, attached, asked, decision)


def expected(body: Any, attached: Any, asked: Request, decision: Decision) -> str:
    """Say it again from the sentences of the contract, given what each condition came to."""
    permitted = set(body["authorization"].get("permissions", ())) <= {"permit.update"}
    if asked.input["days"] == "thirty":
        return "blocked" if permitted else "deny"
    truths = {one.owner: one.truth.value for one in decision.judged}
    by_effect = {effect: [p for p in attached if p["effect"] == effect] for effect in EFFECTS}
    granting = [p for p in by_effect["allow"] if p.get("expires", "9999") >= "2026-05-01"]
    if by_effect["allow"]:
        granted = any(truths[p["id"]] == "TRUE" for p in granting)
    else:
        granted = bool(body["authorization"]) or body["action"] == "get"
    denied = any(truths[p["id"]] != "FALSE" for p in by_effect["deny"])
    if not permitted or asked.resource["id"] != "P-1" or denied or not granted:
        return "deny"
    if any(truths[str(i)] != "TRUE" for i in range(len(body["preconditions"]))):
        return "blocked"
    said = body["confirmation"]
    asks = said.get("required") or (body["risk"] == "high" and ("riskThreshold" in said or not said))
    asks = asks or truths.get("confirmation", "FALSE") != "FALSE"
    asks = asks or any(truths[p["id"]] != "FALSE" for p in by_effect["require-confirmation"])
    return "confirm" if asks else "allow"


@settings(max_examples=100, deadline=None)
@given(capabilities, policies(), requests)
def test_a_decision_is_a_function_of_what_is_asked(body: Any, attached: Any, asked: Request) -> None:
    sets = {"spent": asked.spent, "denied": asked.denied}
    copy = Request(**json.loads(json.dumps(asked._asdict() | dict.fromkeys(sets))) | sets)
    first, again = ask(body, attached, asked), ask(body, attached, copy)
    assert first == again
    assert canonical(first.trace) == canonical(again.trace)


@st.composite
def groups(draw: st.DrawFn, depth: int = 3) -> dict[str, Any]:
    inner = st.just({"expr": "x"}) if depth == 1 else st.one_of(st.just({"expr": "x"}), groups(depth - 1))
    return {draw(st.sampled_from(("all", "any", "not"))): draw(st.lists(inner, min_size=1, max_size=3))}


def joined(group: Any, truths: list[Truth]) -> Truth:
    """Evaluate a condition, taking the atoms one by one."""
    ((joint, items),) = group.items()
    return JOINTS[joint]([truths.pop(0) if "expr" in item else joined(item, truths) for item in items])


def count(group: Any) -> int:
    return sum(1 if "expr" in item else count(item) for item in next(iter(group.values())))


@settings(max_examples=150, deadline=None)
@given(groups(), st.data())
def test_the_atoms_that_are_named_settle_a_condition(group: Any, data: st.DataObject) -> None:
    size = count(group)
    draw = st.lists(st.sampled_from(list(Truth)), min_size=size, max_size=size)
    truths = data.draw(draw)
    outcome = joined(group, list(truths))
    named = decisive(group, truths)
    others = data.draw(draw)
    changed = [truths[i] if i in named else others[i] for i in range(size)]
    if outcome is not Truth.ERROR:
        assert joined(group, changed) is outcome
    assert all(truths[i] is Truth.ERROR for i in named) or outcome is not Truth.ERROR


def test_threads_share_a_charter() -> None:
    shared: Charter = charter(
        policy("p.deny", "deny", 'resource.status == "DONE"'),
        policy("p.ask", "require-confirmation", "input.days > 20"),
        record=FLAT, confirmation={"messageTemplate": {"en": "{input.days}?"}},
    )  # fmt: skip
    asked = [
        request({"permit": "P-1", "days": days}, resource={**OPEN, "status": status, "days": own})
        for days in (10, 20, 30) for status in ("OPEN", "DONE") for own in (10, 11)
    ]  # fmt: skip
    wanted = [canonical(decide(shared, one).as_json()) for one in asked]

    def all_of(_: int) -> list[bytes]:
        return [canonical(decide(shared, one).as_json()) for _ in range(10) for one in asked]

    with ThreadPoolExecutor(8) as pool:
        for found in pool.map(all_of, range(8)):
            assert found == wanted * 10
