"""Numbers that lie between bounds, are multiples of some numbers and not of others: exact, in fractions.

`minimum`, `maximum`, `exclusiveMinimum`, `exclusiveMaximum` and `multipleOf` of JSON Schema Validation 2020-12, section
6.2. Where something is a multiple, the candidates are numbered; whether one fits repeats after a period, so that
finitely many need to be looked at. Where nothing is, some number lies between any two.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import count
from math import ceil, floor, gcd, lcm
from typing import Any, NamedTuple

from alvara.containment.budget import Budget
from alvara.containment.goals import Case, Found, Outcome, Unsure
from alvara.containment.values import INTEGER, written

_MOST_TRIED = 3000
_LARGEST_PERIOD = 1000

_LOW = frozenset({"minimum", "exclusiveMinimum"})
_OPEN = frozenset({"exclusiveMinimum", "exclusiveMaximum"})


class _Bound(NamedTuple):
    value: Fraction
    open: bool


class _Range:
    """The numbers that are left: `low` and `high` are None where there is no end."""

    def __init__(self) -> None:
        self.low: _Bound | None = None
        self.high: _Bound | None = None

    def above(self, bound: _Bound) -> None:
        if self.low is None or (bound.value, bound.open) > (self.low.value, self.low.open):
            self.low = bound

    def below(self, bound: _Bound) -> None:
        if self.high is None or (-bound.value, bound.open) > (-self.high.value, self.high.open):
            self.high = bound

    def holds(self, number: Fraction) -> bool:
        low, high = self.low, self.high
        return (low is None or number > low.value or (number == low.value and not low.open)) and (
            high is None or number < high.value or (number == high.value and not high.open)
        )

    @property
    def is_empty(self) -> bool:
        low, high = self.low, self.high
        if low is None or high is None:
            return False
        return low.value > high.value or (low.value == high.value and (low.open or high.open))


def find_number(case: Case, kind: int, taken: frozenset[float], budget: Budget) -> Outcome:
    """Find a number of one kind, whole or not, that is none of those taken."""
    held, steps, shunned = _Range(), [Fraction(1)] if kind == INTEGER else [], [] if kind == INTEGER else [Fraction(1)]
    for demands, broken in ((case.kept, False), (case.broken, True)):
        for demand in demands:
            if demand.keyword == "multipleOf":
                (shunned if broken else steps).append(Fraction(demand.limit))
            elif demand.keyword in _LOW | {"maximum", "exclusiveMaximum"}:
                bound = _Bound(Fraction(demand.limit), (demand.keyword in _OPEN) != broken)
                (held.above if (demand.keyword in _LOW) != broken else held.below)(bound)
    if held.is_empty:
        return None
    step = _common_multiple(steps)
    if step is not None and any((step / other).denominator == 1 for other in shunned):
        return None
    candidates, complete = (_between(held), False) if step is None else _multiples(held, step, shunned, len(taken))
    for tried, number in enumerate(candidates):
        if tried == _MOST_TRIED:
            complete = False
            break
        if tried % 50 == 49:
            budget.spend()
        if held.holds(number) and not any((number / other).denominator == 1 for other in shunned):
            value = written(number)
            if value is None:
                complete = False
            elif value not in taken:
                return Found(value)
    if complete or (step is None and _is_point(held)):
        return None
    return Unsure("whether a number fits between the bounds cannot be told")


def _is_point(held: _Range) -> bool:
    return held.low is not None and held.high is not None and held.low.value == held.high.value


def _common_multiple(steps: list[Fraction]) -> Fraction | None:
    """Give the smallest number that is a multiple of all: of a/b and c/d that is lcm(a, c)/gcd(b, d)."""
    if not steps:
        return None
    return Fraction(lcm(*(s.numerator for s in steps)), gcd(*(s.denominator for s in steps)))


def _multiples(held: _Range, step: Fraction, shunned: list[Fraction], taken: int) -> tuple[Iterator[Fraction], bool]:
    """List multiples from the end that there is, and whether there is none beyond those that needs to be looked at."""
    period = lcm(1, *((step / other).denominator for other in shunned))
    needed = period * (taken + 1)
    first = None if held.low is None else ceil(held.low.value / step)
    last = None if held.high is None else floor(held.high.value / step)
    if first is not None and last is not None and last - first <= _MOST_TRIED - 2:
        return (step * n for n in range(first, last + 1)), True
    complete = period <= _LARGEST_PERIOD and 2 * needed <= _MOST_TRIED - 4
    if first is not None and (last is None or first >= 0 or last < 0):
        return (step * n for n in count(first)), complete
    if last is not None and first is None and last < 0:
        return (step * n for n in count(last, -1)), complete
    outward = (n for m in count() for n in ((m, -m) if m else (0,)))
    return (step * n for n in outward), complete


def _between(held: _Range) -> Iterator[Fraction]:
    """List numbers that are short to write and lie between the bounds."""
    low, high = held.low, held.high
    if low is not None and high is not None:
        width = high.value - low.value
        yield low.value
        yield high.value
        for parts in (2, 4, 10, 3, 5, 7, 8, 16, 100, 128, 1000, 1024):
            yield from (_rounded(low.value + width * k / parts, width / parts / 4) for k in range(1, min(parts, 20)))
        return
    start = low.value if low is not None else high.value if high is not None else Fraction(0)
    sign = -1 if low is None and high is not None else 1
    yield start
    for step in (Fraction(1, 2), Fraction(1, 4), Fraction(1, 10), Fraction(1, 8), Fraction(1, 100), Fraction(1, 1024)):
        yield from (start + sign * step * k for k in range(1, 40))
    for part in range(1, 40):
        whole = floor(start) + sign * part
        yield from (Fraction(whole) + Fraction(k, 8) for k in range(8))


def _rounded(number: Fraction, room: Fraction) -> Fraction:
    """Give a decimal near a number: the shortest that is no further away than there is room."""
    for digits in range(40):
        scale = 10**digits
        found = Fraction(round(number * scale), scale)
        if abs(found - number) <= room:
            return found
    return number


def numbers_of(values: dict[Any, Any]) -> frozenset[float]:
    """List the numbers among values that are kept by their identity."""
    return frozenset(v for v in values.values() if isinstance(v, (int, float)) and not isinstance(v, bool))
