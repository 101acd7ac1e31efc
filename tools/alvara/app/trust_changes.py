"""What a change does to what governs approvals, and to records: what becomes of agreements is told elsewhere."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from alvara.app.shown import Shown
from alvara.app.survey import Survey
from alvara.compare.change import Impact
from alvara.diagnostics.site import Revision
from alvara.model.approval import Approval
from alvara.model.filekind import GOVERNING, kind_of
from alvara.review.review import Fate, Point, Thing
from alvara.workspace.recorded import approval_of
from alvara.workspace.workspace import APPROVALS

_SAYS: Mapping[str, str] = {
    "person": "who somebody is, with which keys, and what they may agree to",
    "teams": "who belongs to which team",
    "approval-policy": "how many have to agree, and for how long that holds",
    "revocations": "which keys do not count",
    "root": "who vouches for all that governs",
}
_DECIDED = {"approve": "agreed to", "reject": "rejected", "revoke": "revoked what was approved of"}


def trust_things(before: Shown, after: Shown, paths: Iterable[str]) -> Iterator[Thing]:
    """Tell of what governs approvals among some files, and of the records that are gone or say something else."""
    held = {record.path: record for record in _records(before.survey)}
    for path in paths:
        kind = kind_of(path, after.survey.workspace.config)
        if kind not in GOVERNING and path not in held:
            continue
        was, now = _value(before, path), _value(after, path)
        if was == now:
            continue  # its layout, or nothing that can be read
        fate: Fate = "new" if was is None else "gone" if now is None else "changed"
        revision: Revision = "base" if fate == "gone" else "current"
        if path in held:
            words = _of_record(held[path], fate)
            point = Point("approval", path, "definition", "breaking", words, path, 1, revision)
            yield Thing("approval", path, fate, (point,))
            continue
        impact: Impact = "text" if kind == "root" else "narrowing" if kind == "revocations" else "widening"
        words = f"it says {_SAYS[kind]}: what it says now decides once it is on the main branch"
        sides = (None, None) if kind == "root" else (was, now)
        point = Point("governance", path, "governance", impact, words, path, 1, revision, *sides)
        yield Thing("governance", path, fate, (point,))


def _records(survey: Survey) -> list[Approval]:
    return [approval_of(entity) for entity in survey.view.look(APPROVALS)]


def _value(side: Shown, path: str) -> Any:
    """Give what a file says; None where it is not there, or cannot be read, which is noted elsewhere."""
    if path not in side.survey.workspace.contributions:
        return None
    document = side.document(path)
    return document.value if document is not None and document.readable else None


def _of_record(record: Approval, fate: Fate) -> str:
    who = record.approver if record.approver == record.seat else f"{record.approver} in place of {record.seat}"
    words = f"{who}, as {record.role}, {_DECIDED[record.decision]} `{record.id}` {record.version}"
    return f"{words}: the record is {'gone' if fate == 'gone' else 'another one'}"
