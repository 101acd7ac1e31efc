"""Who is who: the definitions of two revisions, matched by identity and never by path."""

from collections.abc import Iterable
from typing import NamedTuple

from alvara.compare.definition import Definition, Name


class Pair(NamedTuple):
    """A definition before and after."""

    before: Definition
    after: Definition


class Pairing(NamedTuple):
    """The definitions of both sides, each once. `gone` has no counterpart now, `new` had none before."""

    pairs: tuple[Pair, ...]
    gone: tuple[Definition, ...]
    new: tuple[Definition, ...]


def pair(before: Iterable[Definition], after: Iterable[Definition]) -> Pairing:
    """Match by kind and ID, among several majors by major; one that is left over on each side is the same one, bumped.

    An ID that is defined twice on a side pairs in the order given, which is a matter for other rules.
    """
    old, new = _by_name(before), _by_name(after)
    pairs: list[Pair] = []
    gone: list[Definition] = []
    fresh: list[Definition] = []
    for name in sorted(old.keys() | new.keys()):
        matched, left, right = _match(old.get(name, []), new.get(name, []))
        pairs += matched
        gone += left
        fresh += right
    return Pairing(tuple(pairs), tuple(gone), tuple(fresh))


def _by_name(definitions: Iterable[Definition]) -> dict[Name, list[Definition]]:
    found: dict[Name, list[Definition]] = {}
    for definition in definitions:
        found.setdefault(definition.name, []).append(definition)
    return found


def _match(before: list[Definition], after: list[Definition]) -> tuple[list[Pair], list[Definition], list[Definition]]:
    if len(before) == len(after) == 1:
        return [Pair(before[0], after[0])], [], []
    left, right = list(before), list(after)
    pairs = []
    for definition in before:
        twin = next((other for other in right if other.major == definition.major), None)
        if twin is not None:
            pairs.append(Pair(definition, twin))
            left.remove(definition)
            right.remove(twin)
    if len(left) == len(right) == 1:
        pairs.append(Pair(left[0], right[0]))
        left, right = [], []
    return pairs, left, right
