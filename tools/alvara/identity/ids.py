"""The grammar of IDs, the file each lives in, and its name on the wire."""

import re
from functools import cache
from typing import Literal, NamedTuple

LONGEST_ID = 64
"""Bytes. Tool APIs refuse longer names (OpenAI and MCP clients: 64)."""

RECOMMENDED_LENGTH = 48
"""Bytes. Clients put their own prefix in front, within the same 64."""

Kind = Literal[
    "capability", "resource", "policy", "page", "tombstone", "migration", "release",
    "approval", "person", "teams", "approval-policy", "revocations", "root", "scenario", "fixtures", "utterances",
]  # fmt: skip
FOLDERS: dict[Kind, str] = {"capability": "capabilities", "resource": "semantic-ids", "policy": "policies"}


class Name(NamedTuple):
    """A kind and an ID: IDs are unique only within their kind."""

    kind: str
    id: str


Style = Literal["camel", "snake", "kebab"]
_IDS: dict[str, re.Pattern[str]] = {
    "camel": re.compile(r"[a-z][A-Za-z0-9]*(?:\.[a-z][A-Za-z0-9]*)*"),
    "snake": re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)*(?:\.[a-z][a-z0-9]*(?:_[a-z0-9]+)*)*"),
    "kebab": re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*(?:\.[a-z][a-z0-9]*(?:-[a-z0-9]+)*)*"),
}
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


class Naming(NamedTuple):
    """How the IDs of one kind look: the style of each segment, and how many there may be."""

    style: Style = "camel"
    fewest: int = 1
    most: int = 6

    def objection(self, id: str) -> str | None:
        """Say in what way an ID breaks the convention, or None."""
        if not id.isascii():
            return "has a character outside ASCII"
        if len(id) > LONGEST_ID:
            return f"has {len(id)} characters; tool APIs take at most {LONGEST_ID}"
        if not _IDS[self.style].fullmatch(id):
            return f"is not {self.style} case in dotted segments"
        segments = id.count(".") + 1
        if segments < self.fewest:
            return f"has {segments} of at least {self.fewest} dotted segments"
        if segments > self.most:
            return f"has {segments} dotted segments; at most {self.most} are allowed"
        return None


@cache
def kebab(segment: str) -> str:
    """Write a segment the way folders and files are named: `updateValidity` is `update-validity`."""
    return _HUMP.sub("-", segment).replace("_", "-").lower()


def path_of(kind: Kind, id: str, major: int | None = None) -> str:
    """Give the file that an ID lives in when it has a file of its own."""
    stem = "/".join(kebab(segment) for segment in id.split("."))
    return f"{FOLDERS[kind]}/{stem}{'' if major is None else f'.v{major}'}.yaml"


def wire_name(id: str) -> str:
    """Name an ID for tool APIs, which take no dots."""
    return id.replace(".", "_")


def prefixes(id: str) -> list[str]:
    """List the IDs that an ID lies below, outermost first: `a.b.c` lies below `a` and `a.b`."""
    parts = id.split(".")
    return [".".join(parts[:count]) for count in range(1, len(parts))]
