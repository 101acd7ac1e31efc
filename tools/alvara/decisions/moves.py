"""Which requests are answered differently by two rulebooks, counted by what makes the difference."""

from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from alvara.conditions.footprint import Path
from alvara.conditions.truth import Truth
from alvara.decisions.decision import OUTCOMES, Outcome
from alvara.decisions.domains import ABSENT
from alvara.decisions.rulebook import Rulebook, answers
from alvara.decisions.space import Part, Space, TooMany, lay_out
from alvara.decisions.truth_table import Rows
from alvara.model.schemas import Shape


class Witness(NamedTuple):
    """One combination: the fields that make the difference, and what the expressions come to that are opaque.

    A field that has to be missing has `ABSENT`.
    """

    values: tuple[tuple[Path, Any], ...]
    unknowns: tuple[tuple[str, Truth], ...]


class Move(NamedTuple):
    """Combinations that are answered in one way by the first rulebook and in another by the second."""

    before: Outcome
    after: Outcome
    number: int
    witness: Witness

    @property
    def opens(self) -> bool:
        """Whether less stands in the way than before."""
        return OUTCOMES.index(self.after) > OUTCOMES.index(self.before)


class Moves(NamedTuple):
    """All moves, the gravest first. `untold` are expressions of which only values could tell whether they differ.

    `too_many` tells that there were more combinations than are looked at, and nothing is known.
    """

    found: tuple[Move, ...] = ()
    untold: tuple[str, ...] = ()
    too_many: bool = False


def moves(before: Rulebook, after: Rulebook, roots: Mapping[str, Shape]) -> Moves:
    """Compare two rulebooks over every combination that can make a difference to either."""
    given = [expr for expr in before.authorization if expr in after.authorization]
    sides = [[expr for expr in side.authorization if expr not in given] for side in (before, after)]
    own = [dict.fromkeys((*side.exprs, *demanded)) for side, demanded in zip((before, after), sides, strict=True)]
    try:
        space = lay_out(own[0] | own[1], roots, given)
    except TooMany:
        return Moves(too_many=True)
    was, now = (answers(side, space, demanded) for side, demanded in zip((before, after), sides, strict=True))
    untold = _untold(space, *own)
    found: list[Move] = []
    left: set[str] = set()
    for one in OUTCOMES:
        for other in OUTCOMES:
            rows = was[one] & now[other]
            if one == other or not rows:
                continue
            depends = [part for part in space.parts if not _is_beside(rows, part, space)]
            unsettled = {part.exprs[0] for part in depends if part.opaque and part.exprs[0] in untold}
            left |= unsettled
            if not unsettled:
                found.append(Move(one, other, _count(rows, depends, space), _witness(rows, depends, space)))
    found.sort(key=lambda move: (not move.opens, OUTCOMES.index(move.before), OUTCOMES.index(move.after)))
    return Moves(tuple(found), tuple(expr for expr in untold if expr in left))


def _untold(space: Space, first: Container[str], second: Container[str]) -> tuple[str, ...]:
    """List opaque expressions that a side has in place of one of the other: how the two go together is not known."""
    opaque = [part.exprs[0] for part in space.parts if part.opaque]
    gone, come = ([expr for expr in opaque if expr not in side] for side in (second, first))
    return (*gone, *come) if gone and come else ()


def _slices(rows: Rows, part: Part, space: Space) -> list[Rows]:
    """Give, for each kind that a part can have, the rows that there are with it, as if it were the first."""
    return [(rows & space.rows_of(part, kind)) >> kind * part.stride for kind in range(len(part.kinds))]


def _is_beside(rows: Rows, part: Part, space: Space) -> bool:
    """Whether some rows are the same whatever a part has."""
    first, *others = _slices(rows, part, space)
    return all(each == first for each in others)


def _count(rows: Rows, parts: Sequence[Part], space: Space) -> int:
    """Count combinations of what rows depend on: values where all are listed, else those that differ in effect."""
    if not parts:
        return 1
    part, *rest = parts
    numbers: dict[Rows, int] = {}
    for kind, at in zip(part.kinds, _slices(rows, part, space), strict=True):
        numbers[at] = numbers.get(at, 0) + kind.number
    return sum((number if part.whole else 1) * _count(at, rest, space) for at, number in numbers.items() if at)


def _witness(rows: Rows, parts: Sequence[Part], space: Space) -> Witness:
    kinds = space.kinds_in((rows & -rows).bit_length() - 1)
    values: list[tuple[Path, Any]] = []
    unknowns: list[tuple[str, Truth]] = []
    for part, position in zip(space.parts, kinds, strict=True):
        kind = part.kinds[position]
        if part in parts and part.opaque:
            unknowns.append((part.exprs[0], kind.truths[0]))
        elif part in parts:
            values += _leaves(part, kind.example)
    return Witness(tuple(sorted(values, key=lambda pair: pair[0])), tuple(unknowns))


def _leaves(part: Part, example: Sequence[Any]) -> Iterator[tuple[Path, Any]]:
    for path, value in zip(part.fields, example, strict=True):
        yield from _below(path, value)


def _below(path: Path, value: Any) -> Iterator[tuple[Path, Any]]:
    """Yield the values within a map, one by one; an empty one as it is."""
    if isinstance(value, dict) and value:
        for name, inner in value.items():
            yield from _below((*path, name), inner)
    else:
        yield path, value


def as_request(witness: Witness) -> dict[str, Any]:
    """Write the values of a witness as the part of a request that they are; what has to be missing is not there."""
    request: dict[str, Any] = {}
    for path, value in witness.values:
        at = request
        for name in path[:-1]:
            at = at.setdefault(name, {})
        if value is not ABSENT:
            at[path[-1]] = value
    return request
