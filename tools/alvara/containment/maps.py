"""Maps with some properties, their values of some shapes, and each broken demand broken by some property.

JSON Schema Core 2020-12, section 10.3.2, and Validation, section 6.5. What all kept demands say of a property is
gathered by its name (`MapRules`). A broken demand wants a witness property: one with a known name, or with a new one,
for which it matters which patterns match it. `dependentRequired` is a set of Horn clauses, so that what must be present
has a smallest set.
"""

from collections.abc import Iterable, Iterator
from itertools import product
from typing import Any, NamedTuple

from alvara.containment.demands import Demand
from alvara.containment.evaluation import Evaluated, evaluated
from alvara.containment.goals import Breakable, Case, Found, Outcome, Solver, Unsure
from alvara.containment.judging import Judge
from alvara.containment.shapes import Shape

_MOST_PATTERNS = 4
_MOST_FILLED = 200
_NEW_NAMES = ("other", "another", "third", "fourth", "fifth")


class MapRules:
    """What kept demands say of maps."""

    def __init__(self, demands: list[Demand], case: Case) -> None:
        """Gather it. What depends on branches not decided makes the case approximate."""
        self.named: dict[str, list[Shape]] = {}
        self.patterned: list[tuple[str, Shape]] = []
        self.others: list[tuple[frozenset[str], tuple[str, ...], Shape]] = []
        self.name_rules: list[Shape] = []
        self.required: dict[str, None] = {}
        self.dependent: list[tuple[str, str]] = []
        self.least, self.most = 0, float("inf")
        self.depends_on_case = False
        for demand in demands:
            keyword = demand.keyword
            if keyword == "properties":
                self.named.setdefault(demand.name, []).append(demand.child)
            elif keyword == "patternProperties":
                self.patterned.append((demand.name, demand.child))
            elif keyword == "additionalProperties":
                self.others.append((demand.names, demand.patterns, demand.child))
            elif keyword == "propertyNames":
                self.name_rules.append(demand.child)
            elif keyword == "required":
                self.required[demand.name] = None
            elif keyword == "dependentRequired":
                self.dependent.append((demand.name, next(iter(demand.names))))
            elif keyword == "minProperties":
                self.least = max(self.least, int(demand.limit))
            elif keyword == "maxProperties":
                self.most = min(self.most, int(demand.limit))
            elif keyword == "unevaluatedProperties":
                self.depends_on_case = True
                found = evaluated(demand.owner, keyword, case, generous=True)
                case.approximate |= found.undecided
                if not found.everything:
                    self.others.append((frozenset(found.names), tuple(sorted(found.patterns)), demand.child))
        self.known = {*self.named, *self.required, *(name for names, _, _ in self.others for name in names)}
        self.known |= {name for pair in self.dependent for name in pair}
        listed = [*(p for p, _ in self.patterned), *(p for _, patterns, _ in self.others for p in patterns)]
        self.patterns = tuple(dict.fromkeys(listed))


def shapes_of(rules: MapRules, name: str, judge: Judge) -> list[Shape]:
    """List what is said of the value of a property. What hangs on a pattern that cannot be run is left out."""
    found = rules.named.get(name, [])
    if not rules.patterns and not rules.others:
        return found
    found = [*found, *(shape for pattern, shape in rules.patterned if judge.matches(pattern, name) is True)]
    for names, patterns, shape in rules.others:
        if name not in names and all(judge.matches(pattern, name) is False for pattern in patterns):
            found.append(shape)
    return found


class Wanted(NamedTuple):
    """A property that a broken demand wants: of one name, or of any that is not excluded and fits the patterns."""

    demand: Demand
    name: str | None = None
    excluded: frozenset[str] = frozenset()
    matching: tuple[str, ...] = ()
    unmatched: tuple[str, ...] = ()
    breaking_name: tuple[Shape, ...] = ()
    breaking_value: tuple[Shape, ...] = ()


def find_map(case: Case, taken: int, solver: Solver, rules: MapRules) -> Outcome:
    """Find a map. With `taken`, the first few that come to mind are passed over."""
    return _MapSearch(case, solver, rules).search(taken)


