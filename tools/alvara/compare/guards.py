"""Which policies start or stop to decide on a capability, and whose doing that is."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, NamedTuple

from alvara.compare.change import Impact
from alvara.diagnostics.site import Pointer
from alvara.model.policy import DECIDING, STRENGTH
from alvara.workspace.attachment import capabilities_under
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import View

Place = tuple[str, Pointer]
"""The file of a definition, and where in it that stands."""


class Side(NamedTuple):
    """One revision, the day as of which its policies are in force, and those that are, by the place of a capability."""

    view: View
    today: str
    guards: Mapping[Place, list[Entity]]

    def on(self, capability: Entity) -> list[Entity]:
        """List the policies that decide on a capability, by name."""
        return self.guards.get((capability.path, capability.pointer), [])


def side_of(policies: Iterable[Entity], view: View, today: str) -> Side:
    """Find out on which capabilities each of some policies decides: so it costs what there is to find."""
    guards: dict[Place, list[Entity]] = {}
    for policy in sorted(policies, key=lambda policy: (policy.id, policy.version, policy.path)):
        if _is_in_force(policy, today):
            for capability in capabilities_under(policy, view):
                guards.setdefault((capability.path, capability.pointer), []).append(policy)
    return Side(view, today, guards)


class Guarding(NamedTuple):
    """A policy that decides on a capability on one side and not on the other, or to another effect.

    `was` and `now` are the policy where it decides, None where it does not. `whose` is what changed to bring that
    about, and `why` says how.
    """

    capability: Entity
    was: Entity | None
    now: Entity | None
    impact: Impact
    whose: Literal["policy", "capability"]
    why: str


def compare_guards(
    capabilities: list[tuple[Entity, Entity]], before: Side, after: Side, renamed: Mapping[str, str]
) -> Iterator[Guarding]:
    """Compare what decides on capabilities that are on both sides. `renamed` leads from a policy's old ID to its new.

    A policy that cannot be read on one side has neither come nor gone.
    """
    former = {new: old for old, new in renamed.items()}
    for was, now in capabilities:
        old = {(renamed.get(p.id, p.id), p.effect): p for p in before.on(was)}
        new = {(p.id, p.effect): p for p in after.on(now)}
        for id in sorted({id for id, _ in old.keys() ^ new.keys()}):
            gone = [p for key, p in old.items() if key[0] == id and key not in new]
            come = [p for key, p in new.items() if key[0] == id and key not in old]
            if len(gone) == len(come) == 1:
                stricter = STRENGTH[come[0].effect] > STRENGTH[gone[0].effect]
                impact: Impact = "narrowing" if stricter else "widening"
                yield Guarding(now, gone[0], come[0], impact, "policy", "its effect changed")
                continue
            for policy in come:
                others = any(p.effect == "allow" for p in old.values())
                for whose, why in _reason(former.get(id, id), policy, before, (was, now), came=True):
                    yield Guarding(now, None, policy, _meaning(policy, others, came=True), whose, why)
            for policy in gone:
                others = any(p.effect == "allow" for p in new.values())
                for whose, why in _reason(id, policy, after, (was, now), came=False):
                    yield Guarding(now, policy, None, _meaning(policy, others, came=False), whose, why)


def _meaning(policy: Entity, others: bool, *, came: bool) -> Impact:
    """Tell which way a guard works. The first that allows shuts out all that it does not allow; each further opens."""
    opens = came == others if policy.effect == "allow" else not came
    return "widening" if opens else "narrowing"


def _is_in_force(policy: Entity, today: str) -> bool:
    ended = policy.effect == "allow" and policy.expires and policy.expires < today
    return not policy.broken and policy.status in DECIDING and not ended


def _reason(
    id: str, policy: Entity, other: Side, capability: tuple[Entity, Entity], *, came: bool
) -> Iterator[tuple[Literal["policy", "capability"], str]]:
    """Say why a policy decides on one side only, looking for it on the other; nothing where it cannot be read there."""
    twins = other.view.definitions("policy", id)
    if any(twin.broken for twin in twins) or (not twins and other.view.suspended("policy", id)):
        return
    twin = next((t for t in twins if t.major == policy.major), None)
    twin = twin or (twins[-1] if twins else None)
    if twin is None:
        yield "policy", ""
    elif not _is_in_force(twin, other.today):
        yield "policy", _standing(twin, policy) if came else _standing(policy, twin)
    elif _scope(twin) != _scope(policy):
        yield "policy", "what it applies to changed"
    elif capability[0].risk != capability[1].risk:
        yield "capability", f"the risk was `{capability[0].risk}` and is `{capability[1].risk}`"
    elif _about(capability[0]) != _about(capability[1]):
        yield "capability", "what it is about changed"
    else:
        yield "capability", "what a name stands for changed"


def _standing(was: Entity, now: Entity) -> str:
    if was.status != now.status:
        return f"its status was `{was.status}` and is `{now.status}`"
    return f"its last day was {was.expires or 'none'} and is {now.expires or 'none'}"


def _scope(policy: Entity) -> tuple[frozenset[tuple[str, str]], frozenset[str], frozenset[str]]:
    named = frozenset((r.kind, r.target) for r in policy.references if r.role == "appliesTo")
    return named, frozenset(scope for scope, _ in policy.scopes), frozenset(policy.risks)


def _about(capability: Entity) -> frozenset[str]:
    return frozenset(r.target for r in capability.references if r.role == "semanticIds") | {capability.id}
