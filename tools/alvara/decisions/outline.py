"""What decides on a capability, out of the facts that a check has of it, and whether that leaves anything open."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from alvara.decisions.rulebook import Provision, Rulebook, answers, demands
from alvara.decisions.space import Space, TooMany, lay_out, roots_read, shapes_read
from alvara.decisions.truth_table import Rows, Tree
from alvara.diagnostics.site import Site
from alvara.model.capability import NAVIGATIONS, READS
from alvara.model.policy import DECIDING
from alvara.model.schemas import Shape
from alvara.workspace.attachment import policies_on
from alvara.workspace.conditioned import faulty
from alvara.workspace.conditions import atoms_of
from alvara.workspace.entity import Entity
from alvara.workspace.readable import readable_by
from alvara.workspace.workspace import View

MOST_CHECKED = 1_000
"""Combinations of the values of fields that are read together, in a check: it looks at every capability there is."""


class Outline(NamedTuple):
    """A capability with what decides on it; `places` are those of the provisions, by what these are called.

    `unsure` are expressions with a mistake that is told elsewhere, where that was looked for.
    """

    rules: Rulebook
    places: dict[str, Site]
    roots: dict[str, Shape]
    unsure: frozenset[str]

    def space(self, view: View, *questions: str, few: int = 0) -> Space | None:
        """Lay out what denies, grants and blocks, and some questions; None where that would be too much.

        Capabilities that are alike share it.
        """
        rules = self.rules._replace(questions=())
        exprs, given = tuple(dict.fromkeys((*rules.exprs, *questions))), rules.authorization
        key = ("space", exprs, given, self.unsure, few, shapes_read((*exprs, *given), self.roots))
        return view.always(key, lambda: _laid_out(exprs, self, few))


def _laid_out(exprs: tuple[str, ...], found: Outline, few: int) -> Space | None:
    try:
        return lay_out(exprs, found.roots, found.rules.authorization, found.unsure, MOST_CHECKED, few)
    except TooMany:
        return None


def outline(capability: Entity, view: View, *, careful: bool) -> Outline:
    """Gather what decides on a capability. What allows is taken to be in force: nothing depends on the day.

    Mistakes are looked for with `careful` only: that takes longer than most of the rest.
    """
    policies = [p for p in policies_on(capability, view) if p.status in DECIDING and not p.broken]
    places: dict[str, Site] = {}
    by_effect: dict[str, list[Provision]] = {"deny": [], "allow": [], "require-confirmation": []}
    for policy in sorted(policies, key=lambda policy: (policy.id, policy.version)):
        by_effect[policy.effect].append(Provision(policy.id, condition_of(policy)))
        places[policy.id] = Site(policy.path, (*policy.pointer, "when" if policy.conditions else "effect"))
    own: dict[str, list[Provision]] = {"precondition": [], "confirmation": []}
    for role, tree, _, _ in capability.conditions:
        if role in own:
            name = f"precondition {len(own[role]) + 1}" if role == "precondition" else role
            own[role].append(Provision(name, tree))
            places[name] = Site(capability.path, tree[-1])
    named = bool(capability.permissions or capability.roles)
    rules = Rulebook(
        tuple(by_effect["deny"]), tuple(by_effect["allow"]), tuple(own["precondition"]),
        (*by_effect["require-confirmation"], *own["confirmation"]), given_by(capability),
        named or capability.action in READS | NAVIGATIONS,
    )  # fmt: skip
    roots = roots_of(capability, (*rules.exprs, *rules.authorization), view)
    unsure = frozenset(_mistaken((capability, *policies), capability, view) if careful else ())
    return Outline(rules, places, roots, unsure)


def condition_of(policy: Entity) -> Tree | None:
    """Give the condition of a policy; None where it always holds."""
    return policy.conditions[0][1] if policy.conditions else None


def given_by(capability: Entity) -> tuple[str, ...]:
    """List what holds for whoever may ask at all, as far as facts tell: one role at least of those that are named."""
    id_from = next((tree[0] for role, tree, _, _ in capability.conditions if role == "idFrom"), None)
    return tuple(demands({"permissions": capability.permissions, "roles": {"any": capability.roles}}, id_from))


def unsure_in(entity: Entity, capability: Entity, view: View) -> Iterator[str]:
    """Yield the expressions of a definition with a mistake, of which nothing further can be said on a capability."""
    for condition in entity.conditions:
        if condition[0] in ("when", "precondition", "confirmation"):
            places = set(faulty(condition, capability, view))
            yield from (expr for expr, pointer in atoms_of(condition[1]) if pointer in places)


def _mistaken(entities: Iterable[Entity], capability: Entity, view: View) -> Iterator[str]:
    for entity in entities:
        yield from unsure_in(entity, capability, view)


def roots_of(capability: Entity, exprs: Iterable[str], view: View) -> dict[str, Shape]:
    """Give the shapes of what expressions read on a capability, before it runs."""
    names = frozenset(name for expr in dict.fromkeys(exprs) for name in roots_read(expr))
    return dict(readable_by(capability, ("when", (), "", ""), names, view).surroundings.roots)


class Closed(NamedTuple):
    """Requests that are denied or blocked, and the fewest provisions that see to that, with their places."""

    by: tuple[str, ...]
    places: tuple[Site, ...]


def named(closed: Closed) -> str:
    """Name the provisions, preconditions by their position."""
    words = [name if name.startswith("precondition ") else f"`{name}`" for name in closed.by]
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else "".join(words)


def closed_for_all(capability: Entity, view: View) -> Closed | None:
    """Tell what keeps everybody from running a capability; None where somebody may, or where it cannot be told.

    One condition that never holds is told by itself, and not here.
    """
    return _closed(None, capability, view)


def closed_for(question: Provision, capability: Entity, view: View) -> Closed | None:
    """Tell what denies or blocks everything that would be asked about; None where something is left to ask."""
    return _closed(question, capability, view)


def _closed(question: Provision | None, capability: Entity, view: View) -> Closed | None:
    """Look at a few rows first: where one is open, that is all there is to know. Mistakes are looked for last."""
    found = outline(capability, view, careful=False)
    if _closed_in(found, question, view, _FEW) is None or _closed_in(found, question, view) is None:
        return None
    return _closed_in(outline(capability, view, careful=True), question, view)


_FEW = 4


def _closed_in(found: Outline, question: Provision | None, view: View, few: int = 0) -> Closed | None:
    space = found.space(view, *(() if question is None else question.exprs), few=few)
    rules = found.rules._replace(questions=())
    if space is None or (not rules.granted and not rules.allows):
        return None
    running, rows = _open(rules, space), space.all_rows
    if question is not None:
        table = question.table(space)
        rows &= ~table.fails
        if not few and not (running and table.holds):
            return None
    if running & rows:
        return None
    if few:
        return Closed((), ())
    least = _fewest(rules, space, rows)
    if question is None and len(least.by) == 1 and not any(each.owner == least.by[0] for each in rules.denies):
        return None
    return least._replace(places=tuple(found.places[name] for name in least.by))


def _open(rules: Rulebook, space: Space) -> Rows:
    given = answers(rules, space)
    return given["confirm"] | given["allow"]


def _fewest(rules: Rulebook, space: Space, rows: Rows) -> Closed:
    """Leave out whatever is not needed to keep some rows closed."""
    for purpose, provision in list(rules.provisions):
        left = {name: tuple(p for n, p in rules.provisions if n == name and p is not provision) for name in _CLOSING}
        if purpose not in _CLOSING or (purpose == "allows" and not left["allows"] and not rules.granted):
            continue
        trial = rules._replace(denies=left["denies"], allows=left["allows"], preconditions=left["preconditions"])
        if not _open(trial, space) & rows:
            rules = trial
    return Closed(tuple(provision.owner for purpose, provision in rules.provisions if purpose in _CLOSING), ())


_CLOSING = ("denies", "allows", "preconditions")
