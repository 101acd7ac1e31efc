"""A copy of this repository's own registry, committed when its approvals count already."""

import re
import shutil
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TOP = (
    "alvara.yaml", "capabilities", "semantic-ids", "policies", "scenarios", "approvals", "governance", "schemas",
    "docs",
)  # fmt: skip

_SIGNED = [
    found[1]
    for record in (ROOT / "approvals").rglob("*.yaml")
    for found in re.finditer(r'issuedAt: "([0-9-]{10})T', record.read_text(encoding="utf-8"))
]
LATER = f"{max(_SIGNED)}T23:59:59Z"
"""The last second of the day of the last approval: what was signed after a commit does not count in it."""


def copy_registry(to: Path) -> Path:
    """Copy everything that the registry is read from."""
    to.mkdir(exist_ok=True)
    for name in TOP:
        source = ROOT / name
        (shutil.copytree if source.is_dir() else shutil.copy)(source, to / name)
    return to


def take_out_approvals(root: Path) -> Path:
    """Leave nobody to approve anything, and nothing that has to be."""
    for folder in ("governance", "approvals"):
        shutil.rmtree(root / folder)
    for ending in ("approve", "cancel"):
        path = root / f"capabilities/work-permit/{ending}.yaml"
        path.write_text(path.read_text(encoding="utf-8").replace("status: active", "status: review"), encoding="utf-8")
    return root
