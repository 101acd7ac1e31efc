"""The page of somebody who is to sign: what stands here in full, and what changed since it was approved last."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from alvara.app.check import Sight, Spread
from alvara.app.extraction import Extractor
from alvara.app.past import Past
from alvara.app.settings import Settings, read_settings
from alvara.app.subjects import Definer
from alvara.app.survey import Survey, survey
from alvara.approvals.agreement import Agreement
from alvara.approvals.subject import BEYOND_REVIEW
from alvara.compare.change import Change
from alvara.compare.completely import compare_completely
from alvara.compare.definition import Definition
from alvara.compare.pairing import Pair
from alvara.compare.present_names import PresentNames
from alvara.documents.shape import Validators
from alvara.files.tree import Unreadable
from alvara.identity.versions import parse
from alvara.model.governance import Governance
from alvara.model.page import Page as KnowledgePage
from alvara.review.approval_page import Former, Page
from alvara.subschemas.references import References
from alvara.workspace.attachment import capabilities_under
from alvara.workspace.entity import Entity
from alvara.workspace.subjects import Body
from alvara.workspace.workspace import View

_NOWHERE = References(lambda path: None)


class Side(NamedTuple):
    """One state of the registry, and what reads its definitions in full."""

    view: View
    extractor: Extractor
    definer: Definer


def present_side(sight: Sight, day: str) -> Side:
    """Give the state that was looked at."""
    view = View(sight.workspace, day)
    return Side(view, sight.extractor, Definer(sight.extractor, view))


def past_side(
    past: Past, validators: Validators, day: str, spread: Spread, beside: tuple[Settings, Survey]
) -> Side | None:
    """Lay out the state before a change; None where it has no settings that hold. Raises `Unreadable`.

    `beside` is the present: what is the same in it is not read again.
    """
    try:
        settings = read_settings(past.tree, validators)
    except KeyError:
        return None
    if settings.config is None:
        return None
    shared = beside[1] if beside[0].digest == settings.digest else None
    found = survey(past.tree, settings, validators, day, spread, beside=shared)
    if found.refused:
        raise Unreadable(0, found.refused[0])
    return Side(found.view, found.extractor, Definer(found.extractor, found.view))


def page_of(
    entity: Entity, agreement: Agreement, governance: Governance, now: Side, pasts: Iterable[Side], *, known: bool
) -> Page | None:
    """Make the page about a definition; None where it cannot be had in full.

    `pasts` are the states in which it may have been approved, the nearest first; the first that has it decides. `known`
    tells that somebody has signed this very content: if not, a state that has the same has it unapproved.
    """
    body = now.definer.body(entity.path, entity.pointer)
    if body is None:
        return None
    kind: Literal["capability", "policy"] = "policy" if entity.kind == "policy" else "capability"
    page = Page(
        kind, body, agreement.level.risk, resources=tuple(_resources(entity, body, now)),
        people={person.id: person.name for person in governance.people.values()},
    )  # fmt: skip
    if kind == "policy":
        guarded = [c for c in capabilities_under(entity, now.view) if not c.broken]
        page = page._replace(guarded=tuple(sorted({c.id for c in guarded})))
    else:
        page = page._replace(policies=_policies(entity, now), steps=tuple(now.definer.steps(body)))
    found = filter(None, (_approved_in(side, entity) for side in pasts))
    former = next((one for one in found if known or one[0].definer.body(one[1].path, one[1].pointer) != body), None)
    return page if former is None else _with_changes(page, entity, now, *former)


def is_as_shown(agreement: Agreement, now: Side) -> bool:
    """Whether what a page was made of is what was judged before, and is to be signed: files may change meanwhile."""
    subject = agreement.subject
    again = now.definer.complete(subject)
    guards = [[policy.guard for policy in one.attached] for one in (subject, again)]
    return subject.digest == again.digest and guards[0] == guards[1]


def reached_from(entity: Entity, sight: Sight, view: View) -> list[str]:
    """List the other files in which something stands that a signature covers."""
    uses = [path for path, _ in sight.workspace.contribution(entity.path).uses]
    policies = Definer(sight.extractor, view).policies(entity) if entity.kind == "capability" else []
    return sorted({*uses, *(policy.path for policy, _ in policies)})


def _with_changes(page: Page, entity: Entity, now: Side, side: Side, before: Entity) -> Page:
    body = side.definer.body(before.path, before.pointer)
    if body is None:
        return page
    is_capability = entity.kind == "capability"
    former = Former(
        body, _policies(before, side) if is_capability else None,
        tuple(side.definer.steps(body)) if is_capability else None,
    )  # fmt: skip
    return page._replace(previous=former, changes=_changes(before, side, entity, now))


def _approved_in(side: Side, entity: Entity) -> tuple[Side, Entity] | None:
    """Find what a definition was where it had been approved: in its major, or in the highest there was."""
    for name in (entity.id, *(alias for alias, _ in entity.aliases)):
        held = side.view.definitions(entity.kind, name)
        found = [e for e in held if e.status in BEYOND_REVIEW[entity.kind] and not e.broken]
        if found:
            return side, max(found, key=lambda e: (e.major == entity.major, _order(e)))
    return None


def _changes(before: Entity, side: Side, after: Entity, now: Side) -> tuple[Change, ...]:
    was, here = _definition(before, side), _definition(after, now)
    if was is None or here is None:
        return ()
    return compare_completely(Pair(was, here), PresentNames(now.view))


def _definition(entity: Entity, side: Side) -> Definition | None:
    """Give a definition with everything written out, as comparisons take it."""
    body = side.definer.body(entity.path, entity.pointer)
    models, _ = side.extractor.definitions(entity.path)
    for model in models:
        if model.pointer == entity.pointer and body is not None and not isinstance(model, KnowledgePage):
            return Definition(entity, model._replace(definition=body), _NOWHERE, form="whole")
    return None


def _policies(capability: Entity, side: Side) -> tuple[Body, ...]:
    return tuple(body for _, body in side.definer.policies(capability) if body is not None)


def _resources(entity: Entity, body: Body, side: Side) -> Iterator[Body]:
    """Yield the resources that are named on the page, each once."""
    places: dict[object, None] = {}
    for name in _named(entity, body, side):
        for resource in side.view.named("resource", name):
            place = (resource.path, resource.pointer)
            found = None if resource.broken or place in places else side.definer.body(*place)
            if found is not None:
                places[place] = None
                yield found


def _named(entity: Entity, body: Body, side: Side) -> list[str]:
    deciding = [policy for policy, _ in side.definer.policies(entity)] if entity.kind == "capability" else []
    names = [r.target for one in (entity, *deciding) for r in one.references if r.kind == "resource"]
    for step in side.definer.steps(body):
        names += [*step.get("semanticIds", ()), *_target(step)]
    return sorted(set(names))


def _target(body: Body) -> Sequence[str]:
    target = body.get("target")
    return [target["resource"]] if isinstance(target, dict) and "resource" in target else []


def _order(entity: Entity) -> tuple[int, int, int]:
    version = parse(entity.version)
    return (version.major, version.minor, version.patch) if version else (0, 0, 0)
