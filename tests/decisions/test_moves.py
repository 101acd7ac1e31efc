"""Outcomes in rows against the decision itself, and what moves between two rulebooks against brute force."""

from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from alvara.conditions.truth import TRUE
from alvara.decisions.charter import Source, charter_of
from alvara.decisions.deciding import decide
from alvara.decisions.decision import OUTCOMES, Outcome
from alvara.decisions.domains import ABSENT
from alvara.decisions.moves import Move, as_request, moves
from alvara.decisions.request import Request
from alvara.decisions.rulebook import answers, rulebook_of
from alvara.decisions.space import Space, lay_out
from alvara.model.schemas import Shape
from alvara.subschemas.references import References, embedded
from alvara.subschemas.shapes import shape_of

TODAY, NOW = "2026-05-01", "2026-05-01T09:00:00Z"
ROLES = ["clerk", "chief", "guest"]


def _object(required: str, **properties: Any) -> dict[str, Any]:
    return {
        "type": "object", "additionalProperties": False, "required": required.split(), "properties": properties,
    }  # fmt: skip


TEXT, NUMBER = {"type": "string"}, {"type": "integer", "minimum": 1, "maximum": 5}
INPUT = _object("permit days", permit=TEXT, days=NUMBER)
RECORD = _object(
    "id tenant status days", id=TEXT, tenant=TEXT, status={"enum": ["OPEN", "DONE", "GONE"]}, days=NUMBER,
    fee={"type": "number"}, urgent={"type": "boolean"},
)  # fmt: skip
PRINCIPAL = _object(
    "id tenant roles permissions", id=TEXT, tenant=TEXT, roles={"type": "array", "items": {"enum": ROLES}},
    permissions={"type": "array", "items": {"enum": ["permit.update", "permit.pay"]}},
)  # fmt: skip
CONTEXT = _object("", channel={"enum": ["chat", "voice"]})
SCHEMAS = {"input": INPUT, "resource": RECORD, "principal": PRINCIPAL, "context": CONTEXT}
BASE: dict[str, dict[str, Any]] = {
    "input": {"permit": "P-1", "days": 3}, "resource": {"id": "P-1", "tenant": "t", "status": "OPEN", "days": 2},
    "principal": {"id": "u", "tenant": "t", "roles": ["clerk", "chief"], "permissions": ["permit.update"]},
    "context": {},
}  # fmt: skip


def roots() -> dict[str, Shape]:
    nothing = References(lambda path: None)
    return {root: shape_of(embedded(root, (), schema), nothing) for root, schema in SCHEMAS.items()}


def _may(permissions: list[str], roles: list[str]) -> dict[str, Any]:
    return {"permissions": permissions, "roles": {"any": roles}, "tenantScoped": True}


def body(preconditions: Any = (), confirmation: Any = None, **more: Any) -> dict[str, Any]:
    return {
        "id": "permit.extend", "version": "1.0.0", "status": "active", "name": "Extend", "action": "update",
        "risk": "medium", "target": {"resource": "permit", "idFrom": "input.permit"}, "inputSchema": INPUT,
        "authorization": _may(["permit.update"], ["clerk", "chief"]),
        "preconditions": [{"id": f"p{i}", "expr": expr} for i, expr in enumerate(preconditions)],
        "confirmation": confirmation or {"required": False}, **more,
    }  # fmt: skip


def policy(id: str, effect: str, when: Any = None) -> dict[str, Any]:
    written = {"id": id, "version": "1.0.0", "effect": effect, "reason": {"code": "R", "message": "R"}}
    return (
        written if when is None else {**written, "when": {"any": [{"expr": when}]} if isinstance(when, str) else when}
    )


def moved(before: Any, after: Any) -> list[tuple[str, str, int]]:
    found = moves(rulebook_of(*before, TODAY), rulebook_of(*after, TODAY), roots())
    return [(move.before, move.after, move.number) for move in found.found]


def asked(space: Space, row: int) -> dict[str, dict[str, Any]]:
    """Build the request that a row stands for."""
    request = {root: dict(values) for root, values in BASE.items()}
    for part in space.parts:
        kind = row // part.stride % len(part.kinds)
        for (root, name), value in zip(part.fields, part.values(part.kinds[kind].points[0]), strict=True):
            request[root].pop(name, None)
            if value is not ABSENT:
                request[root][name] = value
    return request


def decided(definition: Any, policies: Any, request: dict[str, dict[str, Any]]) -> Outcome:
    made = charter_of(
        definition, policies, record=RECORD, principal=PRINCIPAL, context=CONTEXT, source=Source("tree", "0")
    )  # fmt: skip
    return decide(made, Request(now=NOW, **request)).outcome


