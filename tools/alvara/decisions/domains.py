"""The values of a field that can make a difference to some expressions: few, and none left out."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, pairwise, product
from typing import Any, Final, NamedTuple

from alvara.conditions.footprint import Look, Path, Sight
from alvara.model.schemas import Shape


class Absent:
    """Stands for a field that is not there, since `None` is a value."""

    def __repr__(self) -> str:
        """Name it."""
        return "ABSENT"


ABSENT: Final = Absent()

MOST_MEMBERS = 8
"""Constants that one list is asked to hold. Each doubles the lists to try."""

MOST_ITEMS = 1000
"""Items of a list that is tried for its length: a constant that is greater is beyond what can be tried."""

_NUMBERS = ("integer", "number")
_ALLOWED: Mapping[str, frozenset[Look]] = {
    "null": frozenset(Look), "boolean": frozenset(Look), "integer": frozenset({Look.EQUAL, Look.ORDERED}),
    "number": frozenset({Look.EQUAL, Look.ORDERED}), "string": frozenset({Look.EQUAL}),
    "array": frozenset({Look.MEMBER, Look.SIZED}),
}  # fmt: skip
"""How values of a type may be looked at so that a few of them stand for all."""


class Landmarks(NamedTuple):
    """What the values of some fields, and constants, are compared with, and how many fields of a sort there are.

    Between two numbers, and beside all texts, as many values are tried as there are fields: so they come in every order
    that they can have.
    """

    numbers: tuple[float, ...] = ()
    texts: tuple[str, ...] = ()
    integers: int = 0
    fractions: int = 0
    others: int = 0


class Domain(NamedTuple):
    """Values to try. `whole` tells that there are no others, so that they can be counted."""

    values: tuple[Any, ...]
    whole: bool


def find(path: Path, roots: Mapping[str, Shape]) -> tuple[Shape, bool] | None:
    """Give the shape of a field and whether it is always there, provided what it stands in is; None if not known."""
    shape, always = roots.get(path[0]), True
    for name in path[1:]:
        if shape is None:
            return None
        if shape.enum is not None:
            return shape, always
        if not set(shape.types) <= {"object", "null"}:
            return None
        found = next((entry for entry in shape.properties if entry[0] == name), None)
        if found is None:
            return None
        _, shape, always = found
    return None if shape is None else (shape, always)


def can_try(sight: Sight, roots: Mapping[str, Shape]) -> bool:
    """Whether few values of a field stand for all, looked at so."""
    found = find(sight.path, roots) if len(sight.path) > 1 else None
    if found is None:
        return False
    shape = found[0]
    if shape.enum is not None or sight.look is Look.TESTED:
        return True
    return bool(shape.types) and all(sight.look in _ALLOWED.get(type, ()) for type in shape.types)


def landmarks(sights: Iterable[Sight], constants: Iterable[Any], roots: Mapping[str, Shape]) -> Landmarks:
    """Find what fields that are read together are compared with: constants, each other's bounds and listed values."""
    known = [*constants]
    integers, fractions, others = 0, 0, 0
    for path in dict.fromkeys(sight.path for sight in sights if sight.look is not Look.TESTED):
        found = find(path, roots)
        shape = Shape() if found is None else found[0]
        if shape.enum is not None:
            known += shape.enum
            continue
        known += [bound for bound in (shape.least, shape.greatest) if bound is not None]
        fractions += "number" in shape.types
        integers += "integer" in shape.types and "number" not in shape.types
        others += "string" in shape.types
    scalars = list(_scalars(known))
    numbers = sorted({value for value in scalars if isinstance(value, int | float)})
    return Landmarks(
        tuple(numbers), tuple(dict.fromkeys(v for v in scalars if isinstance(v, str))), integers, fractions, others
    )


def _scalars(values: Iterable[Any]) -> Iterator[Any]:
    for value in values:
        if isinstance(value, list | tuple):
            yield from _scalars(value)
        elif isinstance(value, Mapping):
            yield from _scalars(value.values())
        elif not isinstance(value, bool) and value is not None:
            yield value


def domain(path: Path, sights: Sequence[Sight], roots: Mapping[str, Shape], marks: Landmarks, most: int) -> Domain:
    """List the values of a field that stand for all, for whoever looks at it and at what it holds.

    With more than `most` of them, the first one more than that.
    """
    shape, always = find(path, roots) or (Shape(), False)
    missing = () if always else (ABSENT,)
    if shape.enum is not None:
        return Domain((*shape.enum, *missing), whole=True)
    inner = dict.fromkeys(sight.path[len(path)] for sight in sights if len(sight.path) > len(path))
    looks = {sight.look for sight in sights if sight.path == path}
    if inner:
        return _objects(path, tuple(inner), sights, roots, marks, most, missing)
    values = list(_values(shape, looks, sights, marks))
    whole = set(shape.types) <= {"null", "boolean"} and bool(shape.types)
    return Domain((*values, *missing), whole)


