"""An expression as it is tried: what it reads, and what it comes to in a request that has that and no more."""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from alvara.conditions.decoding import parse
from alvara.conditions.engine import NotCompiled, Program, Scope
from alvara.conditions.footprint import Footprint, Look, Path, Sight, footprint
from alvara.conditions.truth import ERROR, Result
from alvara.decisions.domains import ABSENT, MOST_ITEMS, MOST_MEMBERS, can_try, find, members_of
from alvara.model.schemas import Shape


class Known(NamedTuple):
    """An expression that can be read, and what it reads.

    `fields` are the properties of roots that it reads something of: what varies, with all that it holds. `lists` are
    the looks at lists.
    """

    expr: str
    reads: Footprint
    fields: tuple[Path, ...]
    lists: tuple[Sight, ...]

    @property
    def judge(self) -> Callable[[Scope], Result]:
        """What tells what it comes to. Its types are not checked: of what does not compile this says nothing."""
        return _judging(self.expr)


@lru_cache(maxsize=4096)
def known_of(expr: str) -> Known | None:
    """Tell what is known of an expression; None where it cannot be read."""
    try:
        reads = footprint(parse(expr))
    except NotCompiled:
        return None
    fields = tuple(dict.fromkeys([sight.path[:2] for sight in reads.sights]))
    return Known(expr, reads, fields, tuple([sight for sight in reads.sights if sight.look in _LISTED]))


_LISTED = (Look.MEMBER, Look.SIZED)


@lru_cache(maxsize=4096)
def _judging(expr: str) -> Callable[[Scope], Result]:
    try:
        return Program(expr, checked=False).judge
    except NotCompiled:  # its loops, or its patterns, are refused: it is an error in every request
        return lambda scope: Result(ERROR)


@lru_cache(maxsize=4096)
def compiles(expr: str) -> bool:
    """Whether the library takes an expression; if not, it is an error in every request."""
    try:
        Program(expr)
    except NotCompiled:
        return False
    return True


def is_tried(reads: Footprint, roots: Mapping[str, Shape]) -> bool:
    """Whether a few values of what an expression reads stand for all."""
    if reads.beyond or not all(can_try(sight, roots) for sight in reads.sights):
        return False
    sized = any(sight.look is Look.SIZED for sight in reads.sights)
    return not sized or all(abs(n) <= MOST_ITEMS for n in reads.constants if isinstance(n, int | float))


def clashing(tried: Iterable[Known]) -> list[str]:
    """List the expressions that look at a list in a way that does not go with how another does."""
    listed = [known for known in tried if known.lists]
    looks: dict[Path, list[Sight]] = {}
    for known in listed:
        for sight in known.lists:
            looks.setdefault(sight.path, []).append(sight)
    clashes = {
        path for path, sights in looks.items()
        if len(sights) > 1 and (len({s.look for s in sights}) > 1 or len(members_of(sights)) > MOST_MEMBERS)
    }  # fmt: skip
    return [known.expr for known in listed if any(sight.path in clashes for sight in known.lists)] if clashes else []


def shapes_read(exprs: Iterable[str], roots: Mapping[str, Shape]) -> tuple[Any, ...]:
    """Give what of some shapes can matter to expressions: where it is the same, so is what can be said of them."""
    known = (known_of(expr) for expr in exprs)
    fields = dict.fromkeys(field for each in known if each is not None for field in each.fields)
    return tuple([(field, find(field, roots)) for field in fields])


@lru_cache(maxsize=4096)
def roots_read(expr: str) -> frozenset[str]:
    """List the roots that an expression reads something of."""
    known = known_of(expr)
    return frozenset() if known is None else frozenset(sight.path[0] for sight in known.reads.sights)


def request_of(fields: Iterable[Path], values: Iterable[Any]) -> dict[str, dict[str, Any]]:
    """Write a request in which some fields have these values, and no others are there."""
    request: dict[str, dict[str, Any]] = {}
    for (root, name), value in zip(fields, values, strict=True):
        inner = request.setdefault(root, {})
        if value is not ABSENT:
            inner[name] = value
    return request