class _MapSearch:
    def __init__(self, case: Case, solver: Solver, rules: MapRules) -> None:
        self.case, self.solver, self.rules = case, solver, rules
        self.values: dict[str, Any] = {}
        self.absent = {demand.name for demand in case.broken if demand.keyword == "required"}
        self.unsure: Unsure | None = None
        self.least, self.most = rules.least, rules.most
        self.breaking: dict[str, list[Shape]] = {}
        self.wanted: list[Wanted] = []
        self.present = dict(rules.required)
        self.forced: frozenset[str] = frozenset()
        self.chosen: set[str] = set()

    def search(self, taken: int) -> Outcome:
        """Find the map, or tell that there is none."""
        if not all(map(self.take, self.case.broken)):
            return None
        self.present = dict.fromkeys(self.needed_by(self.present))
        if not self.absent.isdisjoint(self.present):
            return None
        self.forced = frozenset(self.present)
        self.least += taken
        if self.least > self.most or len(self.present) > self.most:
            return None if not taken else Unsure("whether another map fits cannot be told")
        for name, shapes in self.breaking.items():
            if not self.put(name, shapes):
                return None
        if not all(map(self.witness, self.wanted)):
            return None
        for name in self.present:
            if name not in self.values and not self.put(name, ()):
                if name in self.forced:
                    return None
                self.unsure = self.unsure or Unsure("which properties go together cannot be told")
        if not self.unsure and len(self.values) < self.least and not self.fill():
            return None if not self.unsure and not taken else self.unsure or Unsure("no other map comes to mind")
        if len(self.values) > self.most and not self.unsure:
            self.unsure = Unsure("whether so few properties are enough cannot be told")
        return self.unsure or Found(self.values)

    def take(self, demand: Demand) -> bool:
        """Note what a broken demand wants; False where it cannot be had."""
        keyword = demand.keyword
        if keyword == "properties":
            self.breaking.setdefault(demand.name, []).append(demand.child)
            self.present[demand.name] = None
        elif keyword == "dependentRequired":
            self.present[demand.name] = None
            self.absent |= demand.names
        elif keyword == "minProperties":
            self.most = min(self.most, int(demand.limit) - 1)
        elif keyword == "maxProperties":
            self.least = max(self.least, int(demand.limit) + 1)
        elif keyword == "patternProperties":
            self.wanted.append(Wanted(demand, matching=(demand.name,), breaking_value=(demand.child,)))
        elif keyword == "propertyNames":
            self.wanted.append(Wanted(demand, breaking_name=(demand.child,)))
        elif keyword == "additionalProperties":
            excluded, unmatched = demand.names, demand.patterns
            self.wanted.append(Wanted(demand, None, excluded, (), unmatched, (), (demand.child,)))
        elif keyword == "unevaluatedProperties":
            found: Evaluated = evaluated(demand.owner, keyword, self.case, generous=False)
            self.case.approximate |= found.undecided
            excluded, unmatched = frozenset(found.names), tuple(sorted(found.patterns))
            self.wanted.append(Wanted(demand, None, excluded, (), unmatched, (), (demand.child,)))
            return not found.everything
        return True

    def needed_by(self, names: Iterable[str]) -> list[str]:
        """List names with all that must be present where they are."""
        found = list(dict.fromkeys(names))
        for here in found if self.rules.dependent else ():
            found += [other for first, other in self.rules.dependent if first == here and other not in found]
        return found

    def put(self, name: str, breaking: Any) -> bool:
        """Give a property a value; False where none fits."""
        outcome = self.value_of(name, breaking)
        if isinstance(outcome, Found):
            self.values[name] = outcome.value
        elif outcome is not None:
            self.unsure = self.unsure or outcome
        return outcome is not None

    def value_of(self, name: str, breaking: Any = ()) -> Outcome:
        """Search for a value of a property with a known name."""
        if name in self.absent or not self.has_room(name):
            return None
        for rule in self.rules.name_rules:
            fits = self.solver.judge.holds(rule, name)
            if fits is False:
                return None
            self.case.approximate |= fits is None
        judge = self.solver.judge
        self.case.approximate |= any(judge.matches(pattern, name) is None for pattern in self.rules.patterns)
        return self.solver.solve(shapes_of(self.rules, name, judge), breaking)

    def has_room(self, name: str) -> bool:
        """Whether one more property may be there. What must be present anyway takes no more room."""
        return name in self.present or len(self.forced) < self.most

    def witness(self, wanted: Wanted) -> bool:
        """Put a property that a broken demand wants; False where there can be none."""
        unsure: Unsure | None = None
        known = {*self.rules.known, *self.present, *self.values} - self.absent - wanted.excluded
        for name in sorted(known):
            if not self.is_wanted(name, wanted):
                continue
            breaking = [*self.breaking.get(name, ()), *wanted.breaking_value]
            outcome = self.value_of(name, breaking)
            if isinstance(outcome, Found):
                outcome = self.fits_beside(name, outcome)
            if isinstance(outcome, Found):
                return self.settle(name, outcome.value, breaking)
            if outcome is None and name in self.chosen:
                outcome = Unsure("which properties break what together cannot be told")
            unsure = unsure or outcome
        if len(self.forced) < self.most:
            for new in self.new_names(wanted):
                if isinstance(new, Unsure):
                    unsure = unsure or new
                    continue
                name, shapes = new
                outcome = self.solver.solve(shapes, wanted.breaking_value)
                if isinstance(outcome, Found):
                    return self.settle(name, outcome.value, list(wanted.breaking_value))
                unsure = unsure or outcome
        self.unsure = self.unsure or unsure
        return unsure is not None

    def fits_beside(self, name: str, outcome: Outcome) -> Outcome:
        """Give an outcome back where all that a property needs beside it can be present; None where it cannot."""
        needed = self.needed_by([name])
        if len(self.forced.union(needed)) > self.most:
            return None
        outcomes = [self.value_of(other) for other in needed if other not in self.present]
        if None in outcomes:
            return None
        return next((unsure for unsure in outcomes if isinstance(unsure, Unsure)), outcome)

    def settle(self, name: str, value: Any, breaking: list[Shape]) -> bool:
        """Decide for a property that a broken demand wants."""
        self.breaking[name] = breaking
        self.values[name] = value
        self.chosen.add(name)
        self.present |= dict.fromkeys(self.needed_by([name]))
        return True

    def is_wanted(self, name: str, wanted: Wanted) -> bool:
        matches = self.solver.judge.matches
        if any(matches(pattern, name) is False for pattern in wanted.matching):
            return False
        if any(matches(pattern, name) is True for pattern in wanted.unmatched):
            return False
        judged = [*(matches(p, name) for p in (*wanted.matching, *wanted.unmatched))]
        named = [self.solver.judge.holds(shape, name) for shape in wanted.breaking_name]
        self.case.approximate |= None in judged or None in named
        return True not in named

    def new_names(self, wanted: Wanted) -> Iterator[tuple[str, list[Shape]] | Unsure]:
        """Yield names that are not spoken of, one for each way in which patterns can match, with what is said then."""
        rules = self.rules
        known = frozenset({*rules.known, *self.present, *self.values, *self.absent, *wanted.excluded})
        fixed = {**dict.fromkeys(wanted.matching, True), **dict.fromkeys(wanted.unmatched, False)}
        free = [pattern for pattern in rules.patterns if pattern not in fixed]
        if len(free) > _MOST_PATTERNS:
            self.case.approximate = True
            free = free[:_MOST_PATTERNS]
        for choice in sorted(product((False, True), repeat=len(free)), key=sum):
            matched = {**fixed, **dict(zip(free, choice, strict=True))}
            name = self.new_name(matched, wanted.breaking_name, known)
            if isinstance(name, Unsure):
                yield name
            elif name is not None:
                shapes = [shape for pattern, shape in rules.patterned if matched.get(pattern)]
                shapes += [
                    shape for _, patterns, shape in rules.others if all(matched.get(p) is False for p in patterns)
                ]
                yield name.value, shapes

    def new_name(self, matched: dict[str, bool], breaking: tuple[Shape, ...], known: frozenset[str]) -> Outcome:
        if not self.rules.name_rules and not breaking and not any(matched.values()):
            for name in _NEW_NAMES:
                if name not in known and all(self.solver.judge.matches(p, name) is False for p in matched):
                    return Found(name)
        made = self.solver.made.made
        required = [made({"type": "string"}), *self.rules.name_rules]
        required += [made({"pattern": pattern}) for pattern, holds in matched.items() if holds]
        excluded: list[Breakable] = [made({"pattern": pattern}) for pattern, holds in matched.items() if not holds]
        if known:
            excluded.append(made({"enum": sorted(known)}))
        return self.solver.solve(required, [*excluded, *breaking])

    def fill(self) -> bool:
        """Add properties until there are enough; False where there are not that many."""
        for name in sorted(self.rules.known - self.absent - self.values.keys()):
            if len(self.values) >= self.least:
                return True
            self.add_known(name)
        anything = Wanted(self.case.kept[0] if self.case.kept else self.case.broken[0])
        while len(self.values) < self.least:
            if len(self.values) > _MOST_FILLED:
                self.unsure = Unsure("so many properties are not tried")
                return False
            for new in self.new_names(anything):
                outcome = new if isinstance(new, Unsure) else self.solver.solve(new[1])
                if isinstance(outcome, Found) and not isinstance(new, Unsure):
                    self.values[new[0]] = outcome.value
                    self.present[new[0]] = None
                    break
                if isinstance(outcome, Unsure):
                    self.unsure = self.unsure or outcome
            else:
                return False
        return True

    def add_known(self, name: str) -> None:
        """Add a property, with what it needs beside it, where all of that has a value."""
        added = [new for new in self.needed_by([name]) if new not in self.values]
        outcomes = [self.value_of(new) for new in added]
        found = [outcome.value for outcome in outcomes if isinstance(outcome, Found)]
        if len(found) == len(added):
            self.values |= dict(zip(added, found, strict=True))
            self.present |= dict.fromkeys(added)
        elif None not in outcomes:
            self.unsure = self.unsure or next(outcome for outcome in outcomes if isinstance(outcome, Unsure))
