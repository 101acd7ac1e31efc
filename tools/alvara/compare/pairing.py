"""Who is who: the definitions of two revisions, matched by identity and never by path."""

import re
from collections.abc import Callable, Iterable
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


def pair(
    before: Iterable[Definition], after: Iterable[Definition], held: Callable[[Name], int] = lambda _: 0
) -> Pairing:
    """Match by kind and ID, among several majors by major. What is alone on both sides or left in one file was bumped.

    `held` counts the definitions that an ID has now, with those that differ in nothing and were left out. An ID that is
    defined twice on a side pairs with what stands at its place, else in the order given: that is for other rules.
    """
    old, new = _by_name(before), _by_name(after)
    pairs: list[Pair] = []
    gone: list[Definition] = []
    fresh: list[Definition] = []
    for name in sorted(old.keys() | new.keys()):
        matched, left, right = _match(old.get(name, []), new.get(name, []), held(name) <= 1)
        pairs += matched
        gone += left
        fresh += right
    return Pairing(tuple(pairs), tuple(gone), tuple(fresh))


def _by_name(definitions: Iterable[Definition]) -> dict[Name, list[Definition]]:
    found: dict[Name, list[Definition]] = {}
    for definition in definitions:
        found.setdefault(definition.name, []).append(definition)
    return found


def _match(
    before: list[Definition], after: list[Definition], alone: bool
) -> tuple[list[Pair], list[Definition], list[Definition]]:
    if len(before) == len(after) == 1 and alone:
        return [Pair(before[0], after[0])], [], []
    left, right = list(before), list(after)
    pairs = []
    for definition in before:
        twins = [other for other in right if other.major == definition.major]
        twin = next((other for other in twins if _stand_at_one_place(definition, other)), twins[0] if twins else None)
        if twin is not None:
            pairs.append(Pair(definition, twin))
            left.remove(definition)
            right.remove(twin)
    for definition in sorted(left, key=lambda definition: definition.major or 0, reverse=True):
        bumped = next((other for other in right if _share_a_file(definition, other)), None)
        if bumped is not None:
            pairs.append(Pair(definition, bumped))
            left.remove(definition)
            right.remove(bumped)
    return pairs, left, right


def _stand_at_one_place(one: Definition, other: Definition) -> bool:
    """Whether two are at the same place of the same file: of several with a major that one is no copy."""
    return (one.facts.path, one.facts.pointer) == (other.facts.path, other.facts.pointer)


_OF_A_MAJOR = re.compile(r"\.v[0-9]+\.yaml\Z")


def _share_a_file(one: Definition, other: Definition) -> bool:
    """Whether two majors stand in one file, one after the other.

    A bundle does not say. The file that goes from one major to the next is the one that names none.
    """
    unnamed = [d for d in (one, other) if d.form == "shipped" or not _OF_A_MAJOR.search(d.facts.path)]
    if "shipped" in (one.form, other.form):
        return len(unnamed) == 2
    return one.facts.path == other.facts.path
