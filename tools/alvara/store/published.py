"""Which bundle has a version, for ever: what `versions/<version>.json` says."""

from dataclasses import dataclass
from typing import Any

from alvara.store.wire import is_count, is_digest, is_version, read_record, write_record

FORMAT = "alvara.store-version/1"
_UNRELEASED = "0.0.0+"


@dataclass(frozen=True, slots=True)
class Published:
    """A version that was published. It stays known when its bundle is taken away, so that none can take its name."""

    version: str
    sequence: int
    digest: str

    def as_json(self) -> dict[str, Any]:
        """Give what the file says, its format left out."""
        return {"version": self.version, "sequence": self.sequence, "digest": self.digest}


def parse_published(data: bytes) -> Published:
    """Read the file. Raises `BadRecord`."""
    said = read_record(data, FORMAT, {"version": is_version, "sequence": is_count, "digest": is_digest})
    return Published(said["version"], said["sequence"], said["digest"])


def write_published(published: Published) -> bytes:
    """Write the file."""
    return write_record(FORMAT, published.as_json())


def is_release(version: str) -> bool:
    """Whether a version is that of a release, and not of a tree between two."""
    return not version.startswith(_UNRELEASED)