def _objects(
    path: Path, names: tuple[str, ...], sights: Sequence[Sight], roots: Mapping[str, Shape], marks: Landmarks,
    most: int, missing: tuple[Absent, ...],
) -> Domain:  # fmt: skip
    shape = (find(path, roots) or (Shape(),))[0]
    domains = []
    for name in names:
        below = (*path, name)
        domains.append(domain(below, [s for s in sights if s.path[: len(below)] == below], roots, marks, most))
    values: list[Any] = [None] if "null" in shape.types else []
    for chosen in product(*(found.values for found in domains)):
        values.append({name: value for name, value in zip(names, chosen, strict=True) if value is not ABSENT})
        if len(values) > most:
            break
    return Domain((*values, *missing), all(found.whole for found in domains))


def _values(shape: Shape, looks: set[Look], sights: Sequence[Sight], marks: Landmarks) -> Iterator[Any]:
    if looks <= {Look.TESTED}:
        type = shape.types[0] if shape.types else "null"
        bounds = [bound for bound in (shape.least, shape.greatest) if bound is not None and type in _NUMBERS]
        yield _plain(bounds[0]) if bounds else _ANY.get(type)
        return
    for type in shape.types:
        if type == "null":
            yield None
        elif type == "boolean":
            yield from (True, False)
        elif type == "string":
            yield from (*marks.texts, *_other_texts(marks))
        elif type == "array":
            yield from _lists(shape, looks, sights, marks)
        elif type == "number" or "number" not in shape.types:
            yield from _numbers(shape, marks, whole=type == "integer")


_ANY: Mapping[str, Any] = {"string": "", "integer": 0, "number": 0.0, "boolean": False, "array": [], "object": {}}
"""Any value of a type, where only whether there is one can matter."""


def _other_texts(marks: Landmarks) -> Iterator[str]:
    left, number = marks.others, 1
    while left:
        text = f"other-{number}"
        number += 1
        if text not in marks.texts:
            left -= 1
            yield text


def _lists(shape: Shape, looks: set[Look], sights: Sequence[Sight], marks: Landmarks) -> Iterator[list[Any]]:
    most = MOST_ITEMS + 1 if shape.most is None else shape.most
    if Look.SIZED in looks:
        near = {0, *(int(n) + step for n in marks.numbers if abs(n) <= MOST_ITEMS for step in (0, 1))}
        yield from ([None] * size for size in sorted(near) if 0 <= size <= most)
        return
    listed = None if shape.items is None else shape.items.enum
    members = [m for m in members_of(sights) if listed is None or m in listed]
    for size in range(min(len(members), most) + 1):
        yield from map(list, combinations(members, size))


def members_of(sights: Iterable[Sight]) -> list[Any]:
    """List the constants that a list is asked to hold."""
    return list(dict.fromkeys(member for sight in sights for member in sight.members))


def _numbers(shape: Shape, marks: Landmarks, *, whole: bool) -> Iterator[float]:
    """Yield the numbers compared with, and some between any two of them, below the least and above the greatest."""
    edges: list[float | None] = [None, *marks.numbers, None]
    for low, high in pairwise(edges):
        for number in _between(low, high, marks, whole=whole):
            if _is_within(number, shape):
                yield _plain(number)
        if high is not None and _is_within(high, shape) and (not whole or high == int(high)):
            yield _plain(high)


def _plain(number: float) -> float:
    """Write a number as requests have it, in which one that is whole is an integer."""
    return int(number) if number == int(number) else number


def _between(low: float | None, high: float | None, marks: Landmarks, *, whole: bool) -> Iterator[float]:
    integers = list(_integers_between(low, high, marks.integers))
    if whole:
        yield from integers
        return
    stops = [low, *integers, high]
    for start, stop in pairwise(stops):
        if start is None:
            start = (0.0 if stop is None else stop) - 1
        if stop is None:
            stop = start + 1
        step = (stop - start) / (marks.fractions + 1)
        yield from (number for n in range(marks.fractions) if start < (number := start + step * (n + 1)) < stop)
        if stop in integers:
            yield float(stop)


def _integers_between(low: float | None, high: float | None, number: int) -> Iterator[int]:
    """Yield whole numbers that lie strictly between two: the first, upwards, or the last below what has no least."""
    from math import ceil, floor

    if low is None:
        last = 0 if high is None else ceil(high) - 1
        yield from range(last - number + 1, last + 1)
        return
    first = floor(low) + 1
    stop = first + number if high is None else min(first + number, ceil(high))
    yield from range(first, stop)


def _is_within(number: float, shape: Shape) -> bool:
    return (shape.least is None or number >= shape.least) and (shape.greatest is None or number <= shape.greatest)
