"""A registry in a repository of its own, for the verbs that compare and release."""

from pathlib import Path

import pytest

from tests.bundle.repository import commit, git, write

REGISTRY = {
    "alvara.yaml": "registry: 6f1c2a34-0c1d-4b53-9a35-6a2f5b1f8e11\nname: shop\nlocales: [en]\n",
    "semantic-ids/order.yaml": """\
resources:
  - {id: order, type: entity, name: Order, knowledgeRefs: [docs/order]}
  - {id: order.deadline, type: field, name: Deadline, aliases: [order.due], knowledgeRefs: [docs/order]}
""",
    "docs/order.md": "---\nsemanticId: order\ncapabilities: [order.read]\n---\n\n# Orders\n",
    "capabilities/order/read.yaml": """\
id: order.read
version: "1.0.0"
name: Read an order
description: Reads an order.
action: get
status: active
owner: sales
labels: {en: Read an order}
semanticIds: [order]
knowledgeReferences: [docs/order]
inputSchema: {type: object, additionalProperties: false, properties: {days: {type: integer}}}
outputSchema: {type: object}
endpoint: {service: shop-api, method: GET, path: /orders}
implementation: {module: m, function: f, source: src/x.ts}
authorization: {permissions: [order.read]}
risk: read
""",
}
READ = Path("capabilities/order/read.yaml")
ORDER = Path("semantic-ids/order.yaml")


def make_repository(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Commit the registry on `main`, and make its folder the current one."""
    for name in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{name}_NAME", "Ana")
        monkeypatch.setenv(f"GIT_{name}_EMAIL", "ana@example.com")
    write(folder, REGISTRY)
    commit(folder)
    monkeypatch.chdir(folder)
    return folder


def change(path: Path, *swaps: tuple[str, str]) -> None:
    """Swap words in a file. Every one must be there."""
    text = path.read_text(encoding="utf-8")
    for old, new in swaps:
        assert old in text
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")


def on_branch(folder: Path, name: str) -> None:
    """Start a branch where we are."""
    git(folder, "checkout", "-q", "-b", name)
