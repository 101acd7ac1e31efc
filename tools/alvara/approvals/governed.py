"""What governs, out of the facts of its files."""

from collections.abc import Iterable
from json import loads
from typing import Any

from alvara.model.governance import GovernanceValues
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import GOVERNANCE, View


def values_of(facts: Iterable[Entity]) -> GovernanceValues | None:
    """Give what the files in `governance/` say; None where one of them does not hold, so that nobody knows."""
    people: dict[str, Any] = {}
    single: dict[str, Any] = {}
    for entity in facts:
        if entity.kind == "root":
            continue
        if entity.broken:
            return None
        if entity.kind == "person":
            people[entity.id] = loads(entity.released[0])
        else:
            single[entity.kind] = loads(entity.released[0])
    return GovernanceValues(people, single.get("teams"), single.get("approval-policy"), single.get("revocations"))


def revoked_in(values: GovernanceValues) -> frozenset[str]:
    """Give the fingerprints of the keys that are revoked, since whenever. What has another shape is said elsewhere."""
    listed = values.revocations.get("revocations") if isinstance(values.revocations, dict) else None
    found = (one.get("key") for one in listed if isinstance(one, dict)) if isinstance(listed, list) else ()
    return frozenset(key for key in found if isinstance(key, str))


def is_newest(root: Entity, view: View) -> bool:
    """Whether a version of the root of trust is the last one that is here."""
    number = int(root.id)
    if view.definitions("root", str(number + 1)):  # which spares most of them a look at all
        return False
    return not any(one.kind == "root" and int(one.id) > number for one in view.look(GOVERNANCE))
