"""What decides on a capability, as far as values can make a difference; and the answer in each row of a space."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from json import dumps
from typing import Any, NamedTuple

from alvara.conditions.truth import TRUE, Truth
from alvara.decisions.charter import asking_of, grants_by_itself
from alvara.decisions.decision import OUTCOMES, Outcome
from alvara.decisions.space import Space
from alvara.decisions.truth_table import Rows, TruthTable, all_of, any_of, constant, join
from alvara.decisions.weighing import Weights, weigh
from alvara.model.condition import name_of
from alvara.workspace.conditions import Tree, expressions_of, tree_of
from alvara.workspace.subjects import Body


class Provision(NamedTuple):
    """One thing that decides: a policy, a precondition, or the capability's own question.

    Without a `condition` it always holds. `owner` is what its author calls it.
    """

    owner: str
    condition: Tree | None

    @property
    def exprs(self) -> Iterator[str]:
        """Its expressions, in the order of the text."""
        return iter(()) if self.condition is None else iter(expressions_of(self.condition))

    def table(self, space: Space) -> TruthTable:
        """Tell where it holds."""
        if self.condition is None:
            return constant(TRUE, space.all_rows)
        return join(self.condition, space.tables, space.all_rows)


class Rulebook(NamedTuple):
    """All that decides on one capability.

    `authorization` are expressions that all hold for whoever may ask at all. `granted` tells whether that is enough
    where no policy allows, `asks` that a user is asked in any case.
    """

    denies: tuple[Provision, ...] = ()
    allows: tuple[Provision, ...] = ()
    preconditions: tuple[Provision, ...] = ()
    questions: tuple[Provision, ...] = ()
    authorization: tuple[str, ...] = ()
    granted: bool = True
    asks: bool = False

    @property
    def provisions(self) -> Iterator[tuple[str, Provision]]:
        """All conditions, each with what it is for."""
        for purpose in ("denies", "allows", "preconditions", "questions"):
            for provision in getattr(self, purpose):
                yield purpose, provision

    @property
    def exprs(self) -> Iterator[str]:
        """The expressions of all conditions, each as often as it stands."""
        for _, provision in self.provisions:
            yield from provision.exprs

    @property
    def core(self) -> tuple[Any, ...]:
        """What all of it comes to, whatever it is called and wherever it stands."""
        said = tuple((purpose, bare(provision.condition)) for purpose, provision in self.provisions)
        return said, self.authorization, self.granted, self.asks


NEVER: Tree = ("any", (), ())
"""The condition of a policy that allowed until its last day: it lets nobody in, and is there."""


def rulebook_of(body: Body, policies: Iterable[Body], today: str) -> Rulebook:
    """List what decides on a capability: its definition and the policies that are attached and decide, in full.

    `today` is `YYYY-MM-DD`, since a policy that allows does so no longer than its last day.
    """
    by_effect: dict[str, list[Provision]] = {}
    for policy in policies:
        effect = policy["effect"]
        ended = effect == "allow" and policy.get("expires", today) < today
        condition = tree_of(policy["when"], ("when",)) if "when" in policy else None
        by_effect.setdefault(effect, []).append(Provision(policy["id"], NEVER if ended else condition))
    own = [
        Provision(name_of(atom, i), tree_of(atom, ("preconditions", i)))
        for i, atom in enumerate(body.get("preconditions", ()))
    ]
    questions, when = by_effect.get("require-confirmation", []), body.get("confirmation", {}).get("when")
    if when is not None:
        questions = [*questions, Provision("confirmation", tree_of(when, ("confirmation", "when")))]
    authorization = body["authorization"]
    return Rulebook(
        tuple(by_effect.get("deny", ())), tuple(by_effect.get("allow", ())), tuple(own), tuple(questions),
        tuple(demands(authorization, body.get("target", {}).get("idFrom"))),
        grants_by_itself(authorization, body.get("action", "custom")), bool(asking_of(body).codes),
    )  # fmt: skip


def demands(authorization: Mapping[str, Any], id_from: str | None) -> Iterator[str]:
    """Write down as expressions what static authorization asks for."""
    for permission in authorization.get("permissions", ()):
        yield f"{_literal(permission)} in principal.permissions"
    roles = authorization.get("roles", {})
    for role in roles.get("all", ()):
        yield f"{_literal(role)} in principal.roles"
    if roles.get("any"):
        yield " || ".join(f"{_literal(role)} in principal.roles" for role in sorted(roles["any"]))
    if id_from is not None:
        yield f"resource.id == ({id_from})"
        if authorization.get("tenantScoped"):
            yield "principal.tenant == resource.tenant"


def _literal(text: str) -> str:
    return dumps(text, ensure_ascii=False)


def bare(tree: Tree | None) -> Any:
    """Leave out of a condition where it stands."""
    if tree is None or len(tree) == 2:
        return tree and tree[0]
    return tree[0], tuple(map(bare, tree[1]))


def answers(rulebook: Rulebook, space: Space, demanded: Iterable[str] = ()) -> dict[Outcome, Rows]:
    """Tell in which rows each answer is given. `demanded` are expressions without which nobody is let in."""
    everywhere = space.all_rows
    phases = [all_of([space.tables[expr] for expr in demanded], everywhere)]
    phases += [any_of([p.table(space) for p in each], everywhere) for each in (rulebook.denies, rulebook.allows)]
    phases.append(all_of([p.table(space) for p in rulebook.preconditions], everywhere))
    phases.append(any_of([p.table(space) for p in rulebook.questions], everywhere))
    split = [[(truth, table.where(truth, everywhere)) for truth in Truth] for table in phases]
    found: dict[Outcome, Rows] = dict.fromkeys(OUTCOMES, 0)
    for (let_in, at), *others in product(*([each for each in phase if each[1]] for phase in split)):
        for _, rows in others:
            at &= rows
        if at:
            denied, allowed, ready, asked = (truth for truth, _ in others)
            allows = [allowed] if rulebook.allows else None
            weights = Weights(
                [denied], allows, [ready], [asked], let_in is TRUE, rulebook.granted, rulebook.asks
            )  # fmt: skip
            found[weigh(weights)] |= at
    return found
