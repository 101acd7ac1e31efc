"""A little registry with every sort of thing in it, and the repository's own, bundled in memory."""

import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from alvara.adapters.directory import DirectoryTree
from alvara.adapters.published import read_schema
from alvara.app.bundling import make_bundle
from alvara.app.evidence import read_proof
from alvara.app.models import read_definitions
from alvara.app.settings import read_settings
from alvara.bundle.contents import UNKNOWN, Origin
from alvara.cli.main import main
from alvara.documents.shape import Validators
from alvara.files.tree import DictTree, FileTree
from tests.bundle.repository import commit, write
from tests.bundle.running import FOUND, Ran, Run
from tests.this_registry import LATER, ROOT, TOP

VALIDATORS = Validators(read_schema)
ORIGIN = Origin("2026-09-01T00:00:00Z", UNKNOWN)

FILES = {
    "alvara.yaml": """\
registry: 6f1c2a34-0c1d-4b53-9a35-6a2f5b1f8e11
name: shop
locales: [pt-BR, en]
knowledge: {roots: [docs], translations: {en: docs/en}, external: [orders.rules]}
principal: {schema: schemas/principal.json}
""",
    "schemas/principal.json": '{"type": "object", "properties": {"id": {"$ref": "ids.json#/$defs/person"}}}',
    "schemas/ids.json": '{"$defs": {"order": {"type": "string", "maxLength": 9}, "person": {"type": "string"}}}',
    "semantic-ids/order.yaml": """\
resources:
  - id: order
    type: entity
    name: {pt-BR: Pedido, en: Order}
    owner: shop-team
    apiRefs: [api.orders]
    sourceRefs: [{path: secret/source/order.tsx}]
    recordSchema: {type: object, properties: {secretRecord: {type: string}}}
    recordVersion: /revision
    metadata: {secretMetadata: 1}
  - id: order.deadline
    type: field
    name: Deadline
    aliases: [order.due]
    knowledgeReferences: [docs/deadline]
    knowledgeRefs: [orders.rules]
    capabilityRefs: [{ref: order.postpone, confidence: VERIFIED}]
    recordPath: /secretRecordPath
    relations:
      - {type: IMPLEMENTED_BY, target: secret/implemented.ts}
      - {type: EXPOSED_BY, target: api.orders}
      - {type: UPDATED_BY, target: order.postpone}
  - {id: order.sketch, type: field, name: Sketch, status: draft}
  - {id: api.orders, type: api, name: Orders API}
""",
    "capabilities/order/domain.yaml": """\
errors: [{code: ORDER_NOT_FOUND, category: not_found, message: No such order.}]
""",
    "capabilities/order/postpone.yaml": """\
id: order.postpone
version: "1.2.0"
name: Postpone an order
description: Moves the deadline of one order.
action: update
status: active
proposedBy: [secretProposer]
semanticIds: [order.deadline]
knowledgeRefs: [docs/deadline]
target: {resource: order, idFrom: input.orderId}
inputSchema:
  type: object
  additionalProperties: false
  required: [orderId]
  properties: {orderId: {$ref: "../../schemas/ids.json#/$defs/order"}}
endpoint: {service: secret-service, method: PATCH, path: "/secret/orders/{orderId}"}
implementation: {module: secretModule, function: secretFunction, source: secret/implementation.ts}
authorization: {permissions: [secret.permission], roles: {any: [secretRole]}, tenantScoped: true}
risk: medium
confirmation:
  required: true
  riskThreshold: medium
  messageTemplate: Postpone {input.orderId}?
  when: {any: [{id: secretAtom, expr: "input.orderId != ''", text: secretText}]}
  ttlSeconds: 77
preconditions: [{id: secretPrecondition, expr: resource.open, error: ORDER_CLOSED}]
execution: {timeoutMs: 4321, idempotent: true, idempotencyStrategy: natural}
verification: {enabled: true, method: response, expect: [{id: secretExpectation, expr: "true"}]}
errors: [{code: ORDER_CLOSED, category: business, message: The order is closed.}]
observability: {redact: [/input/secretPointer]}
""",
    "capabilities/order/cancel.yaml": """\
id: order.cancel
version: "0.1.0"
description: secretDraft
risk: high
authorization: {}
inputSchema: {type: object}
""",
    "policies/order/closed.yaml": """\
id: order.closed
version: "1.0.0"
status: active
description: A closed order stays as it is.
effect: deny
appliesTo: {capabilities: [order.postpone]}
when: {all: [{id: secretPolicyAtom, expr: "!resource.open"}]}
reason: {code: ORDER_CLOSED, message: The order is closed.}
owner: secretOwner
""",
    "docs/deadline.md": """\
---
title: Prazo
semanticId: order.deadline
relatedCapabilities: [order.postpone]
secretKey: secretFrontMatter
---
# Prazo de entrega

O prazo é o dia da entrega.
""",
    "docs/en/deadline.md": "# Deadline\n\nThe day of the delivery.\n",
    "docs/contributing.md": "# Contributing\n\nsecretGuide\n",
}


FOLDERS = tuple(name for name in TOP if name != "alvara.yaml")
OWN_ORIGIN = Origin(LATER, UNKNOWN)


def bundle_tree(tree: FileTree, origin: Origin = ORIGIN) -> dict[str, bytes]:
    """Bundle a tree."""
    settings = read_settings(tree, VALIDATORS)
    assert settings.config is not None
    proof = read_proof(tree, settings.config, VALIDATORS)
    return make_bundle(read_definitions(tree, settings, VALIDATORS), origin, proof)


def bundle(files: Mapping[str, str | bytes], origin: Origin = ORIGIN) -> dict[str, bytes]:
    """Bundle a registry held in memory."""
    return bundle_tree(DictTree(files), origin)


@pytest.fixture(scope="session")
def little() -> dict[str, bytes]:
    """The bundle of the little registry."""
    return bundle(FILES)


@pytest.fixture(scope="session")
def own() -> dict[str, bytes]:
    """The bundle of this repository's registry."""
    return bundle_tree(DirectoryTree(ROOT, FOLDERS), OWN_ORIGIN)


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Run:
    """Run `alvara bundle`."""
    monkeypatch.setenv("XDG_CACHE_HOME", os.fspath(tmp_path / "cache"))

    def command(*arguments: str) -> Ran:
        capfd.readouterr()
        code = main(["bundle", *arguments])
        captured = capfd.readouterr()
        return Ran(code, captured.out, captured.err)

    return command


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A registry in a repository, and the current folder."""
    folder = write(tmp_path / "shop", FOUND)
    commit(folder)
    monkeypatch.chdir(folder)
    return folder