ATOMS = st.sampled_from(
    [
        'resource.status == "OPEN"', 'resource.status in ["DONE", "GONE"]', "input.days > resource.days",
        "input.days > 3", "resource.days == 5", "resource.urgent",
        "has(resource.urgent) && resource.urgent", "resource.fee > 1.5",
        'has(context.channel) && context.channel == "voice"', '"chief" in principal.roles', "resource.days >= 1",
        "resource.nothing == 1",
    ]
)  # fmt: skip
CONDITIONS = st.recursive(
    ATOMS.map(lambda expr: {"expr": expr}),
    lambda inner: st.tuples(st.sampled_from(["all", "any", "not"]), st.lists(inner, min_size=1, max_size=2)).map(
        lambda drawn: {drawn[0]: drawn[1]}
    ),
    max_leaves=3,
).map(lambda item: {"all": [item]} if "expr" in item else item)
POLICIES = st.lists(
    st.tuples(st.sampled_from(["deny", "allow", "require-confirmation"]), st.none() | CONDITIONS), max_size=3
).map(lambda drawn: [policy(f"p{i}", effect, when) for i, (effect, when) in enumerate(drawn)])
BODIES = st.builds(
    body,
    st.lists(ATOMS, max_size=2),
    st.none() | CONDITIONS.map(lambda when: {"when": when}) | st.just({"required": True}),
)
SYSTEMS = st.tuples(BODIES, POLICIES)


@settings(max_examples=40, deadline=None)
@given(SYSTEMS)
def test_in_each_row_the_answer_is_that_of_the_decision(system: Any) -> None:
    rulebook = rulebook_of(*system, TODAY)
    space = lay_out(rulebook.exprs, roots(), rulebook.authorization)
    found = answers(rulebook, space)
    for row in range(min(space.all_rows.bit_length(), 60)):
        if any(part.opaque for part in space.parts) and not _is_error(space, row):
            continue  # the only expression that is opaque here always errs
        (outcome,) = (outcome for outcome, rows in found.items() if rows >> row & 1)
        assert outcome == decided(*system, asked(space, row))


def _is_error(space: Space, row: int) -> bool:
    tables = [space.tables[part.exprs[0]] for part in space.parts if part.opaque]
    return not any((table.holds | table.fails) >> row & 1 for table in tables)


REQUESTS = [
    {
        "input": {**BASE["input"], "days": days}, "principal": {**BASE["principal"], "roles": roles},
        "resource": {**BASE["resource"], "status": status, "days": own, **urgent}, "context": context,
    }
    for days, own, status, roles, urgent, context in product(
        (3, 4), (3, 5), ("OPEN", "DONE", "GONE"), (["clerk"], ["chief"]), ({}, {"urgent": True}, {"urgent": False}),
        ({}, {"channel": "voice"}),
    )
]  # fmt: skip


@settings(max_examples=20, deadline=None, derandomize=True)  # a witness may need more than the candidates try
@given(SYSTEMS, SYSTEMS)
def test_no_request_moves_without_being_told(first: Any, second: Any) -> None:
    found = moves(rulebook_of(*first, TODAY), rulebook_of(*second, TODAY), roots())
    told = {(move.before, move.after) for move in found.found}
    made = [
        charter_of(b, p, record=RECORD, principal=PRINCIPAL, context=CONTEXT, source=Source("tree", "0"))
        for b, p in (first, second)
    ]
    for request in REQUESTS:
        one, other = (decide(each, Request(now=NOW, **request)).outcome for each in made)
        assert one == other or (one, other) in told
    untried = "resource.nothing" in repr((first, second))  # it is taken to come to anything, and never holds
    for move in found.found:
        assert untried or _as_told(move, made)


def _as_told(move: Move, made: list[Any]) -> bool:
    """Whether the witness of a move is answered as it says, with something for what it leaves open."""
    if move.witness.unknowns:
        return True
    fixed = as_request(move.witness)
    missing = [path for path, value in move.witness.values if value is ABSENT]
    candidates = [
        *REQUESTS,
        *({**r, "resource": {**r["resource"], "fee": fee}} for r in REQUESTS for fee in (0.5, 9.5)),
        *({**r, "resource": {**r["resource"], "days": own}} for r in REQUESTS for own in (1, 2, 4)),
    ]
    for request in candidates:
        merged = {root: {**request[root], **fixed.get(root, {})} for root in request}
        for root, name in missing:
            merged[root].pop(name, None)
        if [decide(each, Request(now=NOW, **merged)).outcome for each in made] == [move.before, move.after]:
            return True
    return False


