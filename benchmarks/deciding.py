"""One decision over 20 policies with 42 atoms, its record included, beside the same in Cedar and in Cerbos.

    python benchmarks/deciding.py [--rounds N] [--strict]

Ours validates input, user, context and record, judges permissions, roles, tenant and record, and gives the whole trace
as JSON. Cedar is asked through cedarpy, with policies and schema parsed beforehand (`pip install cedarpy` beside
this Python); Cerbos over its socket (`cerbos_peer.py`). Neither says which condition held or what it read. A peer that
is not installed is skipped, and a line says so. All take turns, round after round, and every answer is compared first.
"""

from __future__ import annotations

import argparse
import gc
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from statistics import median
from typing import Any

import cerbos_peer

from alvara.decisions.charter import Charter, Source, charter_of
from alvara.decisions.deciding import decide
from alvara.decisions.request import Request

MOST = 300.0
"""Microseconds that one decision may take in the median."""

ATOMS = [
    ('resource.status == "CLOSED"', 'context.resource.status == "CLOSED"'),
    ('resource.status in ["CANCELLED", "ENDED"]', '["CANCELLED", "ENDED"].contains(context.resource.status)'),
    ("input.validityDays > 300", "context.input.validityDays > 300"),
    ("input.validityDays < resource.minimumDays", "context.input.validityDays < context.resource.minimumDays"),
    (
        "has(resource.lockedBy) && resource.lockedBy != principal.id",
        "context.resource has lockedBy && context.resource.lockedBy != context.principal.id",
    ),
    (
        'has(context.channel) && context.channel == "automation"',
        'context.context has channel && context.context.channel == "automation"',
    ),
    ('resource.workType == "EXCAVATION"', 'context.resource.workType == "EXCAVATION"'),
    ("principal.tenant != resource.tenant", "context.principal.tenant != context.resource.tenant"),
]
"""What the policies ask, in our words and in Cedar's."""

TEXT: dict[str, Any] = {"type": "string", "maxLength": 200}
NUMBER: dict[str, Any] = {"type": "integer", "minimum": 0, "maximum": 1000}
SHAPES: dict[str, dict[str, Any]] = {
    "input": {"workPermitId": TEXT, "validityDays": NUMBER},
    "principal": {"id": TEXT, "tenant": TEXT, "roles": [TEXT], "permissions": [TEXT]},
    "context": {"channel": TEXT},
    "resource": {
        "id": TEXT, "tenant": TEXT, "status": TEXT, "workType": TEXT, "title": TEXT, "location": TEXT, "lockedBy": TEXT,
        "minimumDays": NUMBER, "validityDays": NUMBER, "revision": NUMBER, "approvals": [TEXT],
    },
}  # fmt: skip
OPTIONAL = {"channel", "lockedBy"}
VALUES: dict[str, Any] = {
    "input": {"workPermitId": "WP-10231", "validityDays": 30},
    "principal": {"id": "ana", "tenant": "t1", "roles": ["supervisor"], "permissions": ["workPermit.update"]},
    "context": {"channel": "chat"},
    "resource": {
        "id": "WP-10231", "tenant": "t1", "status": "PENDING", "workType": "GENERAL", "title": "Repair a pump",
        "location": "Hall 2", "minimumDays": 1, "validityDays": 20, "revision": 3, "approvals": [],
    },
}  # fmt: skip
CHANGES: list[dict[str, Any]] = [
    {}, {"status": "CLOSED"}, {"status": "ENDED"}, {"minimumDays": 31}, {"lockedBy": "bruno"}, {"lockedBy": "ana"},
    {"workType": "EXCAVATION"},
]  # fmt: skip
"""What is asked besides, to see that all say the same."""

Answer = tuple[bool, bool]
"""Whether it may run, and whether it has to be confirmed."""


def plan() -> list[tuple[str, list[tuple[str, str]]]]:
    """The effect and the atoms of each policy: 15 that deny and 5 that ask, 42 atoms in all."""
    made = []
    for i in range(20):
        count = 3 if i < 2 else 2
        asks = i % 4 == 3
        chosen = [ATOMS[6], ATOMS[2], ATOMS[5]] if asks else [ATOMS[(i + j) % 6] for j in range(count)]
        made.append(("require-confirmation" if asks else "deny", chosen[:count]))
    return made


def schema(root: str) -> dict[str, Any]:
    """A closed JSON Schema of one part of the request."""
    properties = {
        name: {"type": "array", "items": kind[0], "maxItems": 20} if isinstance(kind, list) else kind
        for name, kind in SHAPES[root].items()
    }
    required = [name for name in properties if name not in OPTIONAL]
    return {"type": "object", "additionalProperties": False, "required": required, "properties": properties}


def policies() -> list[dict[str, Any]]:
    """The policies in our words."""
    return [
        {
            "id": f"p.n{i:02}", "version": "1.0.0", "status": "active", "effect": effect,
            "appliesTo": {"capabilities": ["workPermit.*"]},
            "when": {"any": [{"id": f"a{j}", "expr": ours} for j, (ours, _) in enumerate(atoms)]},
            "reason": {"code": f"CODE_{i}", "message": "Because."},
        }
        for i, (effect, atoms) in enumerate(plan())
    ]  # fmt: skip


