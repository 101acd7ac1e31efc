"""A value tried on a schema piece by piece, where something in the schema is nothing that the validator takes.

One pattern that the engine refuses, such as one that looks ahead, keeps the validator from saying anything of the whole
schema, though most values never meet it. Here each piece is asked by itself, and what cannot be told of one counts only
where the answer hangs on it (the three-valued logic of Kleene, 1938).
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from alvara.containment.budget import DEEPEST, Budget
from alvara.containment.demands import Demand, demands_of
from alvara.containment.judging import Judge
from alvara.containment.shapes import Shape
from alvara.containment.values import identity, type_of

Verdict = bool | None
"""None where it cannot be told."""

Ask = Callable[[Shape | Demand, Any], Verdict]
"""What is asked of the judge for each piece."""


class Piecewise:
    """Tries values on schemas and demands, with a judge for each piece that the validator takes."""

    def __init__(self, judge: Judge, budget: Budget) -> None:
        """Take the judge, and the steps that may be spent."""
        self._judge, self._budget = judge, budget

    def holds(self, judged: Shape | Demand, value: Any) -> Verdict:
        """Whether a value satisfies a schema or a demand."""
        return self._verdict(judged, value, self._judge.holds, 0)

    def accepts(self, judged: Shape | Demand, value: Any) -> Verdict:
        """Whether a value is valid under a schema or a demand, whatever the texts in it hold."""
        return self._verdict(judged, value, self._judge.accepts, 0)

    def _verdict(self, judged: Shape | Demand, value: Any, ask: Ask, depth: int) -> Verdict:
        self._budget.spend()
        said = ask(judged, value)
        if said is not None or depth == DEEPEST:
            return said
        if isinstance(judged, Shape):
            return _all(self._pieces(judged, value, ask, depth + 1))
        return self._of_demand(judged, value, ask, depth + 1)

    def _pieces(self, shape: Shape, value: Any, ask: Ask, depth: int) -> Iterator[Verdict]:
        """Yield what is said of all that has to be true for a schema to hold."""

        def verdict(part: Shape | Demand) -> Verdict:
            return self._verdict(part, value, ask, depth)

        yield bool(shape.types & type_of(value))
        yield shape.listed is None or identity(value) in shape.listed
        if "$ref" in shape.value and shape.side.target(shape.schema) is None:
            yield None
        yield from (verdict(demand) for demand in demands_of(shape) if demand.keyword != "listed")
        yield from (verdict(inner) for inner in shape.conjuncts)
        if "not" in shape.value:
            yield _not(verdict(shape.held("not")))
        if "anyOf" in shape.value:
            yield _any(verdict(branch) for branch in shape.among("anyOf"))
        if "oneOf" in shape.value:
            sure, possible = _count(verdict(branch) for branch in shape.among("oneOf"))
            yield _between(sure, possible, 1, 1)
        if (condition := shape.condition) is not None:
            test = verdict(condition.test)
            for branch, taken in ((condition.then, test), (condition.otherwise, _not(test))):
                if branch is not None and taken is not False:
                    yield _any((_not(taken), verdict(branch)))

    def _of_demand(self, demand: Demand, value: Any, ask: Ask, depth: int) -> Verdict:
        if not demand.types & type_of(value):
            return True
        keyword = demand.keyword
        if keyword == "pattern":
            return self._judge.matches(demand.name, value)
        if keyword == "dependentSchemas":
            return demand.name not in value or self._verdict(demand.child, value, ask, depth)
        if keyword in ("contains", "maxContains"):
            sure, possible = _count(self._verdict(demand.child, item, ask, depth) for item in value)
            least, most = (demand.limit, len(value)) if keyword == "contains" else (0, demand.limit)
            return _between(sure, possible, int(least), int(most))
        if keyword in _INSIDE:
            inside = self._inside(demand, value)
            return _all(_any((_not(meant), self._verdict(demand.child, item, ask, depth))) for meant, item in inside)
        return None

    def _inside(self, demand: Demand, value: Any) -> list[tuple[Verdict, Any]]:
        """List the values that a demand speaks of, each with whether it does, those left out that it surely does not.

        The demand is one on what is inside a list or a map.
        """
        matches, keyword = self._judge.matches, demand.keyword
        if keyword == "properties":
            return [(True, value[demand.name])] if demand.name in value else []
        if keyword == "propertyNames":
            return [(True, name) for name in value]
        if keyword == "prefixItems":
            return [(True, item) for item in value[int(demand.limit) : int(demand.limit) + 1]]
        if keyword == "items":
            return [(True, item) for item in value[int(demand.limit) :]]
        if keyword == "patternProperties":
            meant = {name: matches(demand.name, name) for name in value}
        else:
            undeclared = [name for name in value if name not in demand.names]
            meant = {name: _not(_any(matches(pattern, name) for pattern in demand.patterns)) for name in undeclared}
        return [(said, value[name]) for name, said in meant.items() if said is not False]


_INSIDE = frozenset(
    {"properties", "patternProperties", "additionalProperties", "propertyNames", "prefixItems", "items"}
)


def _not(said: Verdict) -> Verdict:
    return None if said is None else not said


def _all(said: Iterable[Verdict]) -> Verdict:
    found: Verdict = True
    for one in said:
        if one is False:
            return False
        found = found and one
    return found


def _any(said: Iterable[Verdict]) -> Verdict:
    return _not(_all(map(_not, said)))


def _count(said: Iterable[Verdict]) -> tuple[int, int]:
    """Count what is sure, and what is possible."""
    listed = list(said)
    return listed.count(True), len(listed) - listed.count(False)


def _between(sure: int, possible: int, least: int, most: int) -> Verdict:
    """Whether a number lies within bounds that itself lies between what is sure and what is possible."""
    if possible < least or sure > most:
        return False
    return True if sure >= least and possible <= most else None
