"""The record of somebody's word about a definition: a statement, and the signature over it."""

import re
from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from alvara.model.capability import RISKS

NAMESPACE = "alvara-approval@v1"
"""What a signature under a statement is for (PROTOCOL.sshsig): no other signature can be passed off as one."""

STATEMENT_TYPE = "https://in-toto.io/Statement/v1"
PREDICATE_TYPE = "https://alvara.dev/approval/v1"
APPROVALS = "approvals"

Decision = Literal["approve", "reject", "revoke"]


class Guard(NamedTuple):
    """A policy that decided when a record was signed, with the digest of how it decides."""

    id: str
    digest: str


class Shown(NamedTuple):
    """What the signer had before them: who wrote the page, in which language, and its SHA-256."""

    renderer: str
    locale: str
    sha256: str


class Approval(NamedTuple):
    """One record. `statement` is what is signed; the other attributes are what it says.

    `subject` is `capability` or `policy`, `digest` is in hexadecimal, moments are RFC 3339 in UTC. `approver` signed;
    `on_behalf_of` is whose place they took, empty where their own.
    """

    path: str
    statement: Mapping[str, Any]
    signature: str
    kind: str
    id: str
    digest: str
    decision: Decision
    role: str
    approver: str
    on_behalf_of: str
    repository: str
    target: str
    version: str
    risk: str
    issued_at: str
    expires_at: str
    guards: tuple[Guard, ...]
    shown: Shown

    @property
    def seat(self) -> str:
        """Whose word it is."""
        return self.on_behalf_of or self.approver

    def reaches(self, level: str) -> bool:
        """Whether it was given for a level of risk, or for one above."""
        return RISKS.index(self.risk) >= RISKS.index(level)

    @property
    def home(self) -> str:
        """The file that it belongs in where it is the first of its kind."""
        return path_of_approval(
            self.kind, self.id, self.version, self.digest, self.role, self.approver, self.decision
        )  # fmt: skip

    @property
    def is_at_home(self) -> bool:
        """Whether its file has that name, or the same with a number, as one has that says something again."""
        return self.home in first_names(self.path)


def folder_of(kind: str, id: str) -> str:
    """Give the folder that the records about a definition lie in."""
    return f"{APPROVALS}/policy/{id}" if kind == "policy" else f"{APPROVALS}/{id}"


_NUMBER = re.compile(r"-([2-9]|[1-9][0-9]+)\.yaml\Z")


def first_names(path: str) -> tuple[str, str]:
    """Give the names of which a file may have one: its own, and that without its number, where it has any."""
    return path, _NUMBER.sub(".yaml", path)


def path_of_approval(
    kind: str, id: str, version: str, digest: str, role: str, person: str, decision: str, number: int = 1
) -> str:  # fmt: skip
    """Give the file of a record; `digest` is in hexadecimal. Whoever says the same again does so under a number."""
    ending = "" if decision == "approve" else f"-{decision}"
    ending += "" if number == 1 else f"-{number}"
    return f"{folder_of(kind, id)}/{version}-{digest[:8]}-{role}-{person}{ending}.yaml"
