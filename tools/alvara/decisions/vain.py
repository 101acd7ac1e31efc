"""Parts of conditions that decide nothing, whatever a request brings."""

from collections.abc import Iterator
from math import prod
from typing import NamedTuple

from alvara.decisions.outline import given_by, roots_of, unsure_in
from alvara.decisions.rulebook import expressions
from alvara.decisions.space import Space, TooMany, lay_out
from alvara.decisions.truth_table import Rows, Tree, join
from alvara.diagnostics.site import Pointer
from alvara.model.schemas import Shape
from alvara.workspace.attachment import attaches, capabilities_in_scope
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import View


class Vain(NamedTuple):
    """A part of a condition that decides nothing. `always` tells that it always holds, else it never does.

    `tried` is the number of values, or of combinations, of `fields` of which that is known.
    """

    pointer: Pointer
    always: bool
    fields: tuple[str, ...]
    tried: int


def vain_in(entity: Entity, view: View) -> Iterator[Vain]:
    """Find the parts of conditions that no request can make hold, and preconditions that none can break."""
    if entity.kind == "policy":
        yield from _vain_in_policy(entity, view)
        return
    for role, tree, _, _ in entity.conditions:
        if role in ("precondition", "confirmation"):
            yield from _vain(tree, roots_of(entity, expressions(tree), view), given_by(entity),
                             frozenset(unsure_in(entity, view)), role == "precondition")  # fmt: skip


def _vain_in_policy(policy: Entity, view: View) -> Iterator[Vain]:
    """Find what is in vain on every capability that a policy is attached to."""
    tree, unsure = policy.conditions[0][1], frozenset(unsure_in(policy, view))
    found: dict[Pointer, Vain] | None = None
    seen = set()
    for capability in capabilities_in_scope(policy, view):
        if not attaches(policy, capability) or capability.status == "removed":
            continue
        if capability.broken:
            return
        roots, given = roots_of(capability, expressions(tree), view), given_by(capability)
        key = (tuple(roots.items()), given)
        if key not in seen:
            seen.add(key)
            here = {vain.pointer: vain for vain in _vain(tree, roots, given, unsure, False)}
            found = here if found is None else {at: vain for at, vain in found.items() if at in here}
            if not found:
                return
    yield from (found or {}).values()


def _vain(
    tree: Tree, roots: dict[str, Shape], given: tuple[str, ...], unsure: frozenset[str], demanded: bool
) -> Iterator[Vain]:
    try:
        space = lay_out(expressions(tree), roots, given, unsure)
    except TooMany:
        return
    table = join(tree, space.tables, space.all_rows)
    if demanded and table.holds == space.all_rows:
        yield _described(tree, space, always=True)
    for part in _never(tree, space, space.all_rows):
        yield _described(part, space, always=False)


def _never(tree: Tree, space: Space, within: Rows) -> Iterator[Tree]:
    """Yield the parts of a condition that hold in none of some rows; of one in another the inner, where that is why."""
    inner = () if len(tree) == 2 else tree[1]
    tables = [join(item, space.tables, space.all_rows).holds for item in inner]
    if not join(tree, space.tables, space.all_rows).holds & within:
        blamed = [item for item, holds in zip(inner, tables, strict=True) if tree[0] == "all" and not holds & within]
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
    exprs = set(expressions(tree))
    parts = [part for part in space.parts if not part.opaque and not exprs.isdisjoint(part.exprs)]
    fields = [".".join(field) for part in parts for field in part.fields]
    tried = prod(sum(len(kind.points) for kind in part.kinds) for part in parts)
    return Vain(tree[-1], always, tuple(fields), tried)
