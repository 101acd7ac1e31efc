"""What a file is, told by its path alone."""

import re
from collections.abc import Iterable
from typing import Literal

from alvara.model.config import Config

FileKind = Literal[
    "config", "capability", "domain", "resource", "policy", "page", "release", "tombstone", "migration",
    "approval", "person", "teams", "approval-policy", "revocations", "root", "scenario", "fixtures", "utterances",
    "other",
]  # fmt: skip

CONFIG = "alvara.yaml"
_FOLDERS: dict[str, FileKind] = {"capabilities": "capability", "semantic-ids": "resource", "policies": "policy"}
_RECORDS: dict[str, FileKind] = {"releases": "release", "tombstones": "tombstone", "migrations": "migration"}
LEDGER = "ledger"
APPROVALS = "approvals"
SCENARIOS = "scenarios"
GOVERNANCE = "governance"
_GOVERNING: dict[str, FileKind] = {
    f"{GOVERNANCE}/teams.yaml": "teams",
    f"{GOVERNANCE}/policy.yaml": "approval-policy",
    f"{GOVERNANCE}/revocations.yaml": "revocations",
}
_PERSON = re.compile(rf"{GOVERNANCE}/people/[^/]+\.yaml")
_ROOT = re.compile(rf"{GOVERNANCE}/root/[1-9][0-9]{{0,5}}\.json")

DEFINING = frozenset(_FOLDERS.values())
"""The kinds of files that define what has an ID."""

IN_LEDGER = frozenset(_RECORDS.values())
"""The kinds of files in the ledger, which record what happened."""

GOVERNING = frozenset({"person", "teams", "approval-policy", "revocations", "root"})
"""The kinds of files that say who may agree to what."""

TRUSTED = GOVERNING | {"approval"}
"""The kinds of files that say who agreed, and who may."""

REHEARSING = frozenset({"scenario", "fixtures", "utterances"})
"""The kinds of files in `scenarios/`: suites, what they share, and sentences. The path tells only the first."""

RECORDS = IN_LEDGER | TRUSTED | REHEARSING
"""The kinds of files that define nothing that has an ID."""


def folders_of(config: Config | None) -> tuple[str, ...]:
    """List the folders that a registry is read from."""
    return (*_FOLDERS, LEDGER, APPROVALS, GOVERNANCE, SCENARIOS, *(config.knowledge_roots if config else ()))


def is_read(path: str, config: Config) -> bool:
    """Whether a path is read for itself, and not only where another file refers to it."""
    return kind_of(path, config) not in ("other", "config")


def is_domain_file(path: str) -> bool:
    """Whether a path is the one that holds what the capabilities of a domain share."""
    return path.endswith("/domain.yaml") and path.startswith("capabilities/") and path.count("/") == 2


def domain_file_of(path: str) -> str:
    """Give the path of the file that may hold what a capability shares with its domain; none for any other thing."""
    return "/".join(path.split("/")[:2]) + "/domain.yaml" if path.startswith("capabilities/") else ""


def kind_of(path: str, config: Config) -> FileKind:
    """Tell what a path holds. `other` is a file that is read only when something refers to it."""
    if path == CONFIG:
        return "config"
    top = path.partition("/")[0]
    if top in _FOLDERS and path.endswith(".yaml"):
        if is_domain_file(path):
            return "domain"
        return _FOLDERS[top]
    if top == LEDGER and path.endswith(".yaml"):
        return _RECORDS.get(path.split("/")[1], "other")
    if top == APPROVALS:
        return "approval" if path.endswith(".yaml") and path.count("/") > 1 else "other"
    if top == GOVERNANCE:
        return governing_kind(path)
    if top == SCENARIOS:
        return "scenario" if path.endswith(".yaml") else "other"
    if path.endswith(".md") and any(path.startswith(root + "/") for root in config.knowledge_roots):
        return "page"
    return "other"


def is_governed(paths: Iterable[str]) -> bool:
    """Whether something among the files of a registry says who may agree to what."""
    return any(path.startswith(f"{GOVERNANCE}/") for path in paths)


def governing_kind(path: str) -> FileKind:
    """Tell what a path in `governance/` holds; it is the same in every registry."""
    if path in _GOVERNING:
        return _GOVERNING[path]
    if _PERSON.fullmatch(path):
        return "person"
    return "root" if _ROOT.fullmatch(path) else "other"
