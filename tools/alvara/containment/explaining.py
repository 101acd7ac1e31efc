"""Why a schema does not contain another: each demand that can be broken, followed down to where it is written.

The search decides each demand by itself. What it finds is traced into properties and items, so that the words name the
value that is meant, and the value that is found there is put back into a whole one, which is tried before it is shown.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from alvara.containment import phrases
from alvara.containment.answers import MOST_DIFFERENCES, Difference
from alvara.containment.choices import is_settled
from alvara.containment.demands import Demand, demands_of
from alvara.containment.goals import Breakable, Case, Found, Outcome, Unsure
from alvara.containment.kinship import Closure, apart, closure, closure_of
from alvara.containment.lists import shapes_at
from alvara.containment.maps import MapRules, shapes_of
from alvara.containment.phrases import Phrase
from alvara.containment.reasons import ECHO, Here, Reason, first_site, is_compound, parts_of, written_site
from alvara.containment.search import Search
from alvara.containment.shapes import Shape

_MOST_OPTIONS = 60
_MOST_SPLITS = 3
_DEEPEST = 20


class Explanation:
    """Gathers differences; those found so far remain if the work runs out.

    `broken` says that something lets a value of the first schema break the second, or that this cannot be told.
    """

    def __init__(self, search: Search, first: Shape, second: Shape) -> None:
        """Take the search and the two schemas."""
        self.search, self.first, self.second = search, first, second
        self.differences: list[Difference] = []
        self.broken = False
        self._told: dict[tuple[frozenset[Shape], Shape], bool] = {}

    def explain(self) -> None:
        """Find the differences, those that are certain first."""
        here = Here(_saying_something([self.first]), "", self.first.schema.site())
        found: dict[Any, Difference] = {}
        try:
            for reason in self._compare(here, self.second):
                if reason is ECHO:
                    continue
                difference = self._tried(reason)
                key: Any = (difference.first, difference.second, reason.detail) if reason.certain else reason.phrase
                if key not in found or (difference.certain and not found[key].certain):
                    found[key] = difference
                if len(found) == MOST_DIFFERENCES:
                    break
            if self.broken and not found:
                reason = self._plain(here, self.second, self.search.solve(here.required, [self.second]))
                found[reason.phrase] = self._tried(reason)
        finally:
            self.differences = sorted(found.values(), key=lambda difference: not difference.certain)

    def _tried(self, reason: Reason) -> Difference:
        """Try the value of a reason on both schemas before it is claimed."""
        first, second, (no_longer, newly) = reason.first, reason.second, reason.phrase
        if reason.certain:
            judge = self.search.judge
            if judge.accepts(self.first, reason.value) is True and judge.holds(self.second, reason.value) is False:
                return Difference(True, first, second, no_longer, newly, reason.value)
            no_longer, newly = phrases.doubtful(reason.phrase)
        return Difference(False, first, second, no_longer, newly)

    def _compare(self, here: Here, shape: Shape) -> Iterator[Reason]:
        """Yield what lets a value break a schema."""
        goal = frozenset(here.required), shape
        if goal in self._told:
            if self._told[goal]:
                yield ECHO
            return
        self._told[goal] = True
        told = False
        for reason in self._compare_parts(here, shape):
            told |= reason.certain
            yield reason
        self._told[goal] = told

    def _compare_parts(self, here: Here, shape: Shape) -> Iterator[Reason]:
        same, around = self.search.sameness.same, closure(here.required)
        said = [part for part in closure_of(shape).shapes if not any(same(held, part) for held in around.shapes)]
        for part in parts_of(said):
            outcome = self.search.solve(here.required, [part])
            if outcome is None:
                continue
            self.broken = True
            reasons = list(self._followed(here, part, outcome))
            yield from reasons
            if not here.required and any(reason.certain for reason in reasons):
                # Where anything was let in, each thing that is said now would be told: the first stands for all.
                return
            kept = part if isinstance(part, Shape) else part.owner.only(("enum", "const"))
            if kept.listed is not None or "type" in kept.value:
                # A value that fails here already is not told again for what else it breaks.
                here = here._replace(required=(*here.required, kept))

    def _followed(self, here: Here, part: Breakable, outcome: Outcome) -> Iterator[Reason]:
        """Yield the reasons within a value, put back into it; the plain one where none is certain."""
        found = list(self._within(here, part, outcome)) if here.depth < _DEEPEST else []
        options = self._options(here) if here.splits < _MOST_SPLITS and is_compound(part) else []
        if not any(reason.certain for reason in found):
            for option in options:
                narrowed = here._replace(required=(*here.required, *option), splits=here.splits + 1)
                inner = self.search.solve(narrowed.required, [part])
                if inner is not None:
                    found += list(self._followed(narrowed, part, inner))
        if any(reason.certain for reason in found):
            yield from (reason for reason in found if reason.certain)
        elif isinstance(outcome, Found) or not found:
            yield self._plain(here, part, outcome)
        else:
            yield from found

    def _options(self, here: Here) -> list[list[Shape]]:
        """List what may hold beside what is known to hold, for the first choice that is open."""
        around = closure(here.required)
        for shape in around.shapes:
            for choice in self.search.choices.ways_to_hold(shape):
                if not is_settled(choice, around.shapes, ()) and len(choice) <= _MOST_OPTIONS:
                    return [[item for holds, item in option if holds and isinstance(item, Shape)] for option in choice]
        return []

    def _within(self, here: Here, part: Breakable, outcome: Outcome) -> Iterator[Reason]:
        """Yield reasons that are closer to the cause than the part itself."""
        around = closure(here.required)
        if isinstance(part, Shape):
            yield from self._within_branches(here, part, around)
        elif part.keyword == "listed":
            yield from self._each_listed(here, part, around)
        elif part.keyword in ("properties", "patternProperties", "additionalProperties"):
            yield from self._within_properties(here, part, outcome, around)
        elif part.keyword in ("prefixItems", "items"):
            yield from self._within_items(here, part, outcome, around)

    def _within_branches(self, here: Here, part: Shape, around: Closure) -> Iterator[Reason]:
        for keyword in ("anyOf", "oneOf"):
            near = [branch for branch in part.among(keyword) if not apart(around, branch)]
            if len(near) == 1:
                yield from self._compare(here._replace(depth=here.depth + 1), near[0])
        condition = part.condition
        if condition is not None and condition.then is not None:
            narrowed = (*here.required, condition.test)
            yield from self._compare(here._replace(required=narrowed, depth=here.depth + 1), condition.then)

    def _each_listed(self, here: Here, part: Demand, around: Closure) -> Iterator[Reason]:
        kept = part.owner.listed or {}
        for key, value in (around.listed or {}).items():
            if key not in kept and all(self.search.judge.accepts(shape, value) for shape in here.required):
                first = first_site(around, here.place, ("enum",), ("const",))
                phrase = phrases.listed(here.path, value)
                yield Reason(True, first, written_site(part), phrase, value, phrases.shown(value))

    def _within_properties(self, here: Here, part: Demand, outcome: Outcome, around: Closure) -> Iterator[Reason]:
        rules = MapRules([demand for shape in around.shapes for demand in demands_of(shape)], Case())
        whole = outcome.value if isinstance(outcome, Found) else {}
        for name in self._names(part, whole, around):
            required = _saying_something(shapes_of(rules, name, self.search.judge))
            place = first_site(around, here.place, ("properties", name))
            inner = Here(required, phrases.inside(here.path, name), place, here.depth + 1, here.splits)
            found = self._forbidden(inner, here, part, name) if part.child.schema.value is False else None
            for reason in self._compare(inner, part.child) if found is None else found:
                yield self._put_back(here, part, reason, {**whole, name: reason.value})
        if part.keyword == "additionalProperties":
            yield from self._undeclared(here, part, around)

    def _forbidden(self, inner: Here, here: Here, part: Demand, name: str) -> list[Reason]:
        """List the one reason that there is where a property may not be there at all."""
        outcome = self.search.solve(inner.required, [part.child])
        phrase = phrases.undeclared(here.path, name)
        if isinstance(outcome, Found):
            return [Reason(True, inner.place, written_site(part), phrase, outcome.value, name)]
        return []

    def _names(self, part: Demand, whole: Any, around: Closure) -> list[str]:
        """List the names of the properties that may break a demand, as far as they are known."""
        if part.keyword == "properties":
            return [part.name]
        matches, holds = self.search.judge.matches, self.search.judge.holds
        if part.keyword == "patternProperties":
            found = [name for name in whole if matches(part.name, name) and holds(part.child, whole[name]) is False]
            return found[:1]
        declared = dict.fromkeys(name for shape in around.shapes for name in shape.value.get("properties", ()))
        return [
            name
            for name in declared
            if name not in part.names and all(matches(pattern, name) is False for pattern in part.patterns)
        ][:MOST_DIFFERENCES]

    def _undeclared(self, here: Here, part: Demand, around: Closure) -> Iterator[Reason]:
        """Yield the difference that properties make which neither schema names."""
        known = {name for shape in around.shapes for name in shape.value.get("properties", ())}
        without = self.search.made.made({"properties": dict.fromkeys(sorted(known - part.names), False)})
        outcome = self.search.solve((*here.required, without), [part])
        if isinstance(outcome, Unsure):
            yield self._plain(here, part, outcome)
        elif outcome is not None:
            first = first_site(around, here.place, ("additionalProperties",))
            words = self._undeclared_words(here, part, outcome.value)
            yield Reason(True, first, written_site(part), words, outcome.value)

    def _undeclared_words(self, here: Here, part: Demand, whole: Any) -> Phrase:
        if part.child.schema.value is False:
            return phrases.undeclared_all(here.path)
        holds = self.search.judge.holds
        name = next((n for n in whole if n not in part.names and holds(part.child, whole[n]) is False), "")
        return phrases.undeclared_value(here.path, whole.get(name))

    def _within_items(self, here: Here, part: Demand, outcome: Outcome, around: Closure) -> Iterator[Reason]:
        if part.child.schema.value is False:
            return
        demands = [demand for shape in around.shapes for demand in demands_of(shape)]
        whole = outcome.value if isinstance(outcome, Found) else []
        start = int(part.limit)
        broken = [i for i in range(start, len(whole)) if self.search.judge.holds(part.child, whole[i]) is False]
        position = start if part.keyword == "prefixItems" or not broken else broken[0]
        required = _saying_something(shapes_at(demands, position, self.search))
        place = first_site(around, here.place, ("prefixItems", position), ("items",))
        inner = Here(required, here.path + "[]", place, here.depth + 1, here.splits)
        for reason in self._compare(inner, part.child):
            changed = [*whole[:position], reason.value, *whole[position + 1 :]]
            yield self._put_back(here, part, reason, changed)

    def _put_back(self, here: Here, part: Demand, reason: Reason, changed: Any) -> Reason:
        """Give a reason the value of what is around it. Where that does not hold, nothing is claimed."""
        if not reason.certain or reason is ECHO:
            return reason
        judge = self.search.judge
        if all(judge.accepts(shape, changed) for shape in here.required) and judge.holds(part, changed) is False:
            return reason._replace(value=changed)
        return reason._replace(certain=False, value=None, phrase=phrases.doubtful(reason.phrase))

    def _plain(self, here: Here, part: Breakable, outcome: Outcome) -> Reason:
        """Say what is found of a part as a whole."""
        around = closure(here.required)
        routes: list[tuple[str | int, ...]] = [part.steps[:1] if isinstance(part, Demand) else tuple(part.value)[:1]]
        if isinstance(part, Demand) and part.keyword in ("required", "dependentRequired"):
            routes.insert(0, ("properties", part.name))
        first = first_site(around, here.place, *routes)
        if isinstance(outcome, Found):
            phrase = self._words(here, part, outcome.value, around)
            return Reason(True, first, written_site(part), phrase, outcome.value)
        words = f"{phrases.subject(here.path)}: {outcome.words if outcome else 'it cannot be told'}"
        return Reason(False, first, written_site(part), Phrase(words, words))

    def _words(self, here: Here, part: Breakable, value: Any, around: Closure) -> Phrase:
        if isinstance(part, Demand):
            return self._demand_words(here, part, value, around)
        if part.schema.value is False:
            return phrases.nothing(here.path)
        if "type" in part.value:
            lost = [
                kind
                for kind in (1 << bit for bit in range(7))
                if kind & around.types & ~part.types
                and self.search.solve((*here.required, *self.search.of_kind(kind)), [part]) is not None
            ]
            return phrases.types(here.path, sum(lost), part.types)
        return phrases.may_be(here.path, phrases.shown(value))

    def _demand_words(self, here: Here, part: Demand, value: Any, around: Closure) -> Phrase:
        keyword, holds = part.keyword, self.search.judge.holds
        if keyword == "listed":
            kept = list((part.owner.listed or {}).values())
            return phrases.listed(here.path, value) if around.listed else phrases.listed_only(here.path, kept)
        if keyword == "propertyNames":
            name = next((name for name in value if holds(part.child, name) is False), "")
            return phrases.name(here.path, name)
        if keyword in ("additionalProperties", "unevaluatedProperties") and part.child.schema.value is False:
            return phrases.undeclared_all(here.path)
        if keyword == "items" and part.child.schema.value is False:
            return phrases.counted(here.path, "maxItems", int(part.limit))
        return phrases.demand(here.path, part, value)


def _saying_something(shapes: Iterable[Shape]) -> tuple[Shape, ...]:
    return tuple(shape for shape in shapes if not shape.says_nothing)
