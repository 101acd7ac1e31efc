"""One request in which conditions come to what is wanted, looked for before anybody looks at all that there can be."""

from collections.abc import Container, Iterable, Mapping, Sequence
from itertools import product
from typing import Any

from alvara.conditions.engine import Scope
from alvara.conditions.footprint import Look, Path
from alvara.conditions.truth import ERROR, FALSE, TRUE, Truth
from alvara.decisions.domains import domain, landmarks
from alvara.decisions.expression import Known, clashing, is_tried, known_of, request_of
from alvara.decisions.truth_table import Tree
from alvara.model.schemas import Shape

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

    __slots__ = ("known", "made_up", "own", "slots", "truths")

    def __init__(self, slots: tuple[_Slot, ...], known: Known | None) -> None:
        self.slots, self.known = slots, known
        sights = () if known is None else known.reads.sights
        self.made_up = {s.path[:2] for s in sights if len(s.path) > 2 or s.look is Look.MEMBER}
        self.own: dict[_Slot, _Values] = {}
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

    def own(self, reading: _Reading, slot: _Slot) -> _Values:
        """List the values of a field that make a difference to one expression."""
        found = reading.own.get(slot)
        if found is None:
            found = reading.own[slot] = self.joint((reading,), slot)
        return found

    def joint(self, readings: Iterable[_Reading], slot: _Slot) -> _Values:
        """List the values of a field that make a difference to several expressions."""
        if isinstance(slot, str):
            return tuple(range(len(_TRUTHS)))
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


def can_meet(goals: Sequence[Goal], samples: Samples, unsure: Container[str] = ()) -> bool:
    """Whether a request was found in which each condition comes to what is wanted. There may be one that was not.

    `unsure` are expressions that may come to anything, whatever they read.
    """
    pending: _Goals = ()
    for goal in reversed(goals):
        pending = (goal, pending)
    return _Search(samples, goals, unsure).reach(pending)


class _Search:
    """One search: condition by condition, and for each the values that its fields do not have yet."""

    def __init__(self, samples: Samples, goals: Iterable[Goal], unsure: Container[str]) -> None:
        self._samples = samples
        self._left = MOST_STEPS
        self._at: dict[_Slot, int] = {}
        self._joint: dict[_Slot, _Values] = {}
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
        free = [slot for slot in reading.slots if slot not in self._at]
        shared = [slot for slot in free if len(self._readers[slot]) > 1]
        for choices in (self._own, self._several) if shared else (self._own,):
            for values in product(*[choices(reading, slot) for slot in free]):
                self._left -= 1
                if self._left < 0:
                    break
                self._at.update(zip(free, values, strict=True))
                truth = self._samples.truth(reading, tuple([self._at[slot] for slot in reading.slots]))
                if truth in wanted and self.reach(rest):
                    return True
        for slot in free:
            self._at.pop(slot, None)
        return False

    def _own(self, reading: _Reading, slot: _Slot) -> _Values:
        """Give what makes a difference to the expression itself, where that stands for whoever else reads the field."""
        readers = self._readers[slot]
        made_up = len(readers) > 1 and any(slot in reader.made_up for reader in readers)
        return self._several(reading, slot) if made_up else self._samples.own(reading, slot)

    def _several(self, reading: _Reading, slot: _Slot) -> _Values:
        """Give what makes a difference to whoever reads the field."""
        found = self._joint.get(slot)
        if found is None:
            found = self._joint[slot] = self._samples.joint(self._readers[slot], slot)
        return found
