"""What is agreed on: a definition by its digest, and the policies that decide on it."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from alvara.diagnostics.site import Pointer
from alvara.identity.digests import digest
from alvara.model.approval import Guard
from alvara.model.capability import RISKS

BEYOND_REVIEW: Mapping[str, tuple[str, ...]] = {
    "capability": ("approved", "active", "deprecated"),
    "policy": ("active", "deprecated"),
}
"""The statuses, by kind, that have to be agreed on."""

_DECIDING_PART = ("effect", "appliesTo", "when", "expires")


class Attached(NamedTuple):
    """A policy that decides on a capability: its names, and the digest of how it decides.

    `opens` tells that it allows, and is in force.
    """

    id: str
    aliases: tuple[str, ...]
    digest: str
    opens: bool

    @property
    def guard(self) -> Guard:
        """What a record says of it."""
        return Guard(self.id, self.digest)


class Subject(NamedTuple):
    """A definition, `digest` in hexadecimal. `place` is its file and where in it that stands.

    `announced_from` is the digest of the same without its announced end; empty where no end is announced. `recorded`
    is the highest risk that it has in the base and in the last release, empty where it is in neither.
    """

    kind: str
    id: str
    version: str
    status: str
    risk: str
    action: str
    digest: str
    announced_from: str
    place: tuple[str, Pointer]
    attached: tuple[Attached, ...] = ()
    proposers: tuple[str, ...] = ()
    recorded: str = ""

    @property
    def is_due(self) -> bool:
        """Whether others may rely on it, so that it has to be agreed on."""
        return self.status in BEYOND_REVIEW[self.kind]

    @property
    def digests(self) -> tuple[str, ...]:
        """The digests of records that are about it: to announce an end takes nothing back that was agreed on."""
        return (self.digest, self.announced_from) if self.announced_from else (self.digest,)


def guard_digest(policy: Mapping[str, Any]) -> str:
    """Name how a policy decides, given in full: what else it says may change under an approval."""
    return digest({key: policy[key] for key in _DECIDING_PART if key in policy})


def highest(risks: Iterable[str]) -> str:
    """Give the highest of some risks; empty where there is none."""
    return max(risks, key=RISKS.index, default="")
