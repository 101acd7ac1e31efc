"""The moment a run is judged at: given, or HEAD's committer date, or the system's clock."""

import re
from datetime import UTC, datetime

_COMMITTER = re.compile(rb"^committer .* (\d+) [-+]\d{4}$", re.MULTILINE)
_RFC_3339 = re.compile(r"\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:[Zz]|[-+]\d{2}:\d{2})")


def parse_moment(text: str) -> str:
    """Read an RFC 3339 moment and write it in UTC, to the second. Raises `ValueError`."""
    if not _RFC_3339.fullmatch(text):
        raise ValueError(f"`{text}` is not an RFC 3339 moment, such as 2026-09-01T00:00:00Z")
    return _write(datetime.fromisoformat(text.upper()))


def commit_moment(commit: bytes) -> str:
    """Give the committer date of a commit as git stores it, or the system's clock where there is no commit."""
    found = _COMMITTER.search(commit)
    return _write(datetime.fromtimestamp(int(found.group(1)), UTC)) if found else system_moment()


def system_moment() -> str:
    """Give the time of the system's clock."""
    return _write(datetime.now(UTC))


def _write(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
