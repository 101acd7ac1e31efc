"""A seed registry under git whose definitions are contracts, with its fork point as the base of `check`."""

from pathlib import Path
from typing import Any

from tests.fieldcases.checking import CAPABILITY, POLICY, Checked, change, check, sow, write
from tests.fieldcases.surroundings import git

TODAY = "2026-09-01T12:00:00Z"
ZONE = "semantic-ids/work-permit/zone.yaml"
ZONE_TEXT = """\
id: workPermit.zone
type: field
name: Zone
status: active
labels: {pt-BR: Área de trabalho, en: Work area}
"""


def sow_contracts(root: Path) -> Path:
    """Write the seed with everything active, and a resource in a file of its own; commit it on main."""
    sow(root)
    change(root, CAPABILITY, "status: draft\nrisk: high", "status: active\nrisk: medium")
    change(root, POLICY, "risk: [high]", "risk: [medium]")
    write(root, ZONE, ZONE_TEXT)
    git(root, "init", "-q")
    commit(root)
    return root


def commit(root: Path) -> str:
    """Commit everything, and give the commit."""
    git(root, "add", "-A")
    git(root, "commit", "-q", "--allow-empty", "-m", "step")
    return git(root, "rev-parse", "HEAD").strip()


def judged(root: Path, *arguments: str, now: str = TODAY) -> Checked:
    """Check as of a day."""
    return check(root, "--now", now, *arguments)


def bury(root: Path, kind: str = "resource", id: str = "workPermit.zone", since: str = "2026-08-31") -> None:
    """Write a tombstone."""
    text = f'id: {id}\nkind: {kind}\nsince: "{since}"\nreason: Zones are no longer recorded.\n'
    write(root, f"ledger/tombstones/{kind}/{id}.yaml", text)


def deprecated(remove_after: str, since: str = "2026-06-01", **more: Any) -> str:
    """Give the text of the resource with its end announced."""
    said = {"since": f'"{since}"', "removeAfter": f'"{remove_after}"', "reason": "Nobody asks."} | more
    block = ", ".join(f"{key}: {value}" for key, value in said.items() if value is not None)
    return ZONE_TEXT.replace("active", "deprecated") + f"deprecation: {{{block}}}\n"
