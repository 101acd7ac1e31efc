"""A tree to the evidence that its bundle brings along: every record, who governs, and what the ledger remembers."""

from collections.abc import Container
from typing import Any, NamedTuple

from alvara.app.governing import governance_values, read_governance, read_roots
from alvara.app.models import Incomplete
from alvara.bundle.evidence import Evidence
from alvara.decode.approval import approval
from alvara.documents.document import HARMLESS_TO_TRUST
from alvara.documents.load import load
from alvara.documents.shape import Validators
from alvara.files.tree import FileTree, Unreadable
from alvara.model.config import Config
from alvara.model.filekind import IN_LEDGER, kind_of


class Proof(NamedTuple):
    """Evidence that was read, and what tells whether it has its shape."""

    evidence: Evidence
    validators: Validators


def read_proof(tree: FileTree, config: Config, validators: Validators) -> Proof:
    """Read the evidence. Raises `Incomplete` rather than leave something out."""
    found: dict[str, dict[str, Any]] = {"approval": {}, "ledger": {}}
    problems: list[str] = []
    for path, type, _ in sorted(tree.entries(), key=lambda entry: entry.path):
        kind = kind_of(path, config)
        if kind != "approval" and kind not in IN_LEDGER:
            continue
        value = _read(tree, path) if type == "file" else None
        if validators.of(kind).accepts(value):
            found["approval" if kind == "approval" else "ledger"][path] = value
        else:
            problems.append(f"{path}: not all of it can be read; `alvara check` says more")
    if problems:
        raise Incomplete(problems)
    read_governance(tree, validators)  # what has not its shape is told before it is shipped
    roots = {number: data.replace(b"\r\n", b"\n") for number, data in read_roots(tree).items()}
    return Proof(Evidence(found["approval"], governance_values(tree), roots, found["ledger"]), validators)


def last_signed(tree: FileTree, config: Config, validators: Validators, committed: Container[str]) -> str:
    """Give the moment of the last record that is not committed yet; empty where there is none that can be read."""
    moments = [""]
    for path, type, _ in tree.entries():
        if type == "file" and kind_of(path, config) == "approval" and path not in committed:
            value = _read(tree, path)
            if validators.of("approval").accepts(value):
                moments.append(approval(value, path).issued_at)
    return max(moments)


def _read(tree: FileTree, path: str) -> Any:
    try:
        document = load(path, tree.read(path))
    except (Unreadable, KeyError):
        return None
    return None if any(p.rule not in HARMLESS_TO_TRUST for p in document.problems) else document.value
