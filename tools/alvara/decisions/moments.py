"""Moments as requests name them: RFC 3339 text, which is read here and never taken from a clock."""

import re
from datetime import UTC, datetime, timedelta

_RFC_3339 = re.compile(r"\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:[Zz]|[-+]\d{2}:\d{2})", re.ASCII)


def moment(text: str) -> datetime:
    """Read a moment, in UTC. Raises `ValueError` for what is none."""
    if not _RFC_3339.fullmatch(text):
        raise ValueError("`now` is not an RFC 3339 moment, such as 2026-09-01T00:00:00Z")
    try:
        return datetime.fromisoformat(text.upper()).astimezone(UTC)
    except (ValueError, OverflowError):
        raise ValueError("`now` is a moment that no calendar has") from None


def written(when: datetime) -> str:
    """Write a moment of UTC to the second."""
    return f"{when.replace(microsecond=0, tzinfo=None).isoformat()}Z"


def later(when: datetime, seconds: int) -> datetime:
    """Give the moment so many seconds later, or the last one that a calendar has."""
    try:
        return when + timedelta(seconds=seconds)
    except OverflowError:
        return datetime.max.replace(tzinfo=UTC)