DENY = [policy("d", "deny", 'resource.status in ["DONE", "GONE"]')]


def test_a_status_that_is_no_longer_denied_is_counted_and_named() -> None:
    after = [policy("d", "deny", 'resource.status == "DONE"')]
    (move,) = moves(rulebook_of(body(), DENY, TODAY), rulebook_of(body(), after, TODAY), roots()).found

    assert (move.before, move.after, move.number, move.opens) == ("deny", "allow", 1, True)
    assert as_request(move.witness) == {"resource": {"status": "GONE"}}


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ((body(), DENY), (body(), DENY), []),
        ((body(), DENY), (body(), []), [("deny", "allow", 2)]),
        ((body(), []), (body(), DENY), [("allow", "deny", 2)]),
        ((body(), []), (body(), [policy("d", "deny")]), [("allow", "deny", 1)]),
        ((body(), []), (body(confirmation={"required": True}), []), [("allow", "confirm", 1)]),
        ((body(["input.days != resource.days"]), []), (body(), []), [("blocked", "allow", 1)]),
        ((body(["resource.days == 5"]), []), (body(), []), [("blocked", "allow", 1)]),
        ((body(), []), (body(), [policy("g", "allow", 'resource.status == "OPEN"')]), [("allow", "deny", 2)]),
        (
            (body(confirmation={"when": {"any": [{"expr": "input.days > 3"}]}}), []), (body(), DENY),
            [("confirm", "allow", 1), ("confirm", "deny", 2), ("allow", "deny", 2)],
        ),
        ((body(), DENY), (body(), [policy("d", "deny", 'resource.status != "OPEN"')]), []),
        ((body(), DENY), (body(), [policy("renamed", "deny", '!(resource.status == "OPEN")')]), []),
        (
            (body(), []),
            (body(authorization=_may(["permit.update"], ["chief"])), []),
            [("allow", "deny", 1)],
        ),
        (
            (body(), []),
            (body(authorization=_may(["permit.pay"], ["clerk", "chief"])), []),
            [("deny", "allow", 1), ("allow", "deny", 1)],
        ),
        (
            (body(authorization={"permissions": ["permit.update"]}), []),
            (body(authorization={}), []),
            [("allow", "deny", 1)],
        ),
    ],
)  # fmt: skip
def test_what_moves_is_counted_by_what_makes_the_difference(before: Any, after: Any, told: Any) -> None:
    assert moved(before, after) == told


def test_a_condition_that_cannot_be_tried_is_the_same_on_both_sides_where_it_says_the_same() -> None:
    opaque = policy("t", "deny", "now > timestamp(resource.id)")

    assert moved((body(), [opaque, *DENY]), (body(), [opaque])) == [("deny", "allow", 2)]


def test_a_condition_that_cannot_be_tried_and_became_another_is_said_to_be_untold() -> None:
    one, other = (policy("t", "deny", f"now {sign} timestamp(resource.id)") for sign in (">", ">="))
    found = moves(rulebook_of(body(), [one, *DENY], TODAY), rulebook_of(body(), [other], TODAY), roots())

    assert found.untold == ("now > timestamp(resource.id)", "now >= timestamp(resource.id)")
    assert [(move.before, move.after, move.number) for move in found.found] == [("deny", "allow", 2)]


def test_a_new_condition_that_cannot_be_tried_is_told_by_what_it_comes_to() -> None:
    new = policy("t", "deny", "now > timestamp(resource.id)")
    (move,) = moves(rulebook_of(body(), [], TODAY), rulebook_of(body(), [new], TODAY), roots()).found

    assert (move.before, move.after, move.number) == ("allow", "deny", 1)
    assert move.witness.unknowns == (("now > timestamp(resource.id)", TRUE),)


def test_more_combinations_than_are_looked_at_are_said_to_be_too_many() -> None:
    conditions = [f"now > timestamp(resource.id) + duration('{n}s')" for n in range(12)]

    assert moves(rulebook_of(body(), [], TODAY), rulebook_of(body(conditions), [], TODAY), roots()).too_many


def test_a_policy_that_allows_lets_nobody_in_after_its_last_day() -> None:
    ended = {**policy("a", "allow"), "expires": "2026-04-30"}

    assert moved((body(), [{**ended, "expires": TODAY}]), (body(), [ended])) == [("allow", "deny", 1)]
    assert OUTCOMES == ("deny", "blocked", "confirm", "allow")
