"""Lists whose items are of some shapes, each broken demand broken by some item or by their number.

JSON Schema Core 2020-12, section 10.3.1, and Validation, section 6.4. Positions differ as far as `prefixItems` reaches;
all further ones, the tail, are alike.
"""

from collections.abc import Iterable
from typing import Any

from alvara.containment.demands import Demand
from alvara.containment.evaluation import evaluated
from alvara.containment.goals import Breakable, Case, Found, Outcome, Solver, Unsure
from alvara.containment.kinship import closure
from alvara.containment.shapes import Shape
from alvara.containment.values import identity

_MOST_POSITIONS = 60
_TOO_LONG = Unsure("so long a list is not tried")
_PLACED = Found(True)
"""What is wanted has its place."""


def find_list(case: Case, taken: int, solver: Solver) -> Outcome:
    """Find a list. With `taken`, the first few that come to mind are passed over."""
    return _ListSearch(case, solver).search(taken)


def shapes_at(demands: list[Demand], position: int, solver: Solver) -> list[Shape]:
    """List what some demands say of the item at a position."""
    case = Case()
    case.kept = demands
    return _ListSearch(case, solver).shapes_at(position)


class _ListSearch:
    def __init__(self, case: Case, solver: Solver) -> None:
        self.case, self.solver = case, solver
        self.at: dict[int, list[Shape]] = {}
        self.onward: list[tuple[int, Shape]] = []
        self.least, self.most = 0, float("inf")
        self.at_least: list[tuple[Shape, int]] = []
        self.at_most: list[tuple[Shape, int]] = []
        self.breaking: dict[int, list[Shape]] = {}
        self.wanted: list[tuple[int, tuple[Shape, ...]]] = []
        self.needed: dict[int, list[Shape]] = {}
        self.unique = self.doubled = False
        self.impossible = False
        for demand in case.kept:
            self.keep(demand)
        for demand in case.broken:
            self.break_(demand)
        starts = [position + 1 for position in (*self.at, *self.breaking)]
        self.tail = max(
            [*starts, *(start for start, _ in self.onward), *(start for start, _ in self.wanted)], default=0
        )

    def keep(self, demand: Demand) -> None:
        keyword, limit = demand.keyword, int(demand.limit)
        if keyword == "prefixItems":
            self.at.setdefault(limit, []).append(demand.child)
        elif keyword == "items":
            self.onward.append((limit, demand.child))
        elif keyword == "minItems":
            self.least = max(self.least, limit)
        elif keyword == "maxItems":
            self.most = min(self.most, limit)
        elif keyword == "contains":
            self.at_least.append((demand.child, limit))
        elif keyword == "maxContains":
            self.at_most.append((demand.child, limit))
        elif keyword == "uniqueItems":
            self.unique = True
        elif keyword == "unevaluatedItems":
            found = evaluated(demand.owner, keyword, self.case, generous=True)
            self.case.approximate |= found.undecided or bool(found.like)
            if not found.everything and not found.like:
                self.onward.append((found.first, demand.child))

    def break_(self, demand: Demand) -> None:
        keyword, limit = demand.keyword, int(demand.limit)
        if keyword == "prefixItems":
            self.breaking.setdefault(limit, []).append(demand.child)
        elif keyword == "items":
            self.wanted.append((limit, (demand.child,)))
        elif keyword == "minItems":
            self.most = min(self.most, limit - 1)
        elif keyword == "maxItems":
            self.least = max(self.least, limit + 1)
        elif keyword == "contains":
            self.at_most.append((demand.child, limit - 1))
        elif keyword == "maxContains":
            self.at_least.append((demand.child, limit + 1))
        elif keyword == "uniqueItems":
            self.doubled = True
        elif keyword == "unevaluatedItems":
            found = evaluated(demand.owner, keyword, self.case, generous=False)
            self.case.approximate |= found.undecided
            self.impossible |= found.everything
            self.wanted.append((found.first, (demand.child, *found.like)))

    def search(self, taken: int) -> Outcome:
        """Find the list, or tell that there is none."""
        if self.impossible or (self.unique and self.doubled):
            return None
        if self.tail > _MOST_POSITIONS:
            return _TOO_LONG
        for position in range(self.tail + 1):
            if position >= self.most:
                break
            if self.shapes_at(position) and self.item(self.shapes_at(position)) is None:
                self.most = position
        if self.unique and not self.at and (listed := closure(self.shapes_at(0)).listed) is not None:
            self.most = min(self.most, len(listed))
        self.least = max(
            self.least,
            2 if self.doubled else 0,
            *(position + 1 for position in self.breaking),
            *(start + 1 for start, _ in self.wanted),
            *(count for _, count in self.at_least),
            0,
        )
        if self.least > self.most or self.contradicts_counts():
            return None
        if self.least + taken > _MOST_POSITIONS:
            return _TOO_LONG
        for place in (self.place_broken, self.place_wanted, self.place_doubled, self.place_contained):
            outcome = place()
            if not isinstance(outcome, Found):
                return outcome
        return self.build(self.least + taken)

    def item(self, required: list[Shape], excluded: Iterable[Breakable] = ()) -> Outcome:
        """Search for an item. What may be met never is excluded everywhere."""
        return self.solver.solve(required, [*excluded, *(shape for shape, most in self.at_most if most == 0)])

    def shapes_at(self, position: int) -> list[Shape]:
        """List what is said of the item at a position."""
        return [*self.at.get(position, ()), *(shape for start, shape in self.onward if start <= position)]

    def positions(self, start: int = 0) -> list[int]:
        """List positions from one on: all that differ, and one of the tail."""
        end = max(self.tail, start) + 1
        return [position for position in range(start, end) if position < self.most]

    def contradicts_counts(self) -> bool:
        """Whether some shape must be met more often than it may, as far as can be seen without building the list."""
        solve = self.item
        for shape, count in self.at_least:
            able = [p for p in self.positions() if solve([*self.shapes_at(p), shape]) is not None]
            capacity = len(able) if self.tail not in able else len(able) - 1 + self.most - self.tail
            if capacity < count:
                return True
            for other, most in self.at_most:
                if count > most and all(solve([*self.shapes_at(p), shape], [other]) is None for p in able):
                    return True
        for other, most in self.at_most:
            forced = [p for p in self.positions() if p < self.least and solve(self.shapes_at(p), [other]) is None]
            if len(forced) + (self.least - self.tail - 1 if self.tail in forced else 0) > most:
                return True
        return False

    def place_broken(self) -> Outcome:
        """Break the items whose place is given."""
        for position, shapes in self.breaking.items():
            outcome = self.item(self.shapes_at(position), shapes)
            if not isinstance(outcome, Found):
                return outcome
        return _PLACED

    def place_wanted(self) -> Outcome:
        """Find places for the items that a broken demand wants somewhere."""
        for start, shapes in self.wanted:
            unsure: Unsure | None = None
            for position in self.positions(start):
                before = self.breaking.get(position, [])
                outcome = self.item(self.shapes_at(position), [*before, *shapes])
                if isinstance(outcome, Found):
                    self.breaking[position] = [*before, *shapes]
                    self.least = max(self.least, position + 1)
                    break
                if outcome is None and before:
                    outcome = Unsure("which items break what together cannot be told")
                unsure = unsure or outcome
            else:
                return unsure
        return _PLACED

    def place_doubled(self) -> Outcome:
        """Find places for two items that are the same."""
        if not self.doubled:
            return _PLACED
        unsure: Unsure | None = None
        ends = [*self.positions(), *([self.tail + 1] if self.tail + 1 < self.most else [])]
        pairs = [(one, other) for one in ends for other in ends if one < other]
        for one, other in pairs:
            breaking = [*self.breaking.get(one, ()), *self.breaking.get(other, ())]
            shapes = [*self.shapes_at(one), *self.shapes_at(other)]
            outcome = self.item(shapes, breaking)
            if isinstance(outcome, Found):
                same = self.solver.made.made({"const": outcome.value})
                self.needed[one] = self.needed[other] = [same]
                self.least = max(self.least, other + 1)
                return _PLACED
            if outcome is None and breaking:
                outcome = self.item(shapes) and Unsure("which items may be the same cannot be told")
            unsure = unsure or (outcome if isinstance(outcome, Unsure) else None)
        return unsure

    def place_contained(self) -> Outcome:
        """Find places for the items that `contains` wants."""
        for shape, count in self.at_least:
            left, position = count, 0
            while left and position < min(self.most, _MOST_POSITIONS):
                required = [*self.shapes_at(position), *self.needed.get(position, ()), shape]
                outcome = self.item(required, self.breaking.get(position, ()))
                if isinstance(outcome, Found):
                    self.needed.setdefault(position, []).append(shape)
                    self.least = max(self.least, position + 1)
                    left -= 1
                position += 1
            if left:
                return Unsure("which items `contains` may count cannot be told")
        return _PLACED

    def build(self, length: int) -> Outcome:
        """Make a list of some length."""
        if length > self.most:
            return Unsure("whether another list fits cannot be told")
        items: list[Any] = []
        used = [0] * len(self.at_most)
        for position in range(length):
            required = [*self.shapes_at(position), *self.needed.get(position, ())]
            excluded: list[Breakable] = list(self.breaking.get(position, ()))
            if self.unique and items:
                excluded.append(self.solver.made.made({"enum": _distinct(items)}))
            outcome = self.item(required, [*excluded, *(shape for shape, _ in self.at_most)])
            if self.at_most and not isinstance(outcome, Found):
                full = [shape for (shape, most), count in zip(self.at_most, used, strict=True) if count >= most]
                outcome = self.item(required, [*excluded, *full])
                for index, (shape, _) in enumerate(self.at_most):
                    if isinstance(outcome, Found) and self.solver.judge.holds(shape, outcome.value) is not False:
                        used[index] += 1
            if not isinstance(outcome, Found):
                return outcome or Unsure("whether the items can be chosen together cannot be told")
            items.append(outcome.value)
        if any(count > most for count, (_, most) in zip(used, self.at_most, strict=True)):
            return Unsure("whether so few items of one kind are enough cannot be told")
        return Found(items)


def _distinct(items: list[Any]) -> list[Any]:
    return list({identity(item): item for item in items}.values())
