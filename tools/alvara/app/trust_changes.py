"""What a change does to approvals: who may give them, which came or went, and which do not count any longer."""

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, NamedTuple

from alvara.app.subjects import Definer
from alvara.app.survey import Survey
from alvara.approvals.agreement import unguarded
from alvara.approvals.candidates import light_subject
from alvara.approvals.subject import Subject
from alvara.compare.change import Impact
from alvara.diagnostics.site import Revision
from alvara.documents.document import Document
from alvara.model.approval import Approval
from alvara.model.filekind import GOVERNING, kind_of
from alvara.review.review import Fate, Point, Thing
from alvara.workspace.entity import Entity
from alvara.workspace.recorded import approval_of
from alvara.workspace.renamed import former_names
from alvara.workspace.workspace import APPROVALS

_SAYS: Mapping[str, str] = {
    "person": "who somebody is, with which keys, and what they may agree to",
    "teams": "who belongs to which team",
    "approval-policy": "how many have to agree, and for how long that holds",
    "revocations": "which keys do not count",
    "root": "who vouches for all that governs",
}
_DECIDED = {"approve": "agreed to", "reject": "rejected", "revoke": "revoked what was approved of"}


class Half(NamedTuple):
    """One of the two revisions: what it holds, and a way to its documents."""

    survey: Survey
    document: Callable[[str], Document | None]


def trust_things(before: Half, after: Half, paths: Collection[str]) -> Iterator[Thing]:
    """Tell of what governs approvals, and of the records, among some files: what came, went or says something else."""
    held = {record.path: record for half in (after, before) for record in _records(half.survey)}
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
            words, impact = _of_record(held[path], fate)
            point = Point("approval", path, "definition", impact, words, path, 1, revision)
            yield Thing("approval", path, fate, (point,))
            continue
        impact = "text" if kind == "root" else "narrowing" if kind == "revocations" else "widening"
        words = f"it says {_SAYS[kind]}: what it says now decides once it is on the main branch"
        sides = (None, None) if kind == "root" else (was, now)
        point = Point("governance", path, "governance", impact, words, path, 1, revision, *sides)
        yield Thing("governance", path, fate, (point,))


def voided(
    before: Half, after: Half, paths: Collection[str], renamed: Mapping[tuple[str, str], Entity]
) -> Iterator[tuple[Entity, str]]:
    """Yield what was agreed to before and is something else now, in words. `renamed` has it by kind and former ID."""
    held = {record.path for record in _records(before.survey)}
    about: dict[tuple[str, str], list[Approval]] = {}
    for record in _records(after.survey):
        if record.path in held and record.decision == "approve":
            about.setdefault((record.kind, record.id), []).append(record)
    config = after.survey.workspace.config
    anew = any(kind_of(path, config) == "policy" for path in paths)
    definers = [_definer(half.survey) for half in (before, after)]
    for (kind, id), records in sorted(about.items()):
        sides = [_entities(before, kind, id), _entities(after, kind, id) or _found(renamed.get((kind, id)))]
        if not all(sides) or not (anew or any(_may_differ(e, paths) for side in sides for e in side)):
            continue
        was, now = (
            [definer.complete(light_subject(e)) for e in side] for definer, side in zip(definers, sides, strict=True)
        )
        lost: dict[str, list[str]] = {}
        for record in records:
            if _objection(record, was) == "" and (why := _objection(record, now)):
                lost.setdefault(why, []).append(f"{record.seat} ({record.role})")
        for why, people in lost.items():
            yield sides[1][0], f"what was agreed to by {', '.join(people)} does not count any longer, since {why}"


def _records(survey: Survey) -> list[Approval]:
    return [approval_of(entity) for entity in survey.view.look(APPROVALS)]


def _value(half: Half, path: str) -> Any:
    """Give what a file says; None where it is not there, or cannot be read, which is noted elsewhere."""
    if path not in half.survey.workspace.contributions:
        return None
    document = half.document(path)
    return document.value if document is not None and document.readable else None


def _of_record(record: Approval, fate: Fate) -> tuple[str, Impact]:
    who = record.approver if record.approver == record.seat else f"{record.approver} in place of {record.seat}"
    words = f"{who}, as {record.role}, {_DECIDED[record.decision]} `{record.id}` {record.version}"
    if fate != "new":
        return f"{words}: the record is {'gone' if fate == 'gone' else 'another one'}", "breaking"
    return words, "additive" if record.decision == "approve" else "narrowing"


def _definer(survey: Survey) -> Definer:
    former = former_names(survey.workspace.contributions, "policy", survey.view)
    return Definer(survey.extractor, survey.view, former)


def _entities(half: Half, kind: str, id: str) -> list[Entity]:
    return [entity for entity in half.survey.view.definitions(kind, id) if not entity.broken]


def _found(entity: Entity | None) -> list[Entity]:
    return [] if entity is None or entity.broken else [entity]


def _may_differ(entity: Entity, paths: Collection[str]) -> bool:
    """Whether it, what it refers to, or a step of it may say something else."""
    return entity.path in paths or entity.type == "composite"


def _objection(record: Approval, subjects: list[Subject]) -> str:
    """Say why a record is not about what stands here, or nothing."""
    alike = [s for s in subjects if record.digest in s.digests and (record.id, record.version) == (s.id, s.version)]
    return unguarded(record, alike[0].attached) if alike else "it says something else now"
