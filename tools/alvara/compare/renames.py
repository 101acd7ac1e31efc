"""Who has another name now: said by an alias, or to be guessed from what a definition says."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import fsum
from typing import NamedTuple

from alvara.compare.definition import Definition, Name
from alvara.compare.sides import spelled
from alvara.workspace.renamed import end_of
from alvara.workspace.workspace import View

_NOT_TELLING = frozenset({"id", "version", "status", "aliases", "domain", "type", "risk", "deprecation", "confidence"})
"""Keys that say nothing about whether two definitions are one: they change with the name, or many share their value."""

_ENOUGH = 0.6
"""Of what tells the two definitions from others, the share that has to be the same."""

_CERTAIN = 0.9
"""From here on a likeness is no accident, however many others there are."""

_AHEAD = 0.05
"""Below that, how much liker the likest has to be than the next: else either could be meant, and neither is said."""

_MOST_WITH_A_TRAIT = 24
"""New definitions that have a trait in common before nobody is looked for by it: it would find everybody."""

_MOST_LOOKED_AT = 8
"""New definitions that each one that is gone is compared with in full: those that share the most with it."""

_WORD = re.compile(r"[A-Z]?[^\W_A-Z]+|[A-Z]+(?![a-z])")


class Rename(NamedTuple):
    """A definition that is gone under its old ID and there under a new one."""

    before: Definition
    after: Definition


def find_renames(
    gone: Sequence[Definition], new: Sequence[Definition], view: View | None = None
) -> tuple[tuple[Rename, ...], tuple[Rename, ...]]:
    """Find the renames that an alias records, and those that nothing records but the likeness.

    Policies have no aliases: of them the record in the ledger is enough.
    """
    heirs: dict[Name, list[Definition]] = {}
    for definition in new:
        for alias in definition.alias_names:
            heirs.setdefault((definition.facts.kind, alias), []).append(definition)
    policies = {d.facts.id: d for d in new if d.facts.kind == "policy"}
    for definition in gone if policies else ():
        end = end_of(view, "policy", definition.facts.id) if view is not None else None
        if definition.facts.kind == "policy" and end in policies:
            heirs.setdefault(definition.name, [policies[end]])
    recorded = tuple(Rename(d, _of_one_major(d, heirs[d.name])) for d in gone if d.name in heirs)
    left = [d for d in gone if d.name not in heirs and d.is_published]
    taken = {id(rename.after) for rename in recorded}
    candidates = [d for d in new if id(d) not in taken]
    return recorded, tuple(_guess(left, candidates)) if left and candidates else ()


def names_after(renames: Iterable[Rename]) -> dict[Name, str]:
    """Lead from the old IDs to the new ones."""
    return {rename.before.name: rename.after.facts.id for rename in renames}


def _of_one_major(before: Definition, heirs: list[Definition]) -> Definition:
    """Give the heir that has the same major, where several stand side by side; else the first."""
    return next((heir for heir in heirs if heir.major == before.major), heirs[0])


Trait = tuple[str, str | frozenset[str]]
"""A key with a word that it says, or with all of them."""


class _Portrait(NamedTuple):
    """What tells a definition from others. A key with words maps to them, another one to its value as one word."""

    sort: tuple[str, str]
    said: Mapping[str, frozenset[str]]

    def traits(self) -> Iterator[Trait]:
        """Yield all by which it can be found: every word, and all that a key says."""
        for key, words in self.said.items():
            yield key, words
            for word in words:
                yield key, word


def _guess(gone: Sequence[Definition], new: Sequence[Definition]) -> list[Rename]:
    """Pair by likeness, the likest first; every definition once, and none where several could be meant."""
    before, after = [_portrait(d) for d in gone], [_portrait(d) for d in new]
    rarity = _Rarity(before, after)
    having: dict[Trait, list[int]] = {}
    for number, portrait in enumerate(after):
        for trait in portrait.traits():
            having.setdefault(trait, []).append(number)
    likeness = [
        {
            other: rarity.likeness(portrait, after[other])
            for other in _promising(portrait, having)
            if after[other].sort == portrait.sort
        }
        for portrait in before
    ]
    found: dict[int, int] = {}
    taken: set[int] = set()
    ranks = [(-share, number, other) for number, shares in enumerate(likeness) for other, share in shares.items()]
    for rank, number, other in sorted(ranks):
        if -rank < _ENOUGH:
            break
        if number in found or other in taken:
            continue
        rivals = [share for rival, share in likeness[number].items() if rival != other and rival not in taken]
        if -rank >= _CERTAIN or max(rivals, default=0.0) <= -rank - _AHEAD:
            found[number] = other
            taken.add(other)
    return [Rename(gone[number], new[found[number]]) for number in sorted(found, key=lambda n: gone[n].name)]


def _promising(portrait: _Portrait, having: Mapping[Trait, list[int]]) -> list[int]:
    """List the new definitions that share the most traits with one that is gone; a trait of many counts little."""
    shared: dict[int, float] = {}
    for trait in portrait.traits():
        others = having.get(trait, ())
        if len(others) <= _MOST_WITH_A_TRAIT:
            for other in others:
                shared[other] = shared.get(other, 0.0) + 1 / len(others)
    return sorted(shared, key=lambda other: (-shared[other], other))[:_MOST_LOOKED_AT]


class _Rarity:
    """How much a value or a word tells: one that several definitions share could be anybody's."""

    def __init__(self, before: Iterable[_Portrait], after: Iterable[_Portrait]) -> None:
        """Count in how many definitions of a side each stands, and take the side with more."""
        self._holders = Counter[Trait]()
        for side in (before, after):
            self._holders |= Counter(trait for portrait in side for trait in portrait.traits())

    def likeness(self, one: _Portrait, other: _Portrait) -> float:
        """Give the share of what the two say that is the same, from 0 to 1."""
        same: list[float] = []
        total: list[float] = []
        for key in one.said.keys() | other.said.keys():
            left, right = one.said.get(key, frozenset()), other.said.get(key, frozenset())
            weight = 1 / min(self._holders[key, words] for words in (left, right) if words)
            total.append(weight)
            same.append(weight * self._overlap(key, left, right))
        return fsum(same) / fsum(total)

    def _overlap(self, key: str, left: frozenset[str], right: frozenset[str]) -> float:
        if left == right:
            return 1.0
        if key == "id":
            return len(left & right) / min(len(left), len(right))
        return 2 * self._weight(key, left & right) / (self._weight(key, left) + self._weight(key, right))

    def _weight(self, key: str, words: Iterable[str]) -> float:
        """Add up what some words of a key tell. The sum is exact, and so the same in whatever order they come."""
        return fsum(1 / self._holders[key, word] for word in words)


def _portrait(definition: Definition) -> _Portrait:
    facts = definition.facts
    said = {"id": _words(facts.id)}
    for key, value in definition.said.items():
        if key not in _NOT_TELLING:
            said[key] = _words(value) if key in _TEXTS and isinstance(value, str) else frozenset({spelled(value)})
    return _Portrait((str(facts.kind), facts.type), said)


_TEXTS = frozenset({"name", "description"})


def _words(text: str) -> frozenset[str]:
    """Take a text apart; one that has no words, such as a dash, is one."""
    return frozenset(word.lower().removesuffix("s") for word in _WORD.findall(text)) or frozenset({text})
