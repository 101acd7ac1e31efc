"""In how many ways an automaton can read one text: what a backtracking matcher may have to try before it gives up.

The criteria are those of Weber and Seidl (On the degree of ambiguity of finite automata, 1991) in the form that
Allauzen, Mohri and Rastogi gave them (General algorithms for testing the ambiguity of finite automata, 2008); that they
decide about backtracking matchers is shown by Weideman and others (Analyzing matching time behavior of backtracking
regular expression matchers by using ambiguity of NFA, 2016). Exponential (EDA): some state leads back to itself over
one text in two ways. Polynomial (IDA): one text leads p to p, p to q, and q to q; a chain of d such pairs gives the
degree.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from alvara.patterns.automaton import Automaton, Loop
from alvara.patterns.components import components

MOST_STEPS = 50_000


class UndecidedError(Exception):
    """The question takes more steps than it is worth."""


class Ambiguity(NamedTuple):
    """`degree` is None where the ways can double with each character, else the power by which their number grows.

    `loops` are the repetitions that compete. `adjacent` says that two of them meet with nothing between them.
    """

    degree: int | None
    loops: tuple[Loop, ...]
    adjacent: bool = False

    @property
    def harmful(self) -> bool:
        """Whether a matcher can be kept busy: beyond the square of the length, or the cube where loops never meet.

        The square is what ordinary patterns for addresses cost, the cube what the sloppy `.+@.+[.].+` costs.
        """
        return self.degree is None or self.degree >= (2 if self.adjacent else 3)


def ambiguity(automaton: Automaton) -> Ambiguity:
    """Judge an automaton. Raises `UndecidedError`."""
    if not automaton.loops:
        return Ambiguity(0, ())
    return _Search(automaton).result()


class _Search:
    def __init__(self, automaton: Automaton) -> None:
        self.letters, self.edges = automaton.letters, automaton.edges
        self.loops, self.done = automaton.loops, automaton.done
        live = sum(1 << q for q, letters in enumerate(self.letters) if letters)
        self.next = [sum(1 << q for q in edges) & live for edges in automaton.edges]
        self.steps = 0
        connected = components(len(self.letters), lambda p: _bits(self.next[p]))
        sets = [sum(1 << state for state in component) for component in connected]
        self.cycles = [c for c in sets if any(automaton.closing[p] & self.next[p] & c for p in _bits(c))]
        self.alike = self._alike()

    def _alike(self) -> list[int]:
        """For each state, the states that share a character with it."""
        kinds: dict[int, int] = {}
        for state, letters in enumerate(self.letters):
            kinds[letters] = kinds.get(letters, 0) | 1 << state
        alike = {a: sum(states for b, states in kinds.items() if a & b) for a in kinds}
        return [alike[letters] for letters in self.letters]

    def step(self) -> None:
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise UndecidedError

    def result(self) -> Ambiguity:
        for cycle in self.cycles:
            if self.doubles(cycle):
                return Ambiguity(None, (self.loop_of(cycle),))
        return self.degree()

    def loop_of(self, states: int) -> Loop:
        """The outermost repetition that makes this cycle: in `(a+)+` both do, and it takes both to be slow."""
        holding = [loop for loop in self.loops if states & ~loop.states == 0]
        return next((loop for loop in reversed(holding) if loop.states == states), holding[0])

    def doubles(self, cycle: int) -> bool:
        """Whether a state of the cycle leads back to itself over one text in two ways."""
        for p in _bits(cycle):
            if any(ways > 1 and cycle >> q & 1 for q, ways in self.edges[p].items() if self.letters[q]):
                return True
        pairs: dict[tuple[int, int], int] = {}
        found = [(p, p) for p in _bits(cycle)]
        following: list[list[int]] = []
        for pair in found:
            pairs[pair] = len(pairs)
        for p, q in found:
            here: list[int] = []
            following.append(here)
            for pair in self._pairs_after(p, q, cycle):
                if pair not in pairs:
                    pairs[pair] = len(pairs)
                    found.append(pair)
                here.append(pairs[pair])
        for component in components(len(found), following.__getitem__):
            same = sum(1 for index in component if found[index][0] == found[index][1])
            if 0 < same < len(component):
                return True
        return False

    def _pairs_after(self, p: int, q: int, cycle: int) -> Iterator[tuple[int, int]]:
        """The pairs of states that one character leads to; the order within a pair does not matter."""
        for a in _bits(self.next[p] & cycle):
            for b in _bits(self.next[q] & cycle & self.alike[a]):
                self.step()
                yield (a, b) if a <= b else (b, a)

    def degree(self) -> Ambiguity:
        """Find the longest chain of cycles that compete for the same text, each with the next."""
        best: list[tuple[Ambiguity, int]] = []
        worst = Ambiguity(0, ())
        for later in reversed([cycle for cycle in self.cycles if cycle & ~self.done]):
            here = Ambiguity(0, ())
            for chain, earlier in best:
                if not self._reaches(earlier, later):
                    continue
                here = max(here, chain, key=_rank)
                pair = self._compete(earlier, later)
                if pair is not None:
                    first = self.loop_of(earlier)
                    head = chain.loops if first in chain.loops[-1:] else (*chain.loops, first)
                    loops = (*head, self.loop_of(later))
                    longer = Ambiguity((chain.degree or 0) + 1, loops, chain.adjacent or pair)
                    here = max(here, longer, key=_rank)
            best.append((here, later))
            worst = max(worst, here, key=_rank)
        return worst

    def _reaches(self, start: int, goal: int) -> bool:
        return self._closure(start) & goal != 0

    def _letters_of(self, states: int) -> int:
        return _union(self.letters[state] for state in _bits(states))

    def _closure(self, states: int) -> int:
        pending, found = states, 0
        while pending:
            found |= pending
            pending = _union(self.next[p] for p in _bits(pending)) & ~found
        return found

    def _compete(self, earlier: int, later: int) -> bool | None:
        """Whether one text leads round both cycles and from one to the other; True where nothing stands between.

        Before the search for a beginning stands nothing, so that it meets every pattern: that does not count.
        """
        if not self._letters_of(earlier) & self._letters_of(later):
            return None
        between = self._closure(earlier)
        meet = earlier | later if not self.loop_of(earlier).is_search else 0
        found: bool | None = None
        for p in _bits(earlier):
            for q in _bits(later):
                if self._one_text(p, q, earlier, meet, later):
                    return True
                if found is None and self._one_text(p, q, earlier, between, later):
                    found = False
        return found

    def _one_text(self, p: int, q: int, earlier: int, between: int, later: int) -> bool:
        start, goal = (p, p, q), (p, q, q)
        pending, seen = [start], {start}
        while pending:
            x, y, z = pending.pop()
            for a in _bits(self.next[x] & earlier):
                for c in _bits(self.next[z] & later & self.alike[a]):
                    shared = self.letters[a] & self.letters[c]
                    for b in _bits(self.next[y] & between & self.alike[a] & self.alike[c]):
                        self.step()
                        if not shared & self.letters[b]:
                            continue
                        triple = (a, b, c)
                        if triple == goal:
                            return True
                        if triple not in seen:
                            seen.add(triple)
                            pending.append(triple)
        return False


def _rank(found: Ambiguity) -> tuple[bool, int, bool]:
    return found.harmful, found.degree or 0, found.adjacent


def _union(sets: Iterable[int]) -> int:
    whole = 0
    for states in sets:
        whole |= states
    return whole


def _bits(states: int) -> Iterator[int]:
    while states:
        low = states & -states
        yield low.bit_length() - 1
        states ^= low
