"""The moment a run is judged at: given, or HEAD's committer date, or the system's clock."""

import re
from datetime import UTC, datetime

_COMMITTER = re.compile(rb"^committer .* (-?\d+) [-+]\d+$", re.MULTILINE)
_RFC_3339 = re.compile(r"\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:[Zz]|[-+]\d{2}:\d{2})", re.ASCII)


def parse_moment(text: str) -> str:
    """Read an RFC 3339 moment and write it in UTC, to the second. Raises `ValueError`."""
    if not _RFC_3339.fullmatch(text):
        raise ValueError(f"`{text}` is not an RFC 3339 moment, such as 2026-09-01T00:00:00Z")
    try:
        return _write(datetime.fromisoformat(text.upper()))
    except OverflowError:
        raise ValueError(f"`{text}` is not within the years 1 to 9999 in UTC") from None
    except ValueError as error:
        raise ValueError(f"`{text}` is no moment: {error}") from None


def commit_moment(commit: bytes) -> str:
    """Give the committer date of a commit as git stores it, or the system's clock where there is no commit.

    Raises `ValueError` where the commit has no date that a calendar knows: today's would be a guess.
    """
    if not commit:
        return system_moment()
    found = _COMMITTER.search(commit.partition(b"\n\n")[0])
    try:
        if found is not None:
            return counted_moment(int(found.group(1)))
    except ValueError:
        pass
    raise ValueError("the commit has no date within the years 1 to 9999; give a moment with --now")


def counted_moment(seconds: int) -> str:
    """Give the moment so many seconds after 1970 began. Raises `ValueError` for what is a date to git alone."""
    try:
        return _write(datetime.fromtimestamp(seconds, UTC))
    except (ValueError, OverflowError, OSError):
        raise ValueError("no date within the years 1 to 9999") from None


def system_moment() -> str:
    """Give the time of the system's clock."""
    return _write(datetime.now(UTC))


def _write(moment: datetime) -> str:
    return moment.astimezone(UTC).replace(microsecond=0, tzinfo=None).isoformat() + "Z"
