"""An execution's lease on a bundle: what `pins/<execution>.json` says."""

from dataclasses import dataclass
from typing import Any

from alvara.store.wire import is_digest, is_moment, is_version, matches, or_null, read_record, write_record

FORMAT = "alvara.store-pin/1"

is_execution = matches(r"[0-9A-Za-z][0-9A-Za-z._-]{0,127}")
"""Whether a text may name an execution: it names a file."""


@dataclass(frozen=True, slots=True)
class Pin:
    """What an execution runs on, from its first step to its last, and until when it is kept; None: until it is let go.

    Moments are RFC 3339, in UTC, to the second.
    """

    execution: str
    version: str
    digest: str
    since: str
    until: str | None = None

    def holds(self, now: str) -> bool:
        """Whether the lease has not ended."""
        return self.until is None or now < self.until

    def as_json(self) -> dict[str, Any]:
        """Give what the file says, its format left out."""
        return {
            "execution": self.execution, "version": self.version, "digest": self.digest, "since": self.since,
            "until": self.until,
        }  # fmt: skip


def parse_pin(data: bytes) -> Pin:
    """Read the file. Raises `BadRecord`."""
    said = read_record(data, FORMAT, {
        "execution": is_execution, "version": is_version, "digest": is_digest, "since": is_moment,
        "until": or_null(is_moment),
    })  # fmt: skip
    return Pin(said["execution"], said["version"], said["digest"], said["since"], said["until"])


def write_pin(pin: Pin) -> bytes:
    """Write the file."""
    return write_record(FORMAT, pin.as_json())


def latest(end: str | None, other: str) -> str | None:
    """Give the later of two ends of a lease; None is without end."""
    return None if end is None else max(end, other)
