"""What decides on a capability, out of the facts that a check has of it, and whether that leaves anything open."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from alvara.decisions.charter import grants_by_itself
from alvara.decisions.expression import compiles, roots_read, shapes_read
from alvara.decisions.rulebook import Provision, Rulebook, answers, demands
from alvara.decisions.sampling import FAILS, HOLDS, MAY_HOLD, Goal, Samples, can_meet
from alvara.decisions.space import Space, TooMany, lay_out
from alvara.decisions.truth_table import Rows
from alvara.diagnostics.site import Site
from alvara.diagnostics.wording import listed
from alvara.model.policy import DECIDING
from alvara.model.schemas import Shape
from alvara.workspace.attachment import policies_on
from alvara.workspace.conditioned import faulty
from alvara.workspace.conditions import Condition, Tree, atoms_of
from alvara.workspace.entity import Entity
from alvara.workspace.readable import readable_by
from alvara.workspace.workspace import View

MOST_CHECKED = 1_000
"""Combinations of the values of fields that are read together, in a check: it looks at every capability there is."""


class Outline(NamedTuple):
    """A capability with what decides on it; `places` are those of the provisions, by what these are called.

    `question` is the capability's own, and `roots` are the shapes of what all of it reads.
    """

    rules: Rulebook
    question: Provision | None
    places: dict[str, Site]
    roots: dict[str, Shape]
    samples: Samples

    def space(self, view: View, unsure: frozenset[str], *questions: str) -> Space | None:
        """Lay out what denies, grants and blocks, and some questions; None where that would be too much.

        `unsure` are expressions with a mistake that is told elsewhere. Capabilities that are alike share it.
        """
        rules = self.rules._replace(questions=())
        exprs, given = tuple(dict.fromkeys((*rules.exprs, *questions))), rules.authorization
        key = ("space", exprs, given, unsure, shapes_read((*exprs, *given), self.roots))
        return view.always(key, lambda: self._laid_out(exprs, unsure))

    def _laid_out(self, exprs: tuple[str, ...], unsure: frozenset[str]) -> Space | None:
        try:
            return lay_out(exprs, self.roots, self.rules.authorization, unsure, MOST_CHECKED)
        except TooMany:
            return None


def outline(capability: Entity, view: View) -> Outline:
    """Gather what decides on a capability, once for all of the rules of a file."""
    known, number = view.once(_remembered), id(capability)
    if number not in known:
        known[number] = _gathered(capability, view)
    return known[number]


def _remembered(view: View) -> dict[int, Outline]:
    """Begin with nothing gathered."""
    return {}


def _deciding(capability: Entity, view: View) -> list[Entity]:
    return [p for p in policies_on(capability, view) if p.status in DECIDING and not p.broken]


def _gathered(capability: Entity, view: View) -> Outline:
    """Gather what decides. What allows is taken to be in force: nothing depends on the day."""
    places: dict[str, Site] = {}
    by_effect: dict[str, list[Provision]] = {"deny": [], "allow": [], "require-confirmation": []}
    for policy in sorted(_deciding(capability, view), key=lambda policy: (policy.id, policy.version)):
        by_effect[policy.effect].append(Provision(policy.id, condition_of(policy)))
        places[policy.id] = Site(policy.path, (*policy.pointer, "when" if policy.conditions else "effect"))
    own: dict[str, list[Provision]] = {"precondition": [], "confirmation": []}
    for role, tree, _, _ in capability.conditions:
        if role in own:
            name = f"precondition {len(own[role]) + 1}" if role == "precondition" else role
            own[role].append(Provision(name, tree))
            places[name] = Site(capability.path, tree[-1])
    rules = Rulebook(
        tuple(by_effect["deny"]), tuple(by_effect["allow"]), tuple(own["precondition"]),
        (*by_effect["require-confirmation"], *own["confirmation"]), given_by(capability),
        grants_by_itself(_authorization(capability), capability.action),
    )  # fmt: skip
    roots, samples = readable_on(capability, (*rules.exprs, *rules.authorization), view)
    return Outline(rules, next(iter(own["confirmation"]), None), places, roots, samples)


def condition_of(policy: Entity) -> Tree | None:
    """Give the condition of a policy; None where it always holds."""
    return policy.conditions[0][1] if policy.conditions else None


def given_by(capability: Entity) -> tuple[str, ...]:
    """List what holds for whoever may ask at all."""
    id_from = next((tree[0] for role, tree, _, _ in capability.conditions if role == "idFrom"), None)
    return tuple(demands(_authorization(capability), id_from))


def _authorization(capability: Entity) -> dict[str, Any]:
    """Write static authorization as a definition has it."""
    some, every = capability.roles or ((), ())
    return {
        "permissions": capability.permissions, "tenantScoped": capability.tenant_scoped,
        "roles": {"any": some, "all": every} if capability.roles else {},
    }  # fmt: skip


def _mistaken(entity: Entity, capability: Entity, view: View) -> Iterator[str]:
    for condition in entity.conditions:
        if condition[0] in ("when", "precondition", "confirmation"):
            yield from mistaken_in(condition, capability, view)


def mistaken_in(condition: Condition, capability: Entity, view: View) -> Iterator[str]:
    """Yield the expressions with a mistake, of which nothing further can be said on a capability."""
    places = faulty(condition, capability, view)
    return (expr for expr, pointer in atoms_of(condition[1]) if pointer in places)


def refused(exprs: Iterable[str]) -> frozenset[str]:
    """List the expressions that do not compile: before something is said, that is looked at."""
    return frozenset(expr for expr in exprs if not compiles(expr))


def readable_on(capability: Entity, exprs: Iterable[str], view: View) -> tuple[dict[str, Shape], Samples]:
    """Give the shapes of what expressions read on a capability before it runs, and what is known of values of these."""
    names = frozenset(name for expr in dict.fromkeys(exprs) for name in roots_read(expr))
    readable = readable_by(capability, ("when", (), "", ""), names, view)
    roots = dict(readable.surroundings.roots)
    return roots, view.always(("samples", readable.key), lambda: Samples(roots))


class Closed(NamedTuple):
    """Requests that are denied or blocked, and the fewest provisions that see to that, with their places."""

    by: tuple[str, ...]
    places: tuple[Site, ...]


def named(closed: Closed) -> str:
    """Name the provisions, preconditions by their position."""
    return listed(name if name.startswith("precondition ") else f"`{name}`" for name in closed.by)


def closed_for_all(capability: Entity, view: View) -> Closed | None:
    """Tell what keeps everybody from running a capability; None where somebody may, or where it cannot be told.

    One condition that never holds is told by itself, and not here.
    """
    if _is_asked(capability, view):
        return None
    return _closed(None, capability, view)


def closed_for(question: Provision, capability: Entity, view: View) -> Closed | None:
    """Tell what denies or blocks everything that would be asked about; None where something is left to ask."""
    if question == outline(capability, view).question and _is_asked(capability, view):
        return None
    return _closed(question, capability, view)


def _is_asked(capability: Entity, view: View) -> bool:
    """Whether a request was found about which the capability itself asks: so somebody may run it, too."""
    known, number = view.once(_answered), id(capability)
    if number not in known:
        rules, own, _, _, samples = outline(capability, view)
        may = own is not None and (rules.granted or rules.allows != ())
        known[number] = may and can_meet(_running(rules, own), samples)
    return known[number]


def _answered(view: View) -> dict[int, bool]:
    """Begin with nothing answered."""
    return {}


def _closed(question: Provision | None, capability: Entity, view: View) -> Closed | None:
    """Look for one request first: where there is one, that is all there is to know. Mistakes are looked for next."""
    if any(p.effect == "deny" and not p.conditions for p in _deciding(capability, view)):
        return None  # a policy that denies whatever comes says so itself: it is a stop, and meant
    found = outline(capability, view)
    rules = found.rules
    goals = _running(rules, question)
    if (not rules.granted and not rules.allows) or can_meet(goals, found.samples):
        return None
    unsure: frozenset[str] = frozenset()
    for entity in (capability, *_deciding(capability, view)):
        mistaken = frozenset(_mistaken(entity, capability, view)) - unsure
        unsure |= mistaken
        if mistaken and can_meet(goals, found.samples, unsure):
            return None
    closed = _closed_in(found, question, view, unsure)
    exprs = (*rules.exprs, *(() if question is None else question.exprs))
    broken = frozenset() if closed is None else refused(exprs)
    return _closed_in(found, question, view, unsure | broken) if broken else closed


def _running(rules: Rulebook, question: Provision | None) -> list[Goal]:
    """List what has to come together for somebody to run a capability, and to be asked a question before."""
    goals: list[Goal] = [((expr, ()), HOLDS) for expr in rules.authorization]
    goals += [(_tree(each), HOLDS) for each in rules.preconditions]
    if question is not None:
        goals.append((_tree(question), MAY_HOLD))
    goals += [(_tree(each), FAILS) for each in rules.denies]
    if rules.allows:
        goals.append((("any", tuple(map(_tree, rules.allows)), ()), HOLDS))
    return goals


def _tree(provision: Provision) -> Tree:
    return _ALWAYS if provision.condition is None else provision.condition


_ALWAYS: Tree = ("all", (), ())


def _closed_in(found: Outline, question: Provision | None, view: View, unsure: frozenset[str]) -> Closed | None:
    space = found.space(view, unsure, *(() if question is None else question.exprs))
    if space is None:
        return None
    rules, rows = found.rules._replace(questions=()), space.all_rows
    running = _open(rules, space)
    if question is not None:
        table = question.table(space)
        rows &= ~table.fails
        if not (running and table.holds):
            return None
    if running & rows:
        return None
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
