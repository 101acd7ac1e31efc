"""Verbs as their users run them, in one process, on a little registry of their own."""

from collections.abc import Callable
from pathlib import Path

import pytest

from alvara.cli.main import main
from tests.bundle.repository import commit
from tests.cli.bundled import COMPLETE, POSTPONE
from tests.ran import Ran

FILES = {
    "alvara.yaml": """\
registry: 6f1c2a34-0c1d-4b53-9a35-6a2f5b1f8e11
name: shop
locales: [pt-BR, en]
knowledge: {roots: [docs], external: [orders.rules]}
""",
    "semantic-ids/order.yaml": """\
resources:
  - id: order
    type: entity
    name: {pt-BR: Pedido, en: Order}
    knowledgeRefs: [docs/order]
    policyRefs: [order.closed]
  - id: order.deadline
    type: field
    name: Deadline
    labels: {pt-BR: Prazo de entrega, en: Deadline}
    aliases: [order.due]
    synonyms: {pt-BR: [vencimento]}
    capabilityRefs: [{ref: order.postpone, confidence: VERIFIED}]
    uiRefs: [ui.order]
    relations:
      - {type: UPDATED_BY, target: order.postpone, confidence: VERIFIED}
      - {type: DOCUMENTED_BY, target: orders.rules, confidence: INFERRED}
""",
    "semantic-ids/ui/order.yaml": "id: ui.order\ntype: page\nname: Order page\n",
    "semantic-ids/item.yaml": "id: item\ntype: entity\nname: Item\n",
    "capabilities/order/postpone.yaml": """\
id: order.postpone
version: "1.0.0"
description: Moves the deadline of an order.
action: update
status: active
owner: sales
labels: {pt-BR: Adiar pedido, en: Postpone an order}
semanticIds: [order]
knowledgeReferences: [docs/order]
inputSchema: {type: object, additionalProperties: false, properties: {days: {type: integer}}}
endpoint: {service: shop-api, method: POST, path: /postpone}
authorization: {permissions: [order.update]}
risk: medium
""",
    "capabilities/order/list.yaml": """\
id: order.list
version: "1.0.0"
description: Lists orders.
action: list
inputSchema: {type: object, additionalProperties: false}
authorization: {permissions: [order.read]}
risk: read
""",
    "policies/order/closed.yaml": """\
id: order.closed
version: "1.0.0"
status: active
effect: deny
appliesTo: {capabilities: ["order.*"], risk: [medium]}
when: {all: [{id: night, expr: now.getHours() < 6, text: It is night.}]}
reason: {code: ORDER_CLOSED, message: The order is closed.}
""",
    "docs/order.md": "---\nsemanticId: order\n---\n\n# Orders\n",
}


Run = Callable[..., Ran]


@pytest.fixture
def run(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> Run:
    """Run a command, with a cache folder of its own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))

    def command(*arguments: str) -> Ran:
        capfd.readouterr()
        code = main([*arguments])
        captured = capfd.readouterr()
        return Ran(code, captured.out, captured.err)

    return command


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A registry with a little of everything, and the current folder."""
    for path, text in FILES.items():
        target = tmp_path / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8", newline="\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def bundled(shop: Path, run: Run) -> Path:
    """The registry, committed on `main`, and a bundle of that, in no repository's way."""
    (shop / ".gitignore").write_text("dist/\n")
    with (shop / POSTPONE).open("a", encoding="utf-8") as file:
        file.write(COMPLETE)
    commit(shop)
    assert run("bundle", "build").code == 0
    return shop
