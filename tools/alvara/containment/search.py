"""The search for a value that satisfies some schemas and breaks others: a tableau, goal by goal, type by type.

A schema that holds adds what it demands; one that is to be broken splits the case, one for each demand that could be
the broken one. A goal is first tried with the choices of its branches left open, and split by them only where that does
not decide. A case with nothing left to split is handed to the search of its type. Lists and maps ask for their parts in
turn, so that a goal may come back within itself: on this way there is no such value, for a smallest value that reaches
a goal holds no smaller one that does. What was found on that assumption is kept only as long as it stands.

The search may overlook that a case is impossible, never that it is possible: "no value" is proved, and a value that was
found is tried where anything was left aside.
"""

from collections.abc import Iterable
from typing import Any

from alvara.containment.budget import DEEPEST, Budget, ExhaustedError
from alvara.containment.choices import Choices, Option, branch_choices, is_settled, ways_to_break
from alvara.containment.demands import Demand, demands_of
from alvara.containment.goals import Breakable, Case, Found, Outcome, Unsure, place_of
from alvara.containment.judging import Judge
from alvara.containment.kinship import Closure, apart, closure
from alvara.containment.lists import find_list
from alvara.containment.maps import MapRules, find_map
from alvara.containment.numbers import find_number, numbers_of
from alvara.containment.piecewise import Piecewise
from alvara.containment.sameness import Sameness
from alvara.containment.shapes import Shape, Side
from alvara.containment.texts import find_text
from alvara.containment.values import (
    BOOLEAN,
    FRACTION,
    INTEGER,
    LIST,
    MAP,
    NULL,
    NUMBER,
    TEXT,
    TYPE_BITS,
    identity,
    type_of,
)

Goal = tuple[frozenset[Shape], frozenset[Breakable]]

_ORDER = (TEXT, INTEGER, FRACTION, BOOLEAN, NULL, LIST, MAP)
_MOST_LISTED = 3000
_NEVER = 1 << 30


