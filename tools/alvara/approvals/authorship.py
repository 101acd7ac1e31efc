"""Who had a part in a change, as git tells it, and which people those are."""

from collections.abc import Iterable
from typing import Literal, NamedTuple

from alvara.model.governance import Governance

Part = Literal["author", "committer", "co-author"]


class Authored(NamedTuple):
    """Somebody's part in a commit that wrote a file. The address is in small letters, and may be empty."""

    path: str
    commit: str
    name: str
    email: str
    part: Part = "author"


def people_of(authored: Iterable[Authored], governance: Governance) -> tuple[frozenset[str], tuple[Authored, ...]]:
    """Tell the people behind commits, and list what nobody in `governance/` claims, the first of each address."""
    owners: dict[str, set[str]] = {}
    for person in governance.people.values():
        for email in person.emails:
            owners.setdefault(email, set()).add(person.id)
    known: set[str] = set()
    unknown: dict[str, Authored] = {}
    for one in authored:
        if one.email in owners:
            known |= owners[one.email]
        else:
            unknown.setdefault(one.email, one)
    return frozenset(known), tuple(unknown.values())
