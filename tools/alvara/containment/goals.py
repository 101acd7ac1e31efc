"""What is searched for: a value that satisfies some schemas and breaks others. No such value, no counterexample."""

from collections.abc import Iterable
from typing import Any, NamedTuple, Protocol

from alvara.containment.budget import Budget
from alvara.containment.demands import Demand
from alvara.containment.judging import Judge
from alvara.containment.sameness import Sameness
from alvara.containment.shapes import Shape, Side

Breakable = Shape | Demand
"""What a value can be asked to break: a whole schema, or one demand of it."""


class Found(NamedTuple):
    """There is such a value, and this is one."""

    value: Any


class Unsure(NamedTuple):
    """Whether there is such a value cannot be told, in plain words why, and at which schema or demand."""

    words: str
    at: Breakable | None = None


Outcome = Found | Unsure | None
"""None where there is no such value at all."""


class Case:
    """One way in which a value could satisfy and break what it should, told apart by choices of branches.

    `kept` are demands that the value satisfies, `broken` demands that it breaks; `holding` and `failing` the schemas
    that it was decided to satisfy or to break, `listed` the values that one of the former lists. The choices of the
    `given` ones are made elsewhere. Where `approximate` is set, a value that was found must be tried.
    """

    __slots__ = ("approximate", "broken", "failing", "given", "holding", "kept", "listed")

    def __init__(self) -> None:
        """Begin with nothing decided."""
        self.kept: list[Demand] = []
        self.broken: list[Demand] = []
        self.holding: set[Shape] = set()
        self.failing: set[Shape] = set()
        self.given: tuple[Shape, ...] = ()
        self.listed: dict[Any, Any] | None = None
        self.approximate = False

    def copy(self) -> "Case":
        """Give a case that can be decided further by itself."""
        other = Case()
        other.kept, other.broken = self.kept.copy(), self.broken.copy()
        other.holding, other.failing = self.holding.copy(), self.failing.copy()
        other.given, other.listed, other.approximate = self.given, self.listed, self.approximate
        return other


class Solver(Protocol):
    """What the searches within lists, maps and texts need of the search as a whole."""

    judge: Judge
    budget: Budget
    made: Side
    sameness: Sameness

    def solve(self, required: Iterable[Shape], excluded: Iterable[Breakable] = ()) -> Outcome:
        """Search for a value that satisfies all of the first and none of the second."""
        ...


def place_of(item: Breakable) -> tuple[str, tuple[str, ...], str]:
    """An order of schemas and demands that is the same in every run."""
    shape, steps, keyword = (item, (), "") if isinstance(item, Shape) else (item.owner, item.steps, item.keyword)
    return shape.schema.path, tuple(map(str, (*shape.schema.pointer, *steps))), keyword