def charter() -> Charter:
    """What decides, compiled."""
    body = {
        "id": "workPermit.updateValidity", "version": "1.0.0", "status": "active", "name": "Update", "description": "x",
        "action": "update", "risk": "medium", "inputSchema": schema("input"),
        "target": {"resource": "workPermit", "idFrom": "input.workPermitId"},
        "authorization": {
            "permissions": ["workPermit.update"], "roles": {"any": ["supervisor"]}, "tenantScoped": True,
            "resourceScoped": True,
        },
    }  # fmt: skip
    schemas = {name: schema(root) for name, root in (("record", "resource"), ("principal", "principal"))}
    return charter_of(
        body, policies(), **schemas, context=schema("context"), source=Source("bundle", "sha256:0"),
        places=lambda kind, name, pointer: (f"private/{kind}/{name}.json", 1),
    )  # fmt: skip


def changed(change: dict[str, Any]) -> dict[str, Any]:
    """What is asked, with a part of the record changed."""
    return {**VALUES, "resource": {**VALUES["resource"], **change}}


def ours() -> tuple[Callable[[], Any], Callable[[dict[str, Any]], Answer]]:
    """A decision to be timed, and one to be compared."""
    compiled = charter()

    def ask(values: dict[str, Any]) -> Any:
        return decide(compiled, Request(**values, now="2026-09-01T12:00:00Z"))

    def answer(values: dict[str, Any]) -> Answer:
        outcome = ask(values).outcome
        return outcome != "deny", outcome == "confirm"

    return lambda: ask(VALUES).trace, answer


def cedar() -> tuple[Callable[[], Any], Callable[[dict[str, Any]], Answer]] | None:
    """The same in Cedar; None where it is not installed."""
    try:
        import cedarpy
    except ImportError:
        return None
    rules = ['permit(principal, action == Action::"run", resource);']
    for effect, atoms in plan():
        word, action = ("permit", "confirm") if effect == "require-confirmation" else ("forbid", "run")
        condition = " || ".join(f"({theirs})" for _, theirs in atoms)
        rules.append(f'{word}(principal, action == Action::"{action}", resource) when {{ {condition} }};')
    records = ", ".join(f"{root}: {{ {_fields(root)} }}" for root in SHAPES)
    declared = f"entity User; entity Record; action run, confirm appliesTo {{ principal: User, resource: Record, context: {{ {records} }} }};"  # noqa: E501
    policy_set, entities = cedarpy.PolicySet.from_str("\n".join(rules)), cedarpy.Entities.from_json_str("[]")
    shape = cedarpy.Schema.from_str(declared)

    def ask(values: dict[str, Any]) -> Any:
        asked = [
            {"principal": 'User::"u"', "action": f'Action::"{action}"', "resource": 'Record::"r"', "context": values}
            for action in ("run", "confirm")
        ]
        return cedarpy.is_authorized_batch(asked, policy_set, entities, shape)

    def answer(values: dict[str, Any]) -> Answer:
        run, confirm = (result.decision == cedarpy.Decision.Allow for result in ask(values))
        return run, run and confirm

    return lambda: ask(VALUES), answer


def _fields(root: str) -> str:
    words = {"string": "String", "integer": "Long"}
    return ", ".join(
        f"{name}{'?' if name in OPTIONAL else ''}: "
        + (f"Set<{words[kind[0]['type']]}>" if isinstance(kind, list) else words[kind["type"]])
        for name, kind in SHAPES[root].items()
    )


def cerbos(stack: ExitStack) -> tuple[Callable[[], Any], Callable[[dict[str, Any]], Answer]] | None:
    """The same in Cerbos; None where it is not installed."""
    binary = cerbos_peer.program()
    if binary is None:
        return None
    server = stack.enter_context(cerbos_peer.serve(binary, policies(), {root: schema(root) for root in SHAPES}))

    def answer(values: dict[str, Any]) -> Answer:
        parts = {root: values[root] for root in ("input", "resource", "context")}
        run, confirm = server.decide(values["principal"], parts)
        return run, run and confirm

    return lambda: answer(VALUES), answer


def main() -> int:
    """Compare the answers, take turns, print the medians."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=200, help="rounds of ten decisions each")
    parser.add_argument("--strict", action="store_true", help=f"exit 1 when a decision takes more than {MOST:.0f} us")
    given = parser.parse_args()
    with ExitStack() as stack:
        contestants = {"alvara": ours(), "cedar": cedar(), "cerbos": cerbos(stack)}
        for name, contestant in contestants.items():
            if contestant is None:
                print(f"{name}: skipped, not installed")
        found = {name: contestant for name, contestant in contestants.items() if contestant is not None}
        for change in CHANGES:
            answers = {name: answer(changed(change)) for name, (_, answer) in found.items()}
            if len(set(answers.values())) > 1:
                raise SystemExit(f"they do not say the same of {change}: {answers}")
        taken = measure({name: ask for name, (ask, _) in found.items()}, given.rounds)
    for name, times in taken.items():
        ratio = median(times) / median(taken["alvara"])
        fastest = sorted(times)[len(times) // 10]
        print(f"{name:<8} {median(times):8.0f} us in the median, {fastest:.0f} at the tenth, {ratio:.2f}x of ours")
    return int(given.strict and median(taken["alvara"]) > MOST)


def measure(asks: dict[str, Callable[[], Any]], rounds: int) -> dict[str, list[float]]:
    """Time each in turn, in microseconds a decision."""
    taken: dict[str, list[float]] = {name: [] for name in asks}
    gc.collect()
    gc.freeze()
    for _ in range(rounds):
        for name, ask in asks.items():
            for _ in range(10):
                began = time.perf_counter()
                ask()
                taken[name].append((time.perf_counter() - began) * 1e6)
    return taken


if __name__ == "__main__":
    sys.exit(main())
