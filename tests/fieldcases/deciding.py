"""A little registry that decides, and one decision on it as its users make it: from files, by the command."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.fieldcases.checking import Run, run, write

CAPABILITY = "capabilities/document/edit.yaml"
POLICY = "policies/document/locked.yaml"
RESOURCE = "semantic-ids/document.yaml"
NOW = "2026-09-01T12:00:00Z"
SEED = {
    "alvara.yaml": """\
registry: 4c0a3d0e-98e5-4f0b-8d8e-5c2f8a6a6f0d
name: documents
locales: [en]
principal: {schema: schemas/principal.json}
context: {schema: schemas/context.json}
""",
    "schemas/principal.json": json.dumps({
        "type": "object", "additionalProperties": False, "required": ["id", "tenant", "roles", "permissions"],
        "properties": {
            "id": {"type": "string"}, "tenant": {"type": "string"}, "department": {"type": "string"},
            "roles": {"type": "array", "maxItems": 9, "items": {"enum": ["user", "editor", "guest"]}},
            "permissions": {"type": "array", "maxItems": 9, "items": {"enum": ["document.edit"]}},
        },
    }),
    "schemas/context.json": json.dumps({
        "type": "object", "additionalProperties": False, "properties": {"channel": {"enum": ["chat", "voice"]}},
    }),
    RESOURCE: """\
id: document
type: entity
name: Document
labels: {en: Document}
knowledgeRefs: [docs/document]
recordSchema:
  type: object
  additionalProperties: false
  required: [id, tenant, status]
  properties:
    id: {type: string}
    tenant: {type: string}
    status: {enum: [OPEN, FROZEN]}
    locked: {type: boolean}
""",
    CAPABILITY: """\
id: document.edit
version: "1.0.0"
description: Changes the title of one document.
action: update
status: active
owner: documents-team
labels: {en: [Edit document]}
semanticIds: [document]
knowledgeReferences: [docs/document]
target: {resource: document, idFrom: input.documentId}
inputSchema:
  type: object
  additionalProperties: false
  required: [documentId, title]
  properties: {documentId: {type: string}, title: {type: string}}
outputSchema: {type: object, properties: {title: {type: string}}}
endpoint: {service: documents, method: PATCH, path: "/documents/{documentId}"}
implementation: {module: documents, function: edit}
authorization: {permissions: [document.edit], tenantScoped: true, resourceScoped: true}
risk: medium
confirmation: {when: {any: [{id: shouted, text: The title is shouted., expr: input.title == "NEW"}]}}
execution: {idempotent: true, idempotencyStrategy: natural}
verification: {enabled: true, method: response}
""",
    "docs/document.md": "---\nsemanticId: document\n---\n# Document\n\nA document has a title.\n",
}  # fmt: skip
USER = {"id": "ana", "tenant": "t1", "roles": ["user"], "permissions": ["document.edit"]}
DOCUMENT = {"id": "d1", "tenant": "t1", "status": "OPEN"}
TITLE = {"documentId": "d1", "title": "New"}


def policy(id: str, when: str, effect: str = "deny", code: str = "DOCUMENT_LOCKED") -> tuple[str, str]:
    """Write a policy on the capability: its path and its text. `when` is a condition in flow style."""
    path = f"policies/{id.replace('.', '/')}.yaml"
    return (
        path,
        f"""\
id: {id}
version: "1.0.0"
status: active
description: What it is for.
effect: {effect}
appliesTo: {{capabilities: [document.edit]}}
when: {when}
reason: {{code: {code}, message: Somebody said so.}}
owner: documents-team
""",
    )


@dataclass(frozen=True)
class Decided:
    """What was decided: the codes of the reasons in order, the policies among them, and the whole answer."""

    exit: int
    outcome: str
    codes: list[str]
    policies: list[str]
    answer: Mapping[str, Any]


def sow(root: Path, *policies: tuple[str, str]) -> Path:
    """Write the registry with some policies."""
    for path, text in (*SEED.items(), *policies):
        write(root, path, text)
    return root


def ask(root: Path, principal: Any = USER, resource: Any = DOCUMENT, input: Any = TITLE, context: Any = None) -> Run:
    """Run the command on the capability. A value that is None is not given."""
    given = {"principal": principal, "resource": resource, "input": input, "context": context}
    arguments = ["--format", "json", "--now", NOW]
    for name, value in given.items():
        if value is not None:
            path = root.parent / f"{name}.json"
            path.write_text(json.dumps(value))
            arguments += [f"--{name}", str(path)]
    return run(root, "decide", "document.edit", *arguments)


def decide(root: Path, *values: Any, **named: Any) -> Decided:
    """Decide on the capability, and read the answer; the values are those of `ask`."""
    done = ask(root, *values, **named)
    assert done.code in (0, 1), done.errors
    answer = json.loads(done.output)
    reasons = answer["reasons"]
    policies = [reason["policy"] for reason in reasons if reason.get("policy")]
    return Decided(done.code, answer["decision"], [reason["code"] for reason in reasons], policies, answer)
