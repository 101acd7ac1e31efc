"""A little shop with one capability, one policy and one suite, and a way to run its scenarios."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from alvara.cli.main import main
from tests.ran import Ran

SUITE = "scenarios/order/postpone.yaml"
POLICY = "policies/order/closed.yaml"
CAPABILITY = "capabilities/order/postpone.yaml"

FILES: Mapping[str, str] = {
    "alvara.yaml": """\
registry: 6f1c2a34-0c1d-4b53-9a35-6a2f5b1f8e11
name: shop
locales: [pt-BR, en]
principal: {schema: schemas/principal.json}
context: {schema: schemas/context.json}
""",
    "schemas/principal.json": """{"type": "object", "required": ["id"], "properties": {
"id": {"type": "string"}, "tenant": {"type": "string"}, "permissions": {"type": "array"}}}""",
    "schemas/context.json": """{"type": "object", "additionalProperties": false,
"properties": {"channel": {"enum": ["chat", "batch"]}}}""",
    "semantic-ids/order.yaml": """\
id: order
type: entity
name: Order
recordSchema:
  type: object
  required: [id, status]
  properties:
    id: {type: string}
    tenant: {type: string}
    status: {enum: [OPEN, CLOSED]}
    days: {type: integer}
    buyer: {type: object, properties: {name: {type: string}, vip: {type: boolean}}}
""",
    CAPABILITY: """\
id: order.postpone
version: "1.0.0"
description: Moves the deadline of an order.
action: update
status: draft
semanticIds: [order]
target: {resource: order, idFrom: input.orderId}
inputSchema:
  type: object
  additionalProperties: false
  required: [orderId, days]
  properties: {orderId: {type: string}, days: {type: integer}}
outputSchema: {type: object, properties: {days: {type: integer}}}
authorization: {permissions: [order.update]}
risk: medium
confirmation:
  when:
    any:
      - {id: long, expr: input.days > 30, text: More than 30 days.}
  messageTemplate: {pt-BR: "Adiar por {input.days} dias?", en: "Postpone by {input.days} days?"}
preconditions:
  - {id: a-change, expr: input.days != 0, error: ORDER_UNCHANGED, text: It is a change.}
postconditions:
  - {id: moved, expr: output.days == input.days}
errors:
  - {code: ORDER_UNCHANGED, category: business, message: Nothing changes.}
""",
    POLICY: """\
id: order.closed
version: "1.0.0"
status: draft
effect: deny
appliesTo: {capabilities: [order.postpone]}
when:
  all:
    - {id: closed, expr: resource.status == "CLOSED", text: The order is closed.}
reason: {code: ORDER_CLOSED, message: The order is closed.}
""",
    SUITE: """\
capability: order.postpone
fixtures:
  principals:
    clerk: {id: u1, tenant: t1, permissions: [order.update]}
  resources:
    open: {id: o1, tenant: t1, status: OPEN, days: 3, buyer: {name: Ana, vip: true}}
scenarios:
  - id: happy
    principal: clerk
    resource: open
    input: {orderId: o1, days: 3}
    expect: {decision: allow, reasons: []}
  - id: closed
    principal: clerk
    resource: {$from: open, status: CLOSED}
    input: {orderId: o1, days: 3}
    expect: {decision: deny, reasons: [ORDER_CLOSED], decidedBy: [order.closed]}
  - id: long-or-none
    principal: clerk
    resource: open
    input: {orderId: o1, days: 0}
    matrix: {input.days: [0, 30, 31]}
    expect:
      rows:
        - {when: {input.days: 0}, decision: blocked, reasons: [ORDER_UNCHANGED]}
        - {when: {input.days: 30}, decision: allow}
      otherwise:
        decision: confirm
        reasons: [confirmation.condition]
        message: {en: "Postpone by 31 days?"}
  - id: moved
    principal: clerk
    resource: open
    input: {orderId: o1, days: 3}
    output: {days: 3}
    expect: {decision: allow, failed: []}
  - id: not-moved
    principal: clerk
    resource: open
    input: {orderId: o1, days: 3}
    output: {days: 4}
    expect: {decision: allow, failed: [moved]}
""",
}


class SuitesRan(Ran):
    """What a run of suites left."""

    @property
    def rules(self) -> list[str]:
        """The rules that found something."""
        return [finding["rule"] for finding in self.json["findings"]]

    @property
    def outcomes(self) -> dict[str, str]:
        """What came of each scenario."""
        return {one["id"]: one["outcome"] for one in self.json["scenarios"]}

    @property
    def failures(self) -> list[Any]:
        """Every request that did not come out as expected."""
        return [failure for one in self.json["scenarios"] for failure in one["failures"]]


class Shop:
    """The registry on disk."""

    def __init__(self, root: Path, capfd: pytest.CaptureFixture[str]) -> None:
        self.root, self._capfd = root, capfd

    def write(self, path: str, text: str) -> None:
        target = self.root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8", newline="\n")

    def change(self, path: str, old: str, new: str) -> None:
        text = (self.root / path).read_text(encoding="utf-8")
        assert old in text
        self.write(path, text.replace(old, new))

    def run(self, *arguments: str, verb: str = "test") -> SuitesRan:
        self._capfd.readouterr()
        code = main(["-C", str(self.root), verb, *arguments])
        captured = self._capfd.readouterr()
        return SuitesRan(code, captured.out, captured.err)

    def test(self, *paths: str) -> SuitesRan:
        return self.run(*paths, "--format", "json")


@pytest.fixture
def shop(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> Shop:
    """The shop, in which everything passes, with a cache of its own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
    shop = Shop(tmp_path_factory.mktemp("shop"), capfd)
    for path, text in FILES.items():
        shop.write(path, text)
    return shop


Edit = Callable[[Shop], None]
