"""Every combination of values that can make a difference to some expressions, and what these come to in each."""

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from itertools import product
from math import prod
from typing import Any, NamedTuple

from alvara.conditions.engine import Scope
from alvara.conditions.footprint import Path
from alvara.conditions.truth import ERROR, FALSE, TRUE, Result, Truth
from alvara.decisions.domains import Domain, domain, landmarks
from alvara.decisions.expression import Known, clashing, is_tried, known_of, request_of
from alvara.decisions.truth_table import Rows, TruthTable
from alvara.model.schemas import Shape

MOST_TRIED = 10_000
"""Combinations of values of the fields that are read together. Beyond that, some expressions are taken for opaque."""

MOST_ROWS = 1 << 18
"""Combinations that differ in what some expression comes to."""


class TooMany(ValueError):
    """There are more combinations than are looked at: nothing can be told."""


class Kind(NamedTuple):
    """Combinations in which every expression comes to the same: the positions of their values in the domains."""

    truths: tuple[Truth, ...]
    points: tuple[tuple[int, ...], ...]


class Part(NamedTuple):
    """Fields that are read together, with the values that they can have; or an expression that is opaque.

    An `opaque` one may come to anything, the same wherever it stands. `reads` tells for each expression which of the
    fields it reads, by position. Rows whose numbers are `stride` apart differ in the next kind.
    """

    fields: tuple[Path, ...]
    domains: tuple[Domain, ...]
    exprs: tuple[str, ...]
    reads: tuple[tuple[int, ...], ...]
    kinds: tuple[Kind, ...]
    opaque: bool = False
    stride: int = 1

    def values(self, point: tuple[int, ...]) -> tuple[Any, ...]:
        """Give the values of a combination, field by field."""
        return tuple([found.values[i] for found, i in zip(self.domains, point, strict=True)])


class Space(NamedTuple):
    """All rows, the parts that they are combined of, and in which of them each expression holds."""

    parts: tuple[Part, ...]
    all_rows: Rows
    tables: Mapping[str, TruthTable]

    def rows_of(self, part: Part, kind: int) -> Rows:
        """Give the rows in which a part has one of its kinds."""
        rows, span = ((1 << part.stride) - 1) << (kind * part.stride), part.stride * len(part.kinds)
        while span < self.all_rows.bit_length():
            rows |= rows << span
            span *= 2
        return rows & self.all_rows


def lay_out(
    exprs: Iterable[str], roots: Mapping[str, Shape], given: Iterable[str] = (), unsure: Container[str] = (),
    most: int = MOST_TRIED,
) -> Space:  # fmt: skip
    """Combine the values that can make a difference to expressions, over the shapes of what they read.

    `given` are expressions that hold in any case: values with which they do not are left out. `unsure` are those that
    may come to anything, whatever they read; so may what reads the most of what has more than `most` combinations.
    Raises `TooMany`.
    """
    asked, held = list(dict.fromkeys(exprs)), list(given)
    known = {expr: known_of(expr) for expr in (*asked, *held)}
    tried = {
        expr: each
        for expr, each in known.items()
        if each is not None and expr not in unsure and is_tried(each.reads, roots)
    }
    for expr in clashing(tried.values()):
        del tried[expr]
    parts: list[Part] = []
    pending = _groups(tried)
    while pending:
        group = pending.pop(0)
        wanted, beside = [e for e in asked if e in group], [e for e in group if e in held]
        if not wanted:
            continue
        found = _part(wanted, beside, tried, roots, most)
        if found is not None:
            parts.append(found)
        else:  # what reads the most is given up, so that the others can be tried
            widest = max(group, key=lambda expr: (expr in beside, len(tried[expr].fields)))
            del tried[widest]
            pending = _groups({expr: tried[expr] for expr in group if expr != widest}) + pending
    parts += [_opaque(expr) for expr in asked if expr not in tried]
    return _combine(parts)


