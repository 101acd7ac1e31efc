"""A pattern's tree to its automaton: one state a place in the pattern, edges counted.

The construction is Glushkov's, kept as a multigraph: an edge that arises twice stands for two ways in which a
backtracking matcher can take the same step, which is exactly what makes `(a+)+` slow and `a+` not.
"""

from collections import Counter
from typing import NamedTuple

from alvara.patterns.symbols import Symbols, alphabet, mask
from alvara.patterns.syntax import EMPTY, Choice, Edge, Letter, Node, Repeat, Sequence, is_anchored

MOST_STATES = 600
MOST_EDGES = 40_000
WRITTEN_OUT = (64, 12, 2)
"""How many states a counted repetition may have that is written out in full; a larger one counts as endless. Where the
whole grows too large, less is written out: that can only make a pattern look worse than it is."""
_MOST_WAYS = 50_000
"""In how many ways a repetition that is written out may match any one text."""

_ANYTHING = Symbols((), negated=True)


class TooLargeError(Exception):
    """The automaton outgrows what can be judged."""


class Loop(NamedTuple):
    """An endless repetition: its place in the pattern and the states within it, as bits.

    A search for the place where a match begins is one too, and has no place in the pattern.
    """

    start: int
    end: int
    states: int

    @property
    def is_search(self) -> bool:
        """Whether this is the search for a beginning."""
        return self.end == 0


class Automaton:
    """`letters` are the characters of each state as bits; `edges[p]` counts the ways from p to each next state.

    `loops` are the endless repetitions, the inner before the outer; `closing[p]` holds, as bits, the edges from p
    that such a repetition makes. In a state of `done` the match is complete whatever follows.
    """

    def __init__(self) -> None:
        """Begin without a state."""
        self.letters: list[int] = []
        self.edges: list[Counter[int]] = []
        self.closing: list[int] = []
        self.loops: list[Loop] = []
        self.done = 0


Ways = Counter[int]


class _Part:
    """What a part of the pattern begins and ends with, and in how many ways it is empty."""

    def __init__(self, first: Ways, last: Ways, empty: int) -> None:
        self.first, self.last, self.empty = first, last, empty


def build(node: Node, written_out: int = WRITTEN_OUT[0]) -> Automaton:
    """Build the automaton of a tree. Raises `TooLargeError`."""
    builder = _Builder(written_out)
    search: Ways = Counter()
    for option in node.options if isinstance(node, Choice) else (node,):
        part = builder.part(option)
        if not is_anchored(option, "$"):
            builder.automaton.done |= sum(1 << state for state in part.last)
        if not is_anchored(option, "^"):
            search = _sum(search, part.first)
    if search:
        builder.connect(builder.loop(Repeat(Letter(_ANYTHING), 0, None, 0, 0)).last, search)
    points = alphabet(set(builder.symbols))
    masks = {symbols: mask(symbols, points) for symbols in set(builder.symbols)}
    builder.automaton.letters = [masks[symbols] for symbols in builder.symbols]
    return builder.automaton


class _Builder:
    def __init__(self, written_out: int) -> None:
        self.longest = written_out
        self.automaton = Automaton()
        self.symbols: list[Symbols] = []
        self.count = 0

    def part(self, node: Node) -> _Part:
        if isinstance(node, Letter):
            return self.letter(node)
        if isinstance(node, Edge):
            return _Part(Counter(), Counter(), 1)
        if isinstance(node, Sequence):
            return self.row([self.part(part) for part in node.parts])
        if isinstance(node, Choice):
            parts = [self.part(option) for option in node.options]
            first, last = _sum(*(part.first for part in parts)), _sum(*(part.last for part in parts))
            return _Part(first, last, min(2, sum(part.empty for part in parts)))
        if node.most is not None and (node.most <= 1 or _ways(node, self.longest) is not None):
            return self.written_out(node, node.most)
        return self.loop(node)

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

    def written_out(self, node: Repeat, most: int) -> _Part:
        """Write `x{2,4}` as `xx(x(x)?)?`, which is how matchers read it."""
        rest = self.part(EMPTY)
        for _ in range(most - node.fewest):
            rest = self.row([self.part(node.body), rest])
            rest.empty = min(2, rest.empty + 1)
        return self.row([*(self.part(node.body) for _ in range(node.fewest)), rest])

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


def _ways(node: Node, longest: int) -> Counter[int] | None:
    """Count, by length, the ways to match a text of which every place takes every character; None where too many.

    What is endless is gone through once: how often is for the automaton to say.
    """
    if isinstance(node, Letter):
        return Counter({1: 1})
    if isinstance(node, Edge):
        return Counter({0: 1})
    if isinstance(node, Choice):
        options = [_ways(option, longest) for option in node.options]
        known = [option for option in options if option is not None]
        return _limited(sum(known, Counter()), longest) if len(known) == len(options) else None
    if isinstance(node, Sequence):
        whole: Counter[int] | None = Counter({0: 1})
        for part in node.parts:
            whole = _after(whole, _ways(part, longest), longest)
        return whole
    body = _ways(node.body, longest)
    if node.most is None:
        return body if body is None or node.fewest else _limited(body + Counter({0: 1}), longest)
    return _repeated(body, node, longest)


def _repeated(body: Counter[int] | None, node: Repeat, longest: int) -> Counter[int] | None:
    if node.most is None or node.most > 2 * longest:
        return None
    power: Counter[int] | None = Counter({0: 1})
    whole: Counter[int] = Counter()
    for count in range(node.most + 1):
        if power is None:
            return None
        if count >= node.fewest:
            whole += power
        power = _after(power, body, longest) if count < node.most else None
    return _limited(whole, longest)


def _after(one: Counter[int] | None, other: Counter[int] | None, longest: int) -> Counter[int] | None:
    if one is None or other is None:
        return None
    whole: Counter[int] = Counter()
    for length, ways in one.items():
        for more, factor in other.items():
            whole[length + more] += ways * factor
    return _limited(whole, longest)


def _limited(ways: Counter[int], longest: int) -> Counter[int] | None:
    """Keep what is short and can be matched in few ways; what has one length and one way may be twice as long."""
    fixed = len(ways) == 1 and max(ways.values()) == 1
    allowed = 2 * longest if fixed else longest
    return ways if max(ways, default=0) <= allowed and max(ways.values(), default=0) <= _MOST_WAYS else None


def _sum(*parts: Ways) -> Ways:
    whole: Ways = Counter()
    for part in parts:
        for state, ways in part.items():
            whole[state] = min(2, whole[state] + ways)
    return whole


def _times(ways: Ways, factor: int) -> Ways:
    return ways if factor == 1 else Counter({state: min(2, count * factor) for state, count in ways.items()})
