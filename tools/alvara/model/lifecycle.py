"""Where a thing stands between draft and removed, and how it leaves."""

import re
from collections.abc import Mapping
from typing import NamedTuple

CAPABILITY_STATUSES = ("draft", "review", "approved", "active", "deprecated", "removed")

NO_END = "9999-12-31"
"""The last day that a date can name: what is later than every announced end."""

_SUCCESSOR = re.compile(
    r"(?P<id>[A-Za-z][A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]+)*)(?:@(?P<major>0|[1-9][0-9]*)(?:\.[0-9]+\.[0-9]+)?)?"
)
"""An ID in any house style, with the version that this reference alone may name."""


class Deprecation(NamedTuple):
    """The announced end of a thing; dates are `YYYY-MM-DD`, empty where not given."""

    since: str = ""
    remove_after: str = ""
    replaced_by: str = ""
    reason: str = ""

    @property
    def successor(self) -> tuple[str, str] | None:
        """The ID and the major (or an empty text) that `replaced_by` names, or None where it is no ID."""
        found = _SUCCESSOR.fullmatch(self.replaced_by)
        return (found["id"], found["major"] or "") if found else None


_WAYS: Mapping[str, tuple[str, ...]] = {
    "capability": CAPABILITY_STATUSES,
    "resource": ("draft", "active", "deprecated", "removed"),
    "policy": ("draft", "active", "deprecated", "removed"),
}
FIRST_STATUSES: Mapping[str, tuple[str, ...]] = {
    "capability": ("draft", "review"),
    "resource": ("draft", "active"),
    "policy": ("draft", "active"),
}
"""Where a thing may begin."""


def way_of(kind: str) -> tuple[str, ...]:
    """List the statuses of a kind in the order in which they are gone through."""
    return _WAYS[kind]


def steps_between(kind: str, before: str, after: str) -> int:
    """Count the steps from a status to another; negative where the way leads back."""
    way = _WAYS[kind]
    return way.index(after) - way.index(before)
