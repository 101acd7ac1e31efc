"""Which bundle of a store is active, and which were before it: what `active.json` says."""

from dataclasses import dataclass
from typing import Any

from alvara.bundle.manifest import NamedRoot
from alvara.store.wire import (
    is_count,
    is_digest,
    is_moment,
    is_registry,
    is_version,
    matches,
    read_record,
    write_record,
)

FORMAT = "alvara.store-pointer/1"
MOST_BEFORE = 10
"""How many steps back are remembered."""

_is_hash = matches(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Pointer:
    """The active bundle. `before` are the digests of those that were active, the last of them first.

    `root` is the version of the root of trust that vouches for the bundle's governance; None where it has none.
    """

    registry: str
    sequence: int
    version: str
    digest: str
    root: NamedRoot | None
    activated_at: str
    before: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Give what the file says, its format left out."""
        return {
            "registry": self.registry, "sequence": self.sequence, "version": self.version, "digest": self.digest,
            "root": None if self.root is None else {"version": self.root.version, "sha256": self.root.sha256},
            "activatedAt": self.activated_at, "before": list(self.before),
        }  # fmt: skip


def parse_pointer(data: bytes) -> Pointer:
    """Read the file. Raises `BadRecord`."""
    said = read_record(data, FORMAT, {
        "registry": is_registry, "sequence": is_count, "version": is_version, "digest": is_digest, "root": _is_root,
        "activatedAt": is_moment, "before": _is_list_of_digests,
    })  # fmt: skip
    root = None if said["root"] is None else NamedRoot(**said["root"])
    return Pointer(
        said["registry"], said["sequence"], said["version"], said["digest"], root, said["activatedAt"],
        tuple(said["before"]),
    )  # fmt: skip


def write_pointer(pointer: Pointer) -> bytes:
    """Write the file."""
    return write_record(FORMAT, pointer.as_json())


def _is_root(value: Any) -> bool:
    if value is None:
        return True
    named = isinstance(value, dict) and value.keys() == {"version", "sha256"}
    return named and is_count(value["version"]) and _is_hash(value["sha256"])


def _is_list_of_digests(value: Any) -> bool:
    return isinstance(value, list) and len(value) <= MOST_BEFORE and all(map(is_digest, value))
