"""Parts of conditions that decide nothing, whatever a request brings."""

from collections.abc import Iterator
from math import prod
from typing import NamedTuple

from alvara.decisions.outline import MOST_CHECKED, given_by, mistaken_in, readable_on, refused
from alvara.decisions.sampling import HOLDS, MAY_FAIL, Goal, can_meet, touch
from alvara.decisions.space import Space, TooMany, lay_out
from alvara.decisions.truth_table import Rows, join
from alvara.diagnostics.site import Pointer
from alvara.model.schemas import Shape
from alvara.workspace.attachment import capabilities_under
from alvara.workspace.conditions import Condition, Tree, expressions_of
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import View


class Vain(NamedTuple):
    """A part of a condition that decides nothing. `always` tells that it always holds, else it never does.

    `tried` is the number of values, or of combinations, of `fields` of which that is known; with `whole` those are all
    that there can be.
    """

    pointer: Pointer
    always: bool
    fields: tuple[str, ...]
    tried: int
    whole: bool


def vain_in(entity: Entity, view: View) -> Iterator[Vain]:
    """Find the parts of conditions that no request can make hold, and preconditions that none can break."""
    if entity.kind == "policy":
        yield from _vain_in_policy(entity, view)
        return
    for condition in entity.conditions:
        if condition[0] in ("precondition", "confirmation"):
            yield from _vain_on(condition, entity, view).values()


def _vain_in_policy(policy: Entity, view: View) -> Iterator[Vain]:
    """Find what is in vain on every capability that a policy is attached to."""
    condition = policy.conditions[0]
    found: dict[Pointer, Vain] | None = None
    seen = set()
    for capability in capabilities_under(policy, view):
        if capability.status == "removed":
            continue
        if capability.broken:
            return
        _, samples = readable_on(capability, expressions_of(condition[1]), view)
        key = (id(samples), given_by(capability))
        if key not in seen:
            seen.add(key)
            here = _vain_on(condition, capability, view)
            found = here if found is None else {at: vain for at, vain in found.items() if at in here}
            if not found:
                return
    yield from (found or {}).values()


def _vain_on(condition: Condition, capability: Entity, view: View) -> dict[Pointer, Vain]:
    """Find what is in vain on one capability. Mistakes are looked for only where something may be."""
    tree, given, demanded = condition[1], given_by(capability), condition[0] == "precondition"
    roots, samples = readable_on(capability, (*expressions_of(tree), *given), view)
    held = [(expr, ()) for expr in given]
    beside = [(each, HOLDS) for each in held] if touch([tree], held, samples) else []
    every = [*_in_use(tree, demanded, beside)]
    if all(can_meet(goals, samples) for goals in every):
        return {}
    unsure = frozenset(mistaken_in(condition, capability, view))
    if unsure and all(can_meet(goals, samples, unsure) for goals in every):
        return {}
    found = list(_vain(tree, roots, given, unsure, demanded))
    broken = refused(expressions_of(tree)) if found else frozenset()
    found = list(_vain(tree, roots, given, unsure | broken, demanded)) if broken else found
    return {vain.pointer: vain for vain in found}


def _in_use(tree: Tree, demanded: bool, given: list[Goal]) -> Iterator[list[Goal]]:
    """List what has to come together, each at some time, for every part of a condition to decide something."""
    yield from _holding(tree, given)
    if demanded:
        yield [*given, (tree, MAY_FAIL)]


def _holding(tree: Tree, within: list[Goal]) -> Iterator[list[Goal]]:
    items = () if len(tree) == 2 else tree[1]
    if tree[0] != "all" or not items:
        yield [*within, (tree, HOLDS)]
    for i, item in enumerate(items):
        beside = [(other, HOLDS) for j, other in enumerate(items) if j != i and tree[0] == "all"]
        yield from _holding(item, [*within, *beside])


def _vain(
    tree: Tree, roots: dict[str, Shape], given: tuple[str, ...], unsure: frozenset[str], demanded: bool
) -> Iterator[Vain]:
    try:
        space = lay_out(expressions_of(tree), roots, given, unsure, MOST_CHECKED)
    except TooMany:
        return
    if demanded and join(tree, space.tables, space.all_rows).holds == space.all_rows:
        yield _described(tree, space, always=True)
    for part in _never(tree, space, space.all_rows):
        yield _described(part, space, always=False)


def _never(tree: Tree, space: Space, within: Rows) -> Iterator[Tree]:
    """Yield the parts of a condition that hold in none of some rows; of one in another the inner, where that is why."""
    inner = () if len(tree) == 2 else tree[1]
    tables = [join(item, space.tables, space.all_rows).holds for item in inner]
    if not join(tree, space.tables, space.all_rows).holds & within:
        dead = [item for item, holds in zip(inner, tables, strict=True) if not holds & within]
        blamed = dead if tree[0] == "all" or (tree[0] == "any" and len(inner) == 1) else []
        if blamed:
            yield from _never(blamed[0], space, within)
        else:
            yield tree
        return
    for i, item in enumerate(inner):
        rows = within
        for j, holds in enumerate(tables):
            if tree[0] == "all" and j != i:
                rows &= holds
        yield from _never(item, space, rows)


def _described(tree: Tree, space: Space, *, always: bool) -> Vain:
    exprs = set(expressions_of(tree))
    parts = [part for part in space.parts if not part.opaque and not exprs.isdisjoint(part.exprs)]
    fields = [".".join(field) for part in parts for field in part.fields]
    tried = prod(sum(len(kind.points) for kind in part.kinds) for part in parts)
    whole = all(found.whole for part in parts for found in part.domains)
    return Vain(tree[-1], always, tuple(fields), tried, whole)
