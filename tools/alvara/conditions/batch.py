"""Many expressions over one scope, evaluated together: a call of the library costs more than what it evaluates."""

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from alvara.conditions.engine import Program, Scope, together
from alvara.conditions.truth import Result

MOST = 16
"""Expressions that are evaluated in one call. Where one of them cannot be told, all of them are evaluated once more."""


class Unfit(NamedTuple):
    """Stands where an expression could not be compiled: it cannot be told, whatever it is asked of."""

    result: Result

    def judge(self, scope: Scope) -> Result:
        """Give the error that it always is."""
        return self.result


Evaluable = Program | Unfit


class Batch:
    """Expressions in an order, each of which comes to the same as by itself. Several threads may share it."""

    __slots__ = ("_lots",)

    def __init__(self, evaluables: Iterable[Evaluable]) -> None:
        """Compile those that may stand together; one that is costly stands alone, because its steps are counted."""
        lots: list[_Lot] = []
        for plain, run in groupby(evaluables, key=lambda each: isinstance(each, Program) and each.costly is None):
            all = list(run)
            lots += [_lot(all[start : start + MOST], joined=plain) for start in range(0, len(all), MOST)]
        self._lots = tuple(lots)

    def judge(self, scope: Scope) -> list[Result]:
        """Evaluate every expression, in their order."""
        found: list[Result] = []
        for evaluate, evaluables in self._lots:
            results = None if evaluate is None else evaluate(scope)
            found += [each.judge(scope) for each in evaluables] if results is None else results
        return found


_Lot = tuple[Callable[[Scope], list[Result] | None] | None, Sequence[Evaluable]]
"""Some expressions, and how they are evaluated at once, if they are."""


def _lot(evaluables: Sequence[Evaluable], *, joined: bool) -> _Lot:
    programs = [each for each in evaluables if isinstance(each, Program)] if joined else []
    return (together(programs) if len(programs) > 1 else None), evaluables
