"""One request in which conditions come to what is wanted, looked for before anybody looks at all that there can be."""

from collections.abc import Container, Iterable, Mapping, Sequence
from itertools import islice, product
from typing import Any

from alvara.conditions.engine import Scope
from alvara.conditions.footprint import Look, Path
from alvara.conditions.truth import ERROR, FALSE, TRUE, Truth
from alvara.decisions.domains import domain, landmarks
from alvara.decisions.expression import Known, clashing, is_tried, known_of, request_of
from alvara.model.schemas import Shape
from alvara.workspace.conditions import Tree, expressions_of

Wanted = tuple[Truth, ...]
HOLDS: Wanted = (TRUE,)
FAILS: Wanted = (FALSE,)
MAY_HOLD: Wanted = (TRUE, ERROR)
MAY_FAIL: Wanted = (FALSE, ERROR)
_OPPOSITE: Mapping[Wanted, Wanted] = {HOLDS: FAILS, FAILS: HOLDS, MAY_HOLD: MAY_FAIL, MAY_FAIL: MAY_HOLD}

Goal = tuple[Tree, Wanted]
"""A condition, and the truths that it may come to."""

_Goals = tuple[Any, ...]
"""The first goal, and the rest, which are goals like these; or nothing."""

_Slot = Path | str
"""What has a value in a request: a field; or an expression that is opaque, which has the truth that it comes to."""

_Values = tuple[int, ...]
"""Values by their numbers; of an expression that is opaque, positions in `_TRUTHS`."""

MOST_STEPS = 500
"""Conditions and values that are looked at before nothing is said."""

_MOST_VALUES = 64
"""Values that one field is tried with."""

_TRUTHS = (FALSE, TRUE)


class _Reading:
    """What is known of one expression over some shapes: what it reads, values to try, what it came to with them.

    Values of the fields that are `made_up` are put together of what is read in them: maps, and lists that are asked for
    members.
    """

    __slots__ = ("known", "made_up", "slots", "truths")

    def __init__(self, slots: tuple[_Slot, ...], known: Known | None) -> None:
        self.slots, self.known = slots, known
        sights = () if known is None else known.reads.sights
        self.made_up = {s.path[:2] for s in sights if len(s.path) > 2 or s.look is Look.MEMBER}
        self.truths: dict[_Values, Truth | None] = {}


def _opaque(expr: str) -> _Reading:
    return _Reading((expr,), None)


class Samples:
    """Values to try over the shapes of some roots, and what expressions come to with them, each worked out once."""

    def __init__(self, roots: Mapping[str, Shape]) -> None:
        """Take the shapes; nothing is tried yet."""
        self._roots = roots
        self._readings: dict[str, _Reading] = {}
        self._values: list[Any] = []
        self._numbers: dict[str, int] = {}
        self._joint: dict[tuple[Any, ...], _Values] = {}
        self._possible: dict[tuple[int, Wanted], bool] = {}

    def reading(self, expr: str) -> _Reading:
        """Tell what is known of an expression. One that is opaque may come to anything."""
        found = self._readings.get(expr)
        if found is None:
            known = known_of(expr)
            if known is None or not is_tried(known.reads, self._roots):
                found = _opaque(expr)
            else:
                found = _Reading(known.fields, known)
            self._readings[expr] = found
        return found

    def truth(self, reading: _Reading, at: _Values) -> Truth | None:
        """Tell what an expression comes to where its fields have these values; None where no request has them."""
        if reading.known is None:
            return _TRUTHS[at[0]]
        if at not in reading.truths:
            values = [self._values[number] for number in at]
            try:
                scope = Scope.of_plain(request_of(reading.known.fields, values))
                reading.truths[at] = reading.known.judge(scope).truth
            except ValueError:
                reading.truths[at] = None
        return reading.truths[at]

    def is_possible(self, reading: _Reading, wanted: Wanted) -> bool:
        """Whether some values make an expression come to what is wanted."""
        if reading.known is None:
            return True
        key = (id(reading), wanted)
        if key not in self._possible:
            listed = [self.joint((reading,), slot) for slot in reading.slots]
            self._possible[key] = any(self.truth(reading, at) in wanted for at in islice(product(*listed), MOST_STEPS))
        return self._possible[key]

    def joint(self, readings: Sequence[_Reading], slot: _Slot) -> _Values:
        """List the values of a field that make a difference to some expressions that read it."""
        if isinstance(slot, str):
            return tuple(range(len(_TRUTHS)))
        key = (slot, *map(id, readings))
        if key not in self._joint:
            self._joint[key] = self._listed(readings, slot)
        return self._joint[key]

    def _listed(self, readings: Iterable[_Reading], slot: Path) -> _Values:
        reads = [reading.known.reads for reading in readings if reading.known is not None]
        sights = list(dict.fromkeys(sight for each in reads for sight in each.sights))
        named = [value for each in reads for value in each.constants]
        marks = landmarks(sights, named, self._roots)
        mine = [sight for sight in sights if sight.path[:2] == slot]
        values = domain(slot, mine, self._roots, marks, _MOST_VALUES).values[:_MOST_VALUES]
        first = sorted(values, key=lambda value: value not in named)  # what is compared with, before all else
        return tuple([self._number(value) for value in first])

    def _number(self, value: Any) -> int:
        """Give a value the number that it goes by; `1`, `1.0` and `true` are three."""
        written = repr(value)
        found = self._numbers.get(written)
        if found is None:
            found = self._numbers[written] = len(self._values)
            self._values.append(value)
        return found


