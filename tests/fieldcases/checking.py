"""Running `alvara check` in this process on a little registry, and reading what it says."""

import io
import json
import os
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

from alvara.cli.main import main

CAPABILITY = "capabilities/work-permit/update-validity.yaml"
RESOURCES = "semantic-ids/work-permit.yaml"
POLICY = "policies/work-permit/high.yaml"
PAGE = "docs/work-permit.md"
SEED = {
    "alvara.yaml": "registry: 0d8e5b3e-7d0c-4c6a-8a53-1f6a2c9d7b10\nname: seed\nlocales: [pt-BR, en]\n",
    CAPABILITY: """\
id: workPermit.updateValidity
version: "1.4.0"
description: Sets for how many days one work permit is valid.
action: update
status: draft
risk: high
authorization: {permissions: [workPermit.update], tenantScoped: true}
owner: permits-team
labels: {pt-BR: [Alterar validade], en: [Change validity]}
semanticIds: [workPermit.validUntil]
knowledgeReferences: [docs/work-permit]
inputSchema:
  type: object
  additionalProperties: false
  required: [workPermitId]
  properties:
    workPermitId: {type: string}
outputSchema: {type: object, properties: {validUntil: {type: string}}}
endpoint: {service: sst-api, method: PATCH, path: "/work-permits/{workPermitId}/validity"}
implementation: {module: workPermit, function: updateValidity}
confirmation: {required: true}
execution: {idempotent: true, idempotencyStrategy: natural}
verification: {enabled: true, method: response}
""",
    RESOURCES: """\
resources:
  - id: workPermit
    type: entity
    name: Work permit
    labels: {pt-BR: Permissão, en: Work permit}
    knowledgeRefs: [docs/work-permit]
  - id: workPermit.validUntil
    type: field
    name: Valid until
    labels: {pt-BR: Validade, en: Valid until}
    aliases: [workPermit.expiryDate]
    synonyms: {pt-BR: [prazo, vencimento], en: [expiry]}
""",
    POLICY: """\
id: workPermit.high
version: "1.0.0"
status: active
description: A high risk is confirmed.
effect: require-confirmation
appliesTo: {capabilities: [workPermit.updateValidity], risk: [high]}
reason: {code: WORK_PERMIT_HIGH_RISK, message: This is a high risk.}
""",
    PAGE: "---\nsemanticId: workPermit\n---\n# Work permit\n\nA permit to do dangerous work for some days.\n",
}


@dataclass(frozen=True)
class Run:
    """What one run left behind."""

    code: int
    output: str
    errors: str


@dataclass(frozen=True)
class Checked:
    """The findings of one run, as the JSON report has them; `infos` stand apart, as they say nothing is wrong."""

    code: int
    findings: list[dict[str, Any]]
    infos: list[dict[str, Any]]
    summary: dict[str, int]

    @property
    def briefly(self) -> list[tuple[str, str]]:
        """Rule and place of every finding."""
        return [(f["rule"], f"{f['file']}:{f['line']}:{f['column']}") for f in self.findings]

    @property
    def only(self) -> dict[str, Any]:
        """The one finding there is."""
        (finding,) = self.findings
        return finding


def run(root: Path, *arguments: str) -> Run:
    """Run a command in this process, with a cache of its own."""
    output, errors = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.StringIO()
    surroundings = {"XDG_CACHE_HOME": str(root.parent / "cache"), "NO_COLOR": "1"}
    with patch.dict(os.environ, surroundings), redirect_stdout(output), redirect_stderr(errors):
        code = main(["-C", str(root), *arguments])
    output.flush()
    return Run(code, output.buffer.getvalue().decode(), errors.getvalue())  # type: ignore[attr-defined]


def check(root: Path, *arguments: str) -> Checked:
    """Check a registry and read the JSON report."""
    done = run(root, "check", "--format", "json", *arguments)
    assert done.errors == "", done.errors
    report = json.loads(done.output)
    infos = [f for f in report["findings"] if f["severity"] == "info"]
    return Checked(done.code, [f for f in report["findings"] if f not in infos], infos, report["summary"])


def sow(root: Path) -> Path:
    """Write the seed registry."""
    for path, text in SEED.items():
        write(root, path, text)
    return root


def write(root: Path, path: str, content: str | bytes) -> None:
    """Write a file of the registry."""
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    (root / path).write_bytes(content if isinstance(content, bytes) else content.encode())


def change(root: Path, path: str, old: str, new: str) -> None:
    """Replace the first occurrence of a text in a file, which must be there."""
    text = (root / path).read_bytes().decode()
    assert old in text
    write(root, path, text.replace(old, new, 1))
