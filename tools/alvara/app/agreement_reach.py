"""Whose agreement a change can have touched, told by facts alone: all others are the same on both sides."""

from collections.abc import Iterator

from alvara.app.shown import Shown, differing
from alvara.approvals.attaching import Attachments
from alvara.compare.definition import Name
from alvara.model.filekind import GOVERNING, IN_LEDGER, kind_of
from alvara.workspace.contribution import Contribution
from alvara.workspace.entity import Entity
from alvara.workspace.recorded import approval_of

_AGREED_ON = ("capability", "policy")
_FOR_ALL = GOVERNING | IN_LEDGER


def reached(before: Shown, after: Shown) -> frozenset[Name] | None:
    """List what has to be judged on both sides; None where it may be anything.

    That is what differs, in any major; what a record is about that differs; what other policies decide on, or the same
    in another way; and, where any capability differs, all that runs others. The settings, the ledger and the governance
    concern everybody.
    """
    config = after.settings.config
    assert config is not None, "settings that do not hold stop a run before this"
    if before.settings.digest != after.settings.digest:
        return None
    sides = before.survey.workspace.contributions, after.survey.workspace.contributions
    changed = frozenset(differing(before.survey, after.survey))
    kinds = {kind_of(path, config) for path in changed}
    if kinds & _FOR_ALL:
        return None
    found: set[Name] = set()
    for contributions in sides:
        for path in changed & contributions.keys():
            found.update(_subjects(contributions[path]))
    guards = [dict(_guards(side)) for side in (before, after)]
    for name in guards[0].keys() | guards[1].keys():
        places = [side.get(name, frozenset()) for side in guards]
        if places[0] != places[1] or places[0] & changed:
            found.add(name)
    if any(kind == "capability" for kind, _ in found):
        found.update(name for side in (before, after) for name in _composites(side))
    return frozenset(found)


def _subjects(contribution: Contribution) -> Iterator[Name]:
    """Yield what a file defines, or is the record about."""
    for entity in contribution.entities:
        if entity.kind in _AGREED_ON:
            yield entity.kind, entity.id
        elif str(entity.kind) == "approval" and not entity.broken:
            record = approval_of(entity)
            yield record.kind, record.id


def _guards(side: Shown) -> Iterator[tuple[Name, frozenset[str]]]:
    """Yield for each ID of a capability the files of the policies that decide on it."""
    attachments = Attachments(side.survey.view)
    found: dict[str, set[str]] = {}
    for capability in _capabilities(side):
        found.setdefault(capability.id, set()).update(policy.path for policy in attachments.on(capability))
    for id, paths in found.items():
        yield ("capability", id), frozenset(paths)


def _composites(side: Shown) -> Iterator[Name]:
    return ((c.kind, c.id) for c in _capabilities(side) if c.type == "composite")


def _capabilities(side: Shown) -> Iterator[Entity]:
    return (entity for entity in side.survey.entities if entity.kind == "capability")
