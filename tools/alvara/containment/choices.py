"""The choices that a schema leaves: in which ways it can hold, and in which it can be broken.

Each option is a row of further schemas that hold or are broken; one option of each choice has to come true. `not`
changes sides; `oneOf` is one branch without the others, and broken by none or by any two; `if` is `then` or `else`
(JSON Schema Core 2020-12, section 10.2).
"""

from collections.abc import Iterable
from typing import Any

from alvara.containment.demands import Demand, demands_of
from alvara.containment.evaluation import deciding_branches
from alvara.containment.goals import Breakable
from alvara.containment.kinship import apart, closure_of
from alvara.containment.shapes import Shape, Side
from alvara.containment.values import ANYTHING

UNEVALUATED = ("unevaluatedProperties", "unevaluatedItems")

Option = tuple[tuple[bool, Breakable], ...]
"""What comes true together: schemas that hold (True) and such that are broken (False)."""

_CHOOSING = frozenset({"anyOf", "oneOf", "if", "dependentSchemas", "unevaluatedProperties", "unevaluatedItems"})


class Choices:
    """The choices of schemas, each worked out once, with what replaces a schema that can be broken in one way only."""

    def __init__(self, made: Side) -> None:
        """Take the side of schemas that are made on the way."""
        self._made = made
        self._ways: dict[Shape, Option | None] = {}
        self._holding: dict[Shape, list[list[Option]]] = {}
        self._replaced: dict[Shape, Option] = {}

    def ways_to_hold(self, shape: Shape) -> list[list[Option]]:
        """List the choices that come with a schema that holds."""
        if shape not in self._holding:
            choices = ways_to_hold(shape, self._made)
            self._holding[shape] = [[self.flattened(option) for option in choice] for choice in choices]
        return self._holding[shape]

    def to_decide_before_breaking(self, item: Breakable) -> list[list[Option]]:
        """List the choices that a demand depends on which speaks of what is not evaluated."""
        if isinstance(item, Shape) or item.keyword not in UNEVALUATED:
            return []
        return [[self.flattened(option) for option in choice] for choice in branch_choices(item.owner)]

    def flattened(self, option: Option) -> Option:
        """Put what has to be broken in place of a schema that can be broken in one way only."""
        found: list[tuple[bool, Breakable]] = []
        for holds, item in option:
            way = None if holds or isinstance(item, Demand) else self._only_way_to_break(item)
            if way is None or isinstance(item, Demand):
                found.append((holds, item))
                continue
            if item not in self._replaced:
                self._replaced[item] = self.flattened(way)
            found += self._replaced[item]
        return tuple(found)

    def replaced_in(self, holding: tuple[Shape, ...], excluded: frozenset[Breakable]) -> list[Shape]:
        """List the schemas that are broken by what was put in their place."""
        return [shape for shape, way in self._replaced.items() if is_settled((way,), holding, excluded)]

    def _only_way_to_break(self, shape: Shape) -> Option | None:
        """Give the one way in which a schema can be broken, whatever the type; None where there are more."""
        if shape not in self._ways:
            ways = ways_to_break(ANYTHING, shape, self._made) if shape.types == ANYTHING else []
            self._ways[shape] = ways[0] if len(ways) == 1 else None
        return self._ways[shape]


def ways_to_hold(shape: Shape, made: Side) -> list[list[Option]]:
    """List the choices that come with a schema that holds."""
    value = shape.value
    if _CHOOSING.isdisjoint(value):
        return []
    found: list[list[Option]] = []
    if "anyOf" in value:
        found.append([((True, branch),) for branch in shape.among("anyOf")])
    if "oneOf" in value:
        branches = shape.among("oneOf")
        found.append([_only(index, branches) for index in range(len(branches))])
    if (condition := shape.condition) is not None:
        then, otherwise = condition.then, condition.otherwise
        holds: Option = ((True, condition.test),) if then is None else ((True, condition.test), (True, then))
        fails: Option = ((False, condition.test),)
        found.append([holds, fails if otherwise is None else (*fails, (True, otherwise))])
    for name in value.get("dependentSchemas", ()):
        present = there(name, made)
        found.append([((False, present),), ((True, present), (True, shape.held("dependentSchemas", name)))])
    return [*found, *branch_choices(shape)]


def branch_choices(shape: Shape) -> list[list[Option]]:
    """List the branches that it matters to `unevaluatedProperties` or `unevaluatedItems` whether they hold."""
    keywords = [key for key in UNEVALUATED if key in shape.value]
    return [
        [((True, branch),), ((False, branch),)] for keyword in keywords for branch in deciding_branches(shape, keyword)
    ]


def ways_to_break(kind: int, shape: Shape, made: Side) -> list[Option]:
    """List the ways in which a value of some type can break a schema."""
    found: list[Option] = []
    for demand in demands_of(shape):
        if not demand.types & kind:
            continue
        if demand.keyword == "dependentSchemas":
            found.append(((True, there(demand.name, made)), (False, demand.child)))
        else:
            found.append(((False, demand),))
    found += [((False, inner),) for inner in shape.conjuncts]
    value = shape.value
    if "not" in value:
        found.append(((True, shape.held("not")),))
    if "anyOf" in value:
        found.append(tuple((False, branch) for branch in shape.among("anyOf")))
    if "oneOf" in value:
        branches = shape.among("oneOf")
        found.append(tuple((False, branch) for branch in branches))
        for index, one in enumerate(branches):
            around = closure_of(one)
            for other in branches[index + 1 :]:
                if not apart(around, other):
                    found.append(((True, one), (True, other)))
    if (condition := shape.condition) is not None:
        if condition.then is not None:
            found.append(((True, condition.test), (False, condition.then)))
        if condition.otherwise is not None:
            found.append(((False, condition.test), (False, condition.otherwise)))
    return found


def there(name: str, made: Side) -> Shape:
    """Give the schema of a map that has some property."""
    return made.made({"type": "object", "required": [name]})


def is_settled(options: Iterable[Option], holding: Any, failing: Any) -> bool:
    """Whether one option of a choice has come true already."""
    return any(all(_came_true(*item, holding, failing) for item in option) for option in options)


def _came_true(holds: bool, item: Breakable, holding: Any, failing: Any) -> bool:
    if not holds:
        return item in failing
    return item in holding or (isinstance(item, Shape) and item.says_nothing)


def _only(index: int, branches: tuple[Shape, ...]) -> Option:
    """The choice of one branch of `oneOf`: those that cannot hold beside it need no breaking."""
    around = closure_of(branches[index])
    others = (*branches[:index], *branches[index + 1 :])
    return ((True, branches[index]), *((False, other) for other in others if not apart(around, other)))