def _groups(tried: Mapping[str, Known]) -> list[list[str]]:
    """Group the expressions that have to be tried together, since they share what they read."""
    groups: list[tuple[set[Path], list[str]]] = []
    for expr, known in tried.items():
        fields, exprs = set(known.fields), [expr]
        apart = []
        for group in groups:
            if group[0].isdisjoint(fields):
                apart.append(group)
            else:
                fields |= group[0]
                exprs = [*group[1], *exprs]
        groups = [*apart, (fields, exprs)]
    return [exprs for _, exprs in groups]


def _part(
    wanted: Sequence[str], given: Sequence[str], tried: Mapping[str, Known], roots: Mapping[str, Shape], most: int
) -> Part | None:  # fmt: skip
    """Try all values of what some expressions read; None where there are too many, or none that what is given lets."""
    exprs = (*wanted, *given)
    sights = list(dict.fromkeys(sight for expr in exprs for sight in tried[expr].reads.sights))
    marks = landmarks(sights, [c for expr in exprs for c in tried[expr].reads.constants], roots)
    fields = tuple(dict.fromkeys(sight.path[:2] for sight in sights))
    domains = {
        field: domain(field, [sight for sight in sights if sight.path[:2] == field], roots, marks, most)
        for field in fields
    }
    if prod(len(found.values) for found in domains.values()) > most:
        return None
    reads = [tuple([i for i, field in enumerate(fields) if field in tried[expr].fields]) for expr in exprs]
    judges = [tried[expr].judge for expr in exprs]
    kinds = _kinds(fields, tuple(domains.values()), judges, reads, len(wanted))
    if not kinds:
        return None
    return Part(fields, tuple(domains.values()), tuple(wanted), tuple(reads[: len(wanted)]), kinds)


def _kinds(
    fields: Sequence[Path], domains: Sequence[Domain], judges: Sequence[Callable[[Scope], Result]],
    reads: Sequence[tuple[int, ...]], asked: int,
) -> tuple[Kind, ...]:  # fmt: skip
    """Evaluate expressions for all values. Each sees those of its own fields, once; those beyond `asked` must hold."""
    together: dict[tuple[int, ...], list[int]] = {}
    for position, own in enumerate(reads):
        together.setdefault(own, []).append(position)
    tables = []
    for own, positions in together.items():
        table = {}
        for at in product(*[range(len(domains[i].values)) for i in own]):
            values = [domains[i].values[k] for i, k in zip(own, at, strict=True)]
            try:
                scope = Scope.of_plain(request_of([fields[i] for i in own], values))
            except ValueError:
                continue  # a constant that no request can bring
            table[at] = [judges[position](scope).truth for position in positions]
        tables.append((own, positions, table))
    truths = [ERROR] * len(judges)
    found: dict[tuple[Truth, ...], list[tuple[int, ...]]] = {}
    for point in product(*[range(len(each.values)) for each in domains]):
        for own, positions, table in tables:
            here = table.get(tuple([point[i] for i in own]))
            if here is None:
                break
            for position, truth in zip(positions, here, strict=True):
                truths[position] = truth
        else:
            if asked == len(truths) or all(truth is TRUE for truth in truths[asked:]):
                found.setdefault(tuple(truths[:asked]), []).append(point)
    return tuple(Kind(key, tuple(points)) for key, points in found.items())


def _opaque(expr: str) -> Part:
    kinds = tuple(Kind((truth,), ((),)) for truth in (FALSE, TRUE, ERROR))
    return Part((), (), (expr,), ((),), kinds, opaque=True)


def _combine(parts: Iterable[Part]) -> Space:
    placed: list[Part] = []
    stride = 1
    for part in parts:
        placed.append(part._replace(stride=stride))
        stride *= len(part.kinds)
        if stride > MOST_ROWS:
            raise TooMany(f"there are more than {MOST_ROWS:,} combinations")
    space = Space(tuple(placed), (1 << stride) - 1, {})
    tables = {}
    for part in placed:
        rows = [space.rows_of(part, kind) for kind in range(len(part.kinds))]
        for position, expr in enumerate(part.exprs):
            holds, fails = 0, 0
            for kind, here in zip(part.kinds, rows, strict=True):
                holds |= here if kind.truths[position] is TRUE else 0
                fails |= here if kind.truths[position] is FALSE else 0
            tables[expr] = TruthTable(holds, fails)
    return space._replace(tables=tables)
