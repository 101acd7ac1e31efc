"""Who had a part in a change, as git tells it, and which people those are."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from alvara.model.governance import Governance


class Authored(NamedTuple):
    """Somebody's part in a commit that touched a file; the address is in lower case."""

    path: str
    commit: str
    name: str
    email: str


def people_of(authored: Iterable[Authored], governance: Governance) -> tuple[frozenset[str], tuple[Authored, ...]]:
    """Tell the people behind commits, and list what nobody in `governance/` claims, the first of each address."""
    owners: Mapping[str, str] = {email: person.id for person in governance.people.values() for email in person.emails}
    known: set[str] = set()
    unknown: dict[str, Authored] = {}
    for one in authored:
        if one.email in owners:
            known.add(owners[one.email])
        else:
            unknown.setdefault(one.email, one)
    return frozenset(known), tuple(unknown.values())
