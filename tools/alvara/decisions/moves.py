"""Which requests are answered differently by two rulebooks, counted by what makes the difference."""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import permutations
from operator import or_
from typing import Any, NamedTuple

from alvara.conditions.footprint import Path
from alvara.conditions.truth import Truth
from alvara.decisions.decision import OUTCOMES, Outcome
from alvara.decisions.domains import ABSENT
from alvara.decisions.expression import compiles
from alvara.decisions.rulebook import Rulebook, answers, bare
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
    """All moves, the gravest first.

    `untold` are expressions that took the place of each other and of which only values could tell how they differ: what
    is found holds where they come to the same. `too_many` tells that there were more combinations than are looked at,
    and nothing is known.
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
        space = lay_out(own[0] | own[1], roots, given, frozenset(e for e in own[0] | own[1] if not compiles(e)))
    except TooMany:
        return Moves(too_many=True)
    was, now = (answers(side, space, demanded) for side, demanded in zip((before, after), sides, strict=True))
    swapped = _swapped(space, *own)
    alike = _alike(space, swapped)
    issue = _at_issue(before, after).union(*sides).difference(swapped)
    found: list[Move] = []
    untold = False
    for one, other in permutations(OUTCOMES, 2):
        rows = was[one] & now[other]
        untold = untold or bool(rows & ~alike)
        if rows & alike:
            found.append(_move(one, other, rows & alike, issue, space))
    found.sort(key=lambda move: (not move.opens, OUTCOMES.index(move.before), OUTCOMES.index(move.after)))
    return Moves(tuple(found), swapped if untold else ())


def _at_issue(before: Rulebook, after: Rulebook) -> frozenset[str]:
    """List the expressions of conditions that one side has and the other has not."""
    sides = [
        {(purpose, bare(provision.condition)): tuple(provision.exprs) for purpose, provision in side.provisions}
        for side in (before, after)
    ]
    return frozenset(expr for key in sides[0].keys() ^ sides[1].keys() for expr in sides[key in sides[1]][key])


def _swapped(space: Space, first: Container[str], second: Container[str]) -> tuple[str, ...]:
    """List opaque expressions that a side has in place of one of the other: how the two go together is not known."""
    opaque = [part.exprs[0] for part in space.parts if part.opaque]
    gone, come = ([expr for expr in opaque if expr not in side] for side in (second, first))
    return (*gone, *come) if gone and come else ()


def _alike(space: Space, exprs: Iterable[str]) -> Rows:
    """Give the rows in which some expressions come to the same."""
    tables = [space.tables[expr] for expr in exprs]
    if not tables:
        return space.all_rows
    found = 0
    for truth in Truth:
        rows = space.all_rows
        for table in tables:
            rows &= table.where(truth, space.all_rows)
        found |= rows
    return found


def _move(before: Outcome, after: Outcome, rows: Rows, issue: frozenset[str], space: Space) -> Move:
    """Describe rows that move, by the fields that what is at issue reads: all else may be as it has to be."""
    views: list[_View] = []
    for part in space.parts:
        reading = [own for expr, own in zip(part.exprs, part.reads, strict=True) if expr in issue]
        focus = tuple(sorted({i for own in reading for i in own}))
        if reading and len(set(_labelled(rows, part, focus, space).values())) > 1:
            views.append((part, focus))
        else:
            rows = reduce(or_, _slices(rows, part, space))
    return Move(before, after, _count(rows, views, space), _witness(rows, views, space))


_View = tuple[Part, tuple[int, ...]]
"""A part, and the positions of those of its fields that are looked at."""


def _slices(rows: Rows, part: Part, space: Space) -> list[Rows]:
    """Give, for each kind that a part can have, the rows that there are with it, as if it were the first."""
    return [(rows & space.rows_of(part, kind)) >> kind * part.stride for kind in range(len(part.kinds))]


def _labelled(rows: Rows, part: Part, focus: tuple[int, ...], space: Space) -> dict[Any, Rows]:
    """Sort rows by what a part has: by values, where all that there can be are listed, else by their effect."""
    slices = _slices(rows, part, space)
    if part.opaque or not all(part.domains[i].whole for i in focus):
        return {at: at for at in slices}
    found: dict[Any, Rows] = {}
    for kind, at in zip(part.kinds, slices, strict=True):
        for label in {tuple([point[i] for i in focus]) for point in kind.points}:
            found[label] = found.get(label, 0) | at
    return found


def _count(rows: Rows, views: Sequence[_View], space: Space) -> int:
    """Count the combinations of what some parts have that there are rows with."""
    if not views:
        return 1
    (part, focus), *rest = views
    return sum(_count(at, rest, space) for at in _labelled(rows, part, focus, space).values() if at)


def _witness(rows: Rows, views: Sequence[_View], space: Space) -> Witness:
    """Take the first row, and of that what is looked at."""
    row = (rows & -rows).bit_length() - 1
    values: list[tuple[Path, Any]] = []
    unknowns: list[tuple[str, Truth]] = []
    for part, focus in views:
        kind = part.kinds[row // part.stride % len(part.kinds)]
        if part.opaque:
            unknowns.append((part.exprs[0], kind.truths[0]))
        for i in focus:
            values += _below(part.fields[i], part.values(kind.points[0])[i])
    return Witness(tuple(sorted(values, key=lambda pair: pair[0])), tuple(unknowns))


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
            at[path[-1]] = f"{len(value)} items" if isinstance(value, list) and None in value else value
    return request
