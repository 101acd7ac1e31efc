"""Two revisions side by side to the requests that are answered differently, for each capability that can be."""

from collections.abc import Container, Iterable, Mapping
from typing import Any, NamedTuple

from alvara.app.charters import Decidable, Undecidable, record_schema
from alvara.app.decidable_tree import decidable_tree
from alvara.app.shown import Shown
from alvara.decisions.moves import Moves, moves
from alvara.decisions.rulebook import Rulebook, bare, rulebook_of
from alvara.model.policy import DECIDING
from alvara.model.schemas import ANYTHING, Shape
from alvara.subschemas.references import References, embedded
from alvara.subschemas.shapes import shape_of
from alvara.workspace.attachment import capabilities_under, policies_on
from alvara.workspace.entity import Entity
from alvara.workspace.subjects import Body

_Place = tuple[str, object]


class Answered(NamedTuple):
    """What became of the answers to requests for a capability, and whose doing that is.

    `owner` is the only policy that decides otherwise, as it was where it is gone; else the capability itself.
    """

    capability: Entity
    owner: Entity
    moves: Moves


class Answers(NamedTuple):
    """What became of all answers; `note` says why it could not be told."""

    changed: tuple[Answered, ...] = ()
    note: str = ""


def outcome_changes(
    before: Shown, after: Shown, pairs: Iterable[tuple[Entity, Entity]], differ: Container[str],
    guarded: Iterable[Entity], renamed: Mapping[str, str], today: str,
) -> Answers:  # fmt: skip
    """Compare the answers of two revisions.

    `pairs` are the capabilities of both, `differ` the files that may say something else, and `guarded` the capabilities
    on which other policies decide. A capability of which nothing of that holds costs nothing. `renamed` leads from a
    policy's old ID to its new.
    """
    reached = [_reached(side, differ) for side in (before, after)]
    known = {_place(entity) for entity in guarded}
    touched = [
        (was, now) for was, now in pairs
        if was.path in differ or now.path in differ or _place(was) in reached[0] or _place(now) in reached[1] | known
    ]  # fmt: skip
    if not touched:
        return Answers()
    try:
        sides = _Side(_decidable(before), today), _Side(_decidable(after), today)
        found = [_compared(was, now, *sides, renamed) for was, now in touched]
    except Undecidable as error:
        return Answers(note=f"which requests are answered differently is not told: {error}")
    return Answers(tuple(each for each in found if each is not None))


def _place(entity: Entity) -> _Place:
    return entity.path, entity.pointer


def _reached(shown: Shown, differ: Container[str]) -> set[_Place]:
    """List the capabilities on which a policy may decide whose file differs."""
    view = shown.survey.view
    return {
        _place(capability)
        for policy in shown.survey.entities if policy.kind == "policy" and policy.path in differ
        for capability in capabilities_under(policy, view)
    }  # fmt: skip


def _decidable(shown: Shown) -> Decidable:
    if shown.bundle is not None:
        from alvara.app.decidable_bundle import decidable_bundle  # with all that verifies one, people's keys included

        return decidable_bundle(shown.bundle)
    assert shown.tree is not None, "what is no bundle is a tree"
    return decidable_tree(shown.survey, shown.tree)


class _Side:
    """One revision, with the rules of its capabilities and the shapes of what these read."""

    def __init__(self, registry: Decidable, today: str) -> None:
        self.registry, self._today = registry, today
        self._shapes: dict[str, Shape] = {}

    def rules(self, capability: Entity) -> "_Rules":
        """Give a capability in full, the policies that decide on it by ID, and what all that comes to."""
        view, body = self.registry.view, self.registry.body
        deciding = [policy for policy in policies_on(capability, view) if policy.status in DECIDING]
        said = body(capability)
        return _Rules(said, {p.id: p for p in deciding}, rulebook_of(said, map(body, deciding), self._today))

    def roots(self, body: Body) -> dict[str, Shape]:
        """Give the shapes of what conditions of a capability read."""
        target = body.get("target", {})
        found = {"input": _shape(body.get("inputSchema"))}
        for name in ("principal", "context"):
            found[name] = self._shape(name, getattr(self.registry, name))
        if "idFrom" in target:
            found["resource"] = self._record(target["resource"])
        return found

    def _record(self, name: str) -> Shape:
        return self._shape(f"record {name}", record_schema(self.registry, name))

    def _shape(self, name: str, schema: Any) -> Shape:
        if name not in self._shapes:
            self._shapes[name] = _shape(schema)
        return self._shapes[name]


def _shape(schema: Any) -> Shape:
    return shape_of(embedded("", (), schema), References(lambda path: None))


class _Rules(NamedTuple):
    body: Body
    policies: dict[str, Entity]
    rules: Rulebook


def _compared(was: Entity, now: Entity, before: _Side, after: _Side, renamed: Mapping[str, str]) -> Answered | None:
    old, new = before.rules(was), after.rules(now)
    if old.rules.core == new.rules.core:
        return None
    found = moves(old.rules, new.rules, _united(before.roots(old.body), after.roots(new.body)))
    return Answered(now, _owner(now, old, new, renamed), found) if found != Moves() else None


def _owner(capability: Entity, old: _Rules, new: _Rules, renamed: Mapping[str, str]) -> Entity:
    """Find out whose change it is that requests are answered differently."""
    own, decided = [], []
    for side in (old, new):
        said = {(purpose, renamed.get(p.owner, p.owner), bare(p.condition)) for purpose, p in side.rules.provisions}
        names = {renamed.get(id, id) for id in side.policies}
        decided.append({each for each in said if each[0] != "preconditions" and each[1] in names})
        own.append((said - decided[-1], side.rules.authorization, side.rules.granted, side.rules.asks))
    owners = {owner for _, owner, _ in decided[0] ^ decided[1]}
    known = {renamed.get(id, id): policy for id, policy in old.policies.items()} | new.policies
    return known[owners.pop()] if own[0] == own[1] and len(owners) == 1 else capability


def _united(before: dict[str, Shape], after: dict[str, Shape]) -> dict[str, Shape]:
    """Give the shapes that both revisions' conditions may be tried over: those of the second, and what it lacks."""
    return before | {root: _completed(shape, before.get(root, ANYTHING)) for root, shape in after.items()}


def _completed(shape: Shape, former: Shape) -> Shape:
    names = {name for name, _, _ in shape.properties}
    gone = tuple(entry for entry in former.properties if entry[0] not in names)
    return shape._replace(properties=(*shape.properties, *gone)) if gone and shape.types else shape