def touch(one: Iterable[Tree], other: Iterable[Tree], samples: Samples) -> bool:
    """Whether some conditions read a field that others read."""
    slots = [
        {s for tree in trees for e in expressions_of(tree) for s in samples.reading(e).slots} for trees in (one, other)
    ]
    return not slots[0].isdisjoint(slots[1])


def can_meet(goals: Sequence[Goal], samples: Samples, unsure: Container[str] = ()) -> bool:
    """Whether a request was found in which each condition comes to what is wanted. There may be one that was not.

    `unsure` are expressions that may come to anything, whatever they read.
    """
    search = _Search(samples, goals, unsure)
    pending: _Goals = ()
    for tree, wanted in reversed(goals):
        pending = ((tree, wanted), pending)
        needed = [tree] if len(tree) == 2 else tree[1] if tree[0] == "all" and TRUE in wanted else ()
        if not all(search.is_possible(each[0], wanted) for each in needed if len(each) == 2):
            return False
    return search.reach(pending)


class _Search:
    """One search: condition by condition, and for each the values that its fields do not have yet."""

    def __init__(self, samples: Samples, goals: Iterable[Goal], unsure: Container[str]) -> None:
        self._samples = samples
        self._left = MOST_STEPS
        self._at: dict[_Slot, int] = {}
        self._readings: dict[str, _Reading] = {}
        pending = [tree for tree, _ in goals]
        while pending:
            tree = pending.pop()
            if len(tree) > 2:
                pending += tree[1]
            elif tree[0] not in self._readings:
                self._readings[tree[0]] = _opaque(tree[0]) if tree[0] in unsure else samples.reading(tree[0])
        for expr in clashing([r.known for r in self._readings.values() if r.known is not None]):
            self._readings[expr] = _opaque(expr)
        self._readers: dict[_Slot, list[_Reading]] = {}
        for reading in self._readings.values():
            for slot in reading.slots:
                self._readers.setdefault(slot, []).append(reading)

    def is_possible(self, expr: str, wanted: Wanted) -> bool:
        """Whether one expression by itself can come to what is wanted."""
        return self._samples.is_possible(self._readings[expr], wanted)

    def reach(self, goals: _Goals) -> bool:
        """Reach some goals, with what has a value already."""
        if not goals:
            return True
        self._left -= 1
        if self._left < 0:
            return False
        (tree, wanted), rest = goals
        if len(tree) == 2:
            return self._reach_one(self._readings[tree[0]], wanted, rest)
        joint, items, _ = tree
        if joint == "not":
            joint, wanted = "any", _OPPOSITE[wanted]
        if (joint == "all") is (TRUE in wanted):
            for item in reversed(items):
                rest = ((item, wanted), rest)
            return self.reach(rest)
        return any(self.reach(((item, wanted), rest)) for item in items)

    def _reach_one(self, reading: _Reading, wanted: Wanted, rest: _Goals) -> bool:
        at, samples = self._at, self._samples
        free = [slot for slot in reading.slots if slot not in at]
        if not free:
            return samples.truth(reading, tuple([at[slot] for slot in reading.slots])) in wanted and self.reach(rest)
        for several in (False, True):
            listed = [self._listed(reading, slot, several) for slot in free]
            for values in product(*listed if TRUE in wanted else [found[::-1] for found in listed]):
                self._left -= 1
                if self._left < 0:
                    break
                at.update(zip(free, values, strict=True))
                if samples.truth(reading, tuple([at[slot] for slot in reading.slots])) in wanted and self.reach(rest):
                    return True
            if not any(len(self._readers[slot]) > 1 for slot in free):
                break
        for slot in free:
            at.pop(slot, None)
        return False

    def _listed(self, reading: _Reading, slot: _Slot, several: bool) -> _Values:
        """List what makes a difference to whoever reads a field.

        Without `several`, to this expression alone, where such values are something to the others.
        """
        readers = self._readers[slot]
        if several or (len(readers) > 1 and any(slot in reader.made_up for reader in readers)):
            return self._samples.joint(readers, slot)
        return self._samples.joint((reading,), slot)
