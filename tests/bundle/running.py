"""A registry on disk that `alvara bundle` is run on, and what a run leaves."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jsonschema_rs

SCHEMAS = Path(__file__).resolve().parents[2] / "schemas/output"

FOUND = {
    "alvara.yaml": """\
registry: 6f1c2a34-0c1d-4b53-9a35-6a2f5b1f8e11
name: shop
locales: [pt-BR, en]
knowledge: {roots: [docs], translations: {en: docs/en}}
""",
    "semantic-ids/order.yaml": """\
resources:
  - {id: order, type: entity, name: Order, status: draft, policyRefs: [order.closed]}
  - {id: order.deadline, type: field, name: Deadline, status: draft}
""",
    # Drafts may be as unfinished as these are.
    "capabilities/order/postpone.yaml": """\
id: order.postpone
version: "1.2.0"
description: Moves the deadline of one order.
risk: medium
authorization: {}
inputSchema:
  type: object
  additionalProperties: false
  properties: {orderId: {$ref: "../../schemas/ids.json#/$defs/order"}}
""",
    "capabilities/order/cancel.yaml": """\
id: order.cancel
version: "0.1.0"
description: Cancels an order.
risk: high
authorization: {}
inputSchema: {type: object, additionalProperties: false}
""",
    "policies/order/closed.yaml": """\
id: order.closed
version: "1.0.0"
status: draft
effect: deny
appliesTo: {capabilities: [order.postpone]}
reason: {code: ORDER_CLOSED, message: The order is closed.}
""",
    "schemas/ids.json": '{"$defs": {"order": {"type": "string", "maxLength": 9}}}\n',
    "docs/deadline.md": "---\nsemanticId: order.deadline\n---\n# Prazo\n",
    "docs/en/deadline.md": "# Deadline\n",
}


@dataclass(frozen=True)
class Ran:
    """What a run left."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The document that was printed."""
        return json.loads(self.out)


Run = Callable[..., Ran]


def keeps(schema: str, document: Any) -> Any:
    published = json.loads((SCHEMAS / f"{schema}.schema.json").read_text())
    jsonschema_rs.validator_for(published, validate_formats=True).validate(document)
    return document


def held(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}
