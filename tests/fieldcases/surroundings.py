"""The seed registry of the cases about git, the command line and the machine around it."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
FILES = {
    "alvara.yaml": "registry: 0d8e5b3e-7d0c-4c6a-8a53-1f6a2c9d7b10\nname: seed\nlocales: [pt-BR, en]\n",
    "capabilities/work-permit/update-validity.yaml": """\
id: workPermit.updateValidity
version: "1.4.0"
description: Sets for how many days one work permit is valid.
action: update
status: draft
risk: high
authorization: {permissions: [workPermit.update], tenantScoped: true}
inputSchema:
  type: object
  additionalProperties: false
  required: [workPermitId]
  properties:
    workPermitId: {type: string}
endpoint: {service: sst-api, method: PATCH, path: "/work-permits/{workPermitId}/validity"}
implementation: {module: workPermit, function: updateValidity}
""",
    "semantic-ids/work-permit.yaml": """\
resources:
  - id: workPermit
    type: entity
    name: Work permit
    labels: {pt-BR: Permissão, en: Work permit}
  - id: workPermit.validUntil
    type: field
    name: Valid until
    labels: {pt-BR: Validade, en: Valid until}
    aliases: [workPermit.expiryDate]
    synonyms: {pt-BR: [prazo, vencimento], en: [expiry]}
""",
    "policies/work-permit/high.yaml": """\
id: workPermit.high
version: "1.0.0"
status: active
effect: require-confirmation
appliesTo: {capabilities: [workPermit.updateValidity], risk: [high]}
reason: {code: WORK_PERMIT_HIGH_RISK, message: This is a high risk.}
""",
}


def write_seed(root: Path) -> Path:
    """Write the seed registry."""
    for path, text in FILES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    return root


def git(root: Path, *arguments: str, **extra: str) -> str:
    """Run git the way a person would, with a name and a fixed date."""
    names = {f"GIT_{who}_{what}": value for who in ("AUTHOR", "COMMITTER") for what, value in _PERSON.items()}
    done = subprocess.run(
        ["git", *_SETTINGS, *arguments], cwd=root, check=True, capture_output=True, text=True,
        env=os.environ | names | extra,
    )  # fmt: skip
    return done.stdout


_SETTINGS = ("-c", "commit.gpgsign=false", "-c", "init.defaultBranch=main", "-c", "maintenance.auto=false")
_PERSON = {"NAME": "Ana", "EMAIL": "ana@example.org", "DATE": "2026-09-01T12:00:00Z"}


def commit_seed(root: Path) -> Path:
    """Write the seed registry and commit it."""
    write_seed(root)
    git(root, "init", "-q")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "seed")
    return root


def alvara(root: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own."""
    surroundings = os.environ | {"PYTHONPATH": str(ROOT / "tools"), "NO_COLOR": "1"} | environment
    return subprocess.run(
        [sys.executable, "-m", "alvara", *arguments], cwd=root, capture_output=True, text=True, env=surroundings,
        timeout=60, check=False, errors="surrogateescape",
    )  # fmt: skip


_REMEMBERING = """\
import sys
from alvara.adapters import cache
from alvara.cli.main import main
cache._SETTLED = -(10**19)
sys.exit(main())
"""


def remember(root: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command as if nothing had changed for a long time, so that its answer is kept for the next run."""
    surroundings = os.environ | {"PYTHONPATH": str(ROOT / "tools"), "NO_COLOR": "1"} | environment
    return subprocess.run(
        [sys.executable, "-c", _REMEMBERING, *arguments], cwd=root, capture_output=True, text=True, env=surroundings,
        timeout=60, check=False,
    )  # fmt: skip
