"""A registry with people who agree: their keys made by ssh-keygen, their roles on the main branch."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tests.bundle.repository import commit, git, write
from tests.signatures.agents import running_agent, ssh_add
from tests.signatures.ssh_keygen import make_key

NOW = "2026-09-02T10:00:00Z"
REGISTRY = "6f1c2a34-0c1d-4b53-9a35-6a2f5b1f8e11"
CANCEL = "capabilities/order/cancel.yaml"
POLICY = """\
levels:
  high: {slots: [technical, business], maxAgeDays: 180, assurance: signed}
policies: {slots: [business], maxAgeDays: 90}
"""
PEOPLE: Mapping[str, tuple[str, ...]] = {
    "ana": ("technical", "business"), "bia": ("business",), "tom": ("technical",), "tina": ("technical",),
    "rita": ("release",), "eve": (),
}  # fmt: skip
"""Who is known, and as what they may agree. Ana proposes, Rita releases."""

FILES = {
    "alvara.yaml": f"registry: {REGISTRY}\nname: shop\nlocales: [en, pt-BR]\n",
    ".gitignore": "keys/\n",
    "semantic-ids/order.yaml": "id: order\ntype: entity\nname: Order\nknowledgeRefs: [docs/order]\n"
    "recordSchema: {$ref: ../schemas/order.json#/$defs/order}\n",
    "docs/order.md": "---\nsemanticId: order\ncapabilities: [order.cancel]\n---\n\n# Orders\n",
    "schemas/order.json": """\
{"$defs": {"reason": {"type": "string", "maxLength": 80}, "other": {"type": "integer", "maximum": 9},
           "order": {"type": "object", "required": ["id", "closed"],
                     "properties": {"id": {"type": "string"}, "closed": {"type": "boolean"}}}}}
""",
    "policies/order/closed.yaml": """\
id: order.closed
version: "1.0.0"
status: draft
effect: deny
appliesTo: {capabilities: ["order.*"]}
when: {all: [{id: closed, expr: resource.closed, text: The order is closed.}]}
reason: {code: ORDER_CLOSED, message: The order is closed.}
""",
    CANCEL: """\
id: order.cancel
version: "1.0.0"
name: Cancel an order
description: Cancels one order for good.
action: cancel
status: review
owner: sales
proposedBy: [ana]
labels: {en: Cancel an order, pt-BR: Cancelar um pedido}
semanticIds: [order]
knowledgeReferences: [docs/order]
target: {resource: order, idFrom: input.orderId}
inputSchema:
  type: object
  additionalProperties: false
  required: [orderId]
  properties:
    orderId: {type: string}
    why: {$ref: ../../schemas/order.json#/$defs/reason}
outputSchema: {type: object}
endpoint: {service: shop-api, method: POST, path: /orders/cancel}
implementation: {module: m, function: f, source: src/x.ts}
authorization: {permissions: [order.cancel]}
confirmation: {required: true}
execution: {idempotent: true, idempotencyStrategy: natural}
verification: {enabled: true, method: response}
risk: high
""",
}  # fmt: skip
READ = """\
id: order.read
version: "1.0.0"
name: Read an order
description: Reads one order.
action: get
status: review
owner: sales
labels: {en: Read an order, pt-BR: Ler um pedido}
semanticIds: [order]
knowledgeReferences: [docs/order]
inputSchema: {type: object, additionalProperties: false}
outputSchema: {type: object}
endpoint: {service: shop-api, method: GET, path: /orders}
implementation: {module: m, function: f, source: src/x.ts}
authorization: {permissions: [order.read]}
risk: read
"""


def person(name: str, roles: tuple[str, ...], public: str, more: str = "") -> str:
    """Write the file of somebody."""
    held = ", ".join(f'{{role: {role}, scope: [order], from: "2026-01-01"}}' for role in roles)
    key = f'[{{id: laptop, type: ssh-ed25519, publicKey: "{public}", from: "2026-01-01"}}]'
    return (
        f"name: {name.title()}\nkind: human\nemails: [{name}@example.com]\nkeys: {key}\n"
        + (f"roles: [{held}]\n" if held else "")
        + more
    )


def make_office(folder: Path) -> Path:
    """Commit the registry on `main`, with everybody's key below `keys/`."""
    (folder / "keys").mkdir(parents=True)
    write(folder, FILES)
    for name, roles in PEOPLE.items():
        key = make_key(folder / "keys", name=name)
        write(folder, {f"governance/people/{name}.yaml": person(name, roles, public_of(key))})
    write(folder, {"governance/policy.yaml": POLICY})
    commit(folder)
    git(folder, "config", "user.email", "tom@example.com")
    return folder


def public_of(key: Path) -> str:
    """Give the public half of a key as one line without a comment."""
    return " ".join(Path(f"{key}.pub").read_text().split()[:2])


def signing(person: str, *more: str, id: str = "order.cancel") -> tuple[str, ...]:
    """The options with which somebody signs without a terminal."""
    return (id, "--as", person, "--key", f"keys/{person}", "--yes", id, "--now", NOW, *more)


def records(folder: Path) -> list[Path]:
    """List the records."""
    return sorted((folder / "approvals").rglob("*.yaml"))


@contextmanager
def agent(*keys: Path, options: tuple[str, ...] = ()) -> Iterator[str]:
    """Run an agent that holds some keys, and give the path of its socket."""
    with running_agent() as path:
        for key in keys:
            added = ssh_add(path, "-q", *options, key)
            assert added.returncode == 0, added.stderr
        yield path