class Search:
    """Answers goals, each once."""

    def __init__(self, made: Side, budget: Budget) -> None:
        """Take the side of schemas that are made on the way, and the steps that may be spent."""
        self.made, self.budget = made, budget
        self.judge, self.sameness, self.choices = Judge(budget), Sameness(budget), Choices(made)
        self.piecewise = Piecewise(self.judge, budget)
        self._closures: dict[frozenset[Shape], Closure] = {}
        self._rules: dict[tuple[Demand, ...], MapRules] = {}
        self._known: dict[Goal, Outcome] = {}
        self._open: dict[Goal, tuple[int, int]] = {}
        self._resting: dict[Goal, tuple[Outcome, int]] = {}
        self._lowest = _NEVER
        self._depth = 0
        self._inside = 0

    def solve(self, required: Iterable[Shape], excluded: Iterable[Breakable] = ()) -> Outcome:
        """Search for a value that satisfies all of the first and none of the second."""
        goal = frozenset(shape for shape in required if not shape.says_nothing), frozenset(excluded)
        if goal in self._known:
            return self._known[goal]
        if goal in self._open:
            level, inside = self._open[goal]
            self._lowest = min(self._lowest, level)
            # The same goal for the same value proves nothing: only a smaller value does.
            return None if inside < self._inside else Unsure("whether the branches fit together cannot be told")
        if goal in self._resting:
            outcome, lowest = self._resting[goal]
            self._lowest = min(self._lowest, lowest)
            return outcome
        self.budget.spend()
        self._descend()
        before, self._lowest, level = self._lowest, _NEVER, len(self._open)
        self._open[goal] = level, self._inside
        try:
            outcome = self._decide(*goal)
        finally:
            self._depth -= 1
            del self._open[goal]
        self._settle(goal, outcome, level)
        self._lowest = min(before, self._lowest if self._lowest < level else _NEVER)
        return outcome

    def _descend(self) -> None:
        if self._depth > DEEPEST:
            raise ExhaustedError
        self._depth += 1

    def _settle(self, goal: Goal, outcome: Outcome, level: int) -> None:
        """Remember an outcome: for good, or as long as the goals above that it rests on are open."""
        rested = [known for known, (_, lowest) in self._resting.items() if lowest >= level]
        if isinstance(outcome, Found) or self._lowest >= level:
            self._known[goal] = outcome
            for known in rested:
                kept, _ = self._resting.pop(known)
                if outcome is None:
                    self._known[known] = kept
            return
        self._resting[goal] = outcome, self._lowest
        for known in rested:
            if outcome is None:
                self._resting[known] = self._resting[known][0], self._lowest
            else:
                del self._resting[known]

    def of_kind(self, kind: int) -> tuple[Shape, ...]:
        """Give schemas that let in the values of one type and no others."""
        made = self.made.made
        if kind == FRACTION:
            return made({"type": "number"}), made({"not": {"type": "integer"}})
        return (made({"type": next(name for name, bits in TYPE_BITS.items() if bits == kind)}),)

    def closure(self, required: frozenset[Shape]) -> Closure:
        """Gather the schemas that hold together with some."""
        found = self._closures.get(required)
        if found is None:
            found = self._closures[required] = closure(sorted(required, key=place_of))
        return found

    def _decide(self, required: frozenset[Shape], excluded: frozenset[Breakable]) -> Outcome:
        around = self.closure(required)
        if not around.types or around.listed == {}:
            return None
        for shape in excluded:
            if isinstance(shape, Shape) and (
                shape.says_nothing or any(self.sameness.same(held, shape) for held in around.shapes)
            ):
                return None
        if around.listed is not None:
            if any(_lists_all(broken, around.listed) for broken in excluded):
                return None
            outcome = self._try(around.listed.values(), required, excluded)
            if not isinstance(outcome, Unsure):
                return outcome
        broken = self.choices.flattened(tuple((False, item) for item in sorted(excluded, key=place_of)))
        if len(broken) != len(excluded) or any(holds or item not in excluded for holds, item in broken):
            return self.solve(*_with((required, ()), broken))
        left = [shape for shape in excluded if isinstance(shape, Demand) or not apart(around, shape)]
        left.sort(key=place_of)
        choices = [choice for shape in around.shapes for choice in self.choices.ways_to_hold(shape)]
        choices += [choice for item in left for choice in self.choices.to_decide_before_breaking(item)]
        choices = [choice for choice in choices if not is_settled(choice, around.shapes, excluded)]
        if not choices or len(left) < 2:
            if len(left) > 1 and any(self.solve(required, [shape]) is None for shape in left):
                return None
            outcome = self._undivided(around, left, (required, excluded), bool(choices))
            if not choices or not isinstance(outcome, Unsure):
                return outcome
        unsure: Unsure | None = None
        for option in min(choices, key=len):
            outcome = self.solve(*_with((required, excluded), option))
            if isinstance(outcome, Found):
                return outcome
            unsure = unsure or outcome
        return unsure

    def _undivided(self, around: Closure, left: list[Breakable], goal: Goal, choices: bool) -> Outcome:
        """Search without splitting by the choices that the schemas which hold leave open."""
        unsure: Unsure | None = None
        failing = {shape for shape in goal[1] if isinstance(shape, Shape) and shape not in left}
        failing.update(self.choices.replaced_in(around.shapes, goal[1]))
        for kind in _ORDER:
            if around.types & kind:
                case = Case()
                case.given, case.approximate, case.failing = around.shapes, choices, failing.copy()
                agenda: list[tuple[bool, Breakable]] = [(False, shape) for shape in left]
                agenda += [(True, shape) for shape in around.shapes]
                outcome = self._branch(kind, case, agenda, [], goal)
                if isinstance(outcome, Found):
                    return outcome
                unsure = unsure or outcome
        return unsure

    def _try(self, values: Iterable[Any], required: Iterable[Shape], excluded: Iterable[Breakable]) -> Outcome:
        """Try each of some values: where there are no others, that decides."""
        unsure: Unsure | None = None
        for tried, value in enumerate(values):
            if tried == _MOST_LISTED:
                return Unsure("so many values are not tried one by one")
            verdict = self._fits(value, required, excluded)
            if verdict:
                return Found(value)
            if verdict is None:
                unsure = Unsure("whether one of the listed values fits cannot be told", _first(excluded))
        return unsure

    def _fits(self, value: Any, required: Iterable[Shape], excluded: Iterable[Breakable]) -> bool | None:
        """Whether a value is one that is searched for. Pieces may rule it out; only the validator lets it in."""
        holds, accepts = self.judge.holds, self.judge.accepts
        unknown = False
        for shape in required:
            verdict = accepts(shape, value)
            if verdict is False or (verdict is None and self.piecewise.accepts(shape, value) is False):
                return False
            unknown |= verdict is None
        for broken in excluded:
            verdict = holds(broken, value)
            if verdict or (verdict is None and self.piecewise.holds(broken, value)):
                return False
            unknown |= verdict is None
        return None if unknown else True

    def _branch(
        self, kind: int, case: Case, agenda: list[tuple[bool, Breakable]], splits: list[list[Option]], goal: Goal
    ) -> Outcome:
        """Follow a case to its end; for each option where it splits."""
        self.budget.spend()
        while agenda:
            holds, item = agenda.pop()
            if isinstance(item, Demand):
                if item.types & kind:
                    (case.kept if holds else case.broken).append(item)
                elif not holds:
                    return None
            elif not (self._hold if holds else self._fail)(kind, case, item, agenda, splits):
                return None
        splits = [choice for choice in splits if not is_settled(choice, case.holding, case.failing)]
        if not splits:
            return self._finish(kind, case, goal)
        chosen = min(range(len(splits)), key=lambda index: len(splits[index]))
        rest = [*splits[:chosen], *splits[chosen + 1 :]]
        unsure: Unsure | None = None
        self._descend()
        try:
            for option in splits[chosen]:
                outcome = self._branch(kind, case.copy(), list(option), rest.copy(), goal)
                if isinstance(outcome, Found):
                    return outcome
                unsure = unsure or outcome
        finally:
            self._depth -= 1
        return unsure

    def _hold(
        self, kind: int, case: Case, shape: Shape, agenda: list[tuple[bool, Breakable]], splits: list[list[Option]]
    ) -> bool:
        """Add a schema that is to hold; False where it cannot, in this case."""
        if shape in case.holding:
            return True
        if not shape.types & kind or self._meets(shape, case.failing):
            return False
        case.holding.add(shape)
        case.listed = shape.listed if case.listed is None else case.listed
        case.kept += [d for d in demands_of(shape) if d.types & kind and d.keyword != "dependentSchemas"]
        agenda += [(True, inner) for inner in shape.conjuncts]
        if "not" in shape.value:
            agenda.append((False, shape.held("not")))
        if shape not in case.given:
            splits += self.choices.ways_to_hold(shape)
        return True

    def _fail(
        self, kind: int, case: Case, shape: Shape, agenda: list[tuple[bool, Breakable]], splits: list[list[Option]]
    ) -> bool:
        """Add a schema that is to be broken; False where it cannot be, in this case."""
        if shape in case.failing or not shape.types & kind:
            return True
        if shape.says_nothing or self._meets(shape, case.holding):
            return False
        case.failing.add(shape)
        options = ways_to_break(kind, shape, self.made)
        if len(options) == 1:
            agenda += options[0]
        elif options:
            splits.append(options)
        splits += branch_choices(shape)
        return bool(options)

    def _meets(self, shape: Shape, others: set[Shape]) -> bool:
        return shape in others or any(self.sameness.same(shape, other) for other in others)

    def _finish(self, kind: int, case: Case, goal: Goal) -> Outcome:
        """Search a case in which everything is decided."""
        if case.listed is not None:
            return self._try([value for value in case.listed.values() if type_of(value) & kind], *goal)
        barred: dict[Any, Any] = {}
        for demand in case.broken:
            if demand.keyword == "listed":
                barred |= demand.owner.listed or {}
        self._inside += 1
        try:
            outcome = self._find(kind, case, barred)
        finally:
            self._inside -= 1
        if isinstance(outcome, Found) and case.approximate and self._fits(outcome.value, *goal) is not True:
            return Unsure("whether a value fits all branches at once cannot be told", _first(goal[1]))
        return outcome

    def _find(self, kind: int, case: Case, barred: dict[Any, Any]) -> Outcome:
        if kind & NUMBER:
            return find_number(case, kind, numbers_of(barred), self.budget)
        if kind == TEXT:
            return find_text(case, frozenset(value for value in barred.values() if isinstance(value, str)), self)
        if kind in (NULL, BOOLEAN):
            values = (None,) if kind == NULL else (True, False)
            return next((Found(value) for value in values if identity(value) not in barred), None)
        same_kind = [key for key, value in barred.items() if type_of(value) == kind]
        for taken in range(min(len(same_kind), 20) + 1):
            outcome = self._compound(kind, case, taken)
            if not isinstance(outcome, Found) or identity(outcome.value) not in barred:
                return outcome
        return Unsure("whether a value is left beside those that are listed cannot be told", _first(case.broken))

    def _compound(self, kind: int, case: Case, taken: int) -> Outcome:
        if kind == LIST:
            return find_list(case, taken, self)
        key = tuple(case.kept)
        rules = self._rules.get(key)
        if rules is None:
            rules = MapRules(case.kept, case)
            if not rules.depends_on_case:
                self._rules[key] = rules
        return find_map(case, taken, self, rules)


def _with(goal: tuple[Iterable[Shape], Iterable[Breakable]], option: Option) -> tuple[list[Shape], list[Breakable]]:
    """Add to a goal what comes true with an option."""
    required, excluded = goal
    holding = [item for holds, item in option if holds and isinstance(item, Shape)]
    return [*required, *holding], [*excluded, *(item for holds, item in option if not holds)]


def _lists_all(broken: Breakable, listed: dict[Any, Any]) -> bool:
    """Whether a demand lists all of some values, so that none of them can break it."""
    if isinstance(broken, Shape) or broken.keyword != "listed":
        return False
    return listed.keys() <= (broken.owner.listed or {}).keys()


def _first(items: Iterable[Breakable]) -> Breakable | None:
    return min(items, key=place_of, default=None)
