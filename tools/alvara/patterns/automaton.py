"""A pattern's tree to its automaton: one state a place in the pattern, edges counted.

The construction is Glushkov's, kept as a multigraph: an edge that arises twice stands for two ways in which a
backtracking matcher can take the same step, which is exactly what makes `(a+)+` slow and `a+` not.
"""

from collections import Counter
from dataclasses import dataclass, field

from alvara.patterns.symbols import Symbols, alphabet, mask
from alvara.patterns.syntax import EMPTY, Choice, Letter, Node, Repeat, Sequence

MOST_STATES = 600
MOST_EDGES = 40_000
_WRITTEN_OUT = 32
"""A counted repetition with at most so many states is written out in full; a longer one counts as endless."""
_WRITTEN_OUT_FIXED = 128
"""The same where one single character is counted exactly, which leaves nothing to choose."""


class TooLargeError(Exception):
    """The automaton outgrows what can be judged."""


@dataclass(slots=True)
class Loop:
    """An endless repetition: its place in the pattern and the states within it, as bits."""

    start: int
    end: int
    states: int


@dataclass(slots=True)
class Automaton:
    """`letters` are the characters of each state as bits; `edges[p]` counts the ways from p to each next state.

    `loops` are the endless repetitions, the inner before the outer; `closing[p]` holds, as bits, the edges from p
    that such a repetition makes.
    """

    letters: list[int] = field(default_factory=list)
    edges: "list[Counter[int]]" = field(default_factory=list)
    closing: list[int] = field(default_factory=list)
    loops: list[Loop] = field(default_factory=list)


Ways = Counter[int]


@dataclass(slots=True)
class _Part:
    """What a part of the pattern begins and ends with, and in how many ways it is empty."""

    first: Ways
    last: Ways
    empty: int


def build(node: Node) -> Automaton:
    """Build the automaton of a tree. Raises `TooLargeError`."""
    builder = _Builder()
    builder.part(node)
    points = alphabet(set(builder.symbols))
    masks = {symbols: mask(symbols, points) for symbols in set(builder.symbols)}
    builder.automaton.letters = [masks[symbols] for symbols in builder.symbols]
    return builder.automaton


def size(node: Node) -> int:
    """Count the states that a tree takes."""
    if isinstance(node, Letter):
        return 1
    if isinstance(node, Repeat):
        states = size(node.body)
        copies = _copies(node, states)
        return states if copies is None else states * copies
    return sum(map(size, node.parts if isinstance(node, Sequence) else node.options))


def _copies(node: Repeat, states: int) -> int | None:
    """How often a repetition of so many states is written out, or None where it counts as endless."""
    if node.most is None or node.most <= 1:
        return node.most
    fixed = node.fewest == node.most and isinstance(node.body, Letter)
    return node.most if states * node.most <= (_WRITTEN_OUT_FIXED if fixed else _WRITTEN_OUT) else None


class _Builder:
    def __init__(self) -> None:
        self.automaton = Automaton()
        self.symbols: list[Symbols] = []
        self.count = 0

    def part(self, node: Node) -> _Part:
        if isinstance(node, Letter):
            return self.letter(node)
        if isinstance(node, Sequence):
            return self.row([self.part(part) for part in node.parts])
        if isinstance(node, Choice):
            parts = [self.part(option) for option in node.options]
            first, last = _sum(*(part.first for part in parts)), _sum(*(part.last for part in parts))
            return _Part(first, last, min(2, sum(part.empty for part in parts)))
        copies = _copies(node, size(node.body))
        return self.loop(node) if copies is None else self.written_out(node, copies)

    def letter(self, node: Letter) -> _Part:
        state = len(self.symbols)
        if state == MOST_STATES:
            raise TooLargeError
        self.symbols.append(node.symbols)
        self.automaton.edges.append(Counter())
        self.automaton.closing.append(0)
        return _Part(Counter({state: 1}), Counter({state: 1}), 0)

    def row(self, parts: list[_Part]) -> _Part:
        whole = _Part(Counter(), Counter(), 1)
        for part in parts:
            self.connect(whole.last, part.first)
            if whole.empty:
                whole.first = _sum(whole.first, _times(part.first, whole.empty))
            whole.last = _sum(part.last, _times(whole.last, part.empty)) if part.empty else part.last
            whole.empty = min(2, whole.empty * part.empty)
        return whole

    def written_out(self, node: Repeat, copies: int) -> _Part:
        """Write `x{2,4}` as `xx(x(x)?)?`, which is how matchers read it."""
        rest = self.part(EMPTY)
        for _ in range(copies - node.fewest):
            rest = self.row([self.part(node.body), rest])
            rest.empty = min(2, rest.empty + 1)
        return self.row([*(self.part(node.body) for _ in range(min(node.fewest, copies))), rest])

    def loop(self, node: Repeat) -> _Part:
        before = len(self.symbols)
        body = self.part(node.body)
        self.connect(body.last, body.first, closing=True)
        states = (1 << len(self.symbols)) - (1 << before)
        self.automaton.loops.append(Loop(node.start, node.end, states))
        return _Part(body.first, body.last, min(2, body.empty + (node.fewest == 0 or body.empty)))

    def connect(self, last: Ways, first: Ways, closing: bool = False) -> None:
        self.count += len(last) * len(first)
        if self.count > MOST_EDGES:
            raise TooLargeError
        for p, ways in last.items():
            edges = self.automaton.edges[p]
            for q, more in first.items():
                edges[q] = min(2, edges[q] + ways * more)
                if closing:
                    self.automaton.closing[p] |= 1 << q


def _sum(*parts: Ways) -> Ways:
    whole: Ways = Counter()
    for part in parts:
        for state, ways in part.items():
            whole[state] = min(2, whole[state] + ways)
    return whole


def _times(ways: Ways, factor: int) -> Ways:
    return ways if factor == 1 else Counter({state: min(2, count * factor) for state, count in ways.items()})
