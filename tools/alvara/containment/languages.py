"""Regular expressions as sets of texts: which texts some match and others do not, exactly, without running any.

Each pattern becomes a nondeterministic automaton (Thompson 1968) and is made deterministic while the product is walked
(the subset construction of Rabin and Scott 1959), breadth first, so that the text found is a shortest one. Lookaround,
back references, edges of words and Unicode properties are left to others: for those there is no automaton.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from functools import lru_cache

from alvara.containment.budget import Budget
from alvara.patterns.symbols import Symbols, alphabet, mask, one
from alvara.patterns.syntax import Choice, Edge, Letter, MalformedError, Node, Repeat, Sequence, parse

MOST_STATES = 1500
MOST_CASES = 4000
LONGEST_TEXT = 4000
_LONGEST_PATTERN = 1000
_CLASSES = frozenset("dws")
_ALL = -1
"""In place of a set of states: the pattern has matched, whatever follows."""

_NICE = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-_. "
_SURROGATES = range(0xD800, 0xE000)


class UnansweredError(Exception):
    """The question is not one that automata answer, or takes more work than it is worth."""


class Pattern:
    """The automaton of one pattern. Sets of states are bits.

    `letters[s]` are the characters that lead from a state to the next one in number, `after[s]` the states that are
    reached from it without a character once the text has begun.
    """

    def __init__(self, text: str) -> None:
        """Build it. Raises `UnansweredError`."""
        if len(text) > _LONGEST_PATTERN:
            raise UnansweredError
        self.letters: list[Symbols | None] = [None]
        self._free: list[list[tuple[int, str]]] = [[]]
        try:
            self._final = self._build(parse(text), 0)
        except (MalformedError, RecursionError):
            raise UnansweredError from None
        self._final_bit = 1 << self._final
        self._restart = self._reached(0, "")
        self.after = [self._reached(state, "") for state in range(len(self.letters))]
        self.begin = self._settled(self._reached(0, "^"))
        self.takes_empty = bool(self._reached(0, "^$") & self._final_bit)
        self._ending = sum(1 << s for s in range(len(self.letters)) if self._reached(s, "$") & self._final_bit)
        self._alive = self._leading_to_final()

    def step(self, states: int, letters: int, next_of: dict[int, int]) -> int:
        """Take one character; `letters` are the states that it leads on from."""
        if states == _ALL:
            return _ALL
        found = self._restart
        for state in _bits(states & letters):
            found |= next_of.get(state) or next_of.setdefault(state, self.after[state + 1])
        return self._settled(found & self._alive)

    def accepts(self, states: int) -> bool:
        """Whether a text that ends here matches."""
        return states == _ALL or bool(states & self._ending)

    def _settled(self, states: int) -> int:
        return _ALL if states & self._final_bit else states

    def _state(self) -> int:
        if len(self.letters) == MOST_STATES:
            raise UnansweredError
        self.letters.append(None)
        self._free.append([])
        return len(self.letters) - 1

    def _link(self, start: int, end: int, mark: str = "") -> None:
        self._free[start].append((end, mark))

    def _build(self, node: Node, start: int) -> int:
        """Add what a part of the pattern matches, from a state on, and give the state where it ends."""
        if isinstance(node, Letter):
            return self._letter(node.symbols, start)
        if isinstance(node, Edge):
            if node.mark == "b":
                raise UnansweredError
            end = self._state()
            self._link(start, end, node.mark)
            return end
        if isinstance(node, Sequence):
            for part in node.parts:
                start = self._build(part, start)
            return start
        if isinstance(node, Choice):
            ends = []
            for option in node.options:
                inner = self._state()
                self._link(start, inner)
                ends.append(self._build(option, inner))
            end = self._state()
            for inner in ends:
                self._link(inner, end)
            return end
        return self._repeat(node, start)

    def _letter(self, symbols: Symbols, start: int) -> int:
        if any(isinstance(item[0], str) and item[0] not in _CLASSES for item in symbols.items):
            raise UnansweredError
        here = self._state()
        self._link(start, here)
        end = self._state()
        self.letters[here] = symbols
        return end

    def _repeat(self, node: Repeat, start: int) -> int:
        for _ in range(node.fewest):
            start = self._build(node.body, start)
        end = self._state()
        if node.most is None:
            inner = self._state()
            self._link(start, inner)
            self._link(self._build(node.body, inner), inner)
            self._link(inner, end)
            return end
        for _ in range(node.most - node.fewest):
            self._link(start, end)
            start = self._build(node.body, start)
        self._link(start, end)
        return end

    def _reached(self, state: int, marks: str) -> int:
        found, pending = 0, [state]
        while pending:
            here = pending.pop()
            if not found >> here & 1:
                found |= 1 << here
                pending += [end for end, mark in self._free[here] if mark in marks]
        return found

    def _leading_to_final(self) -> int:
        """The states from which the end can be reached at all, once the text has begun."""
        back: list[list[int]] = [[] for _ in self.letters]
        for state, symbols in enumerate(self.letters):
            if symbols is not None:
                back[state + 1].append(state)
            for end, mark in self._free[state]:
                if mark != "^":
                    back[end].append(state)
        found, pending = 0, [self._final]
        while pending:
            here = pending.pop()
            if not found >> here & 1:
                found |= 1 << here
                pending += back[here]
        return found


@lru_cache(256)
def automaton(text: str) -> Pattern | None:
    """Give the automaton of a pattern, None where there is none."""
    try:
        return Pattern(text)
    except UnansweredError:
        return None


def shortest_text(
    matching: Iterable[str],
    unmatched: Iterable[str],
    budget: Budget,
    least: int = 0,
    most: int | None = None,
    excluded: frozenset[str] = frozenset(),
) -> str | None:
    """Find a shortest text that matches some patterns and not others, None where there is none.

    Raises `UnansweredError` where a pattern has no automaton, or the search outgrows its bounds.
    """
    wanted = [automaton(text) for text in dict.fromkeys(matching)]
    refused = [automaton(text) for text in dict.fromkeys(unmatched)]
    patterns = [pattern for pattern in (*wanted, *refused) if pattern is not None]
    if len(patterns) < len(wanted) + len(refused) or least > LONGEST_TEXT:
        raise UnansweredError
    return _Product(patterns, len(wanted), budget, least, most, excluded).search()


class _Product:
    """Patterns walked side by side: the first of them must match, the others must not."""

    def __init__(
        self,
        patterns: list[Pattern],
        wanted: int,
        budget: Budget,
        least: int,
        most: int | None,
        excluded: frozenset[str],
    ) -> None:
        self.patterns, self.wanted, self.budget = patterns, wanted, budget
        self.least, self.most, self.excluded = least, most, excluded
        self.prefixes = {word[:end] for word in excluded for end in range(len(word) + 1)}
        self.characters = _characters(patterns, excluded)
        self.moving = [[self._moving(pattern, symbols) for pattern in patterns] for _, symbols in self.characters]
        self.seen: set[tuple[tuple[int, ...], str | None, int]] = set()

    @staticmethod
    def _moving(pattern: Pattern, symbols: frozenset[Symbols]) -> tuple[int, dict[int, int]]:
        return sum(1 << s for s, letters in enumerate(pattern.letters) if letters in symbols), {}

    def search(self) -> str | None:
        states = tuple(pattern.begin for pattern in self.patterns)
        queue: deque[tuple[tuple[int, ...], str]] = deque()
        self._enter(states, "", queue)
        while queue:
            states, text = queue.popleft()
            if self._is_wanted(states, text):
                return text
            if self.most is not None and len(text) >= self.most:
                continue
            for (character, _), moving in zip(self.characters, self.moving, strict=True):
                onward = tuple(
                    pattern.step(held, *move) for pattern, held, move in zip(self.patterns, states, moving, strict=True)
                )
                self._enter(onward, text + character, queue)
        return None

    def _enter(self, states: tuple[int, ...], text: str, queue: deque[tuple[tuple[int, ...], str]]) -> None:
        if _ALL in states[self.wanted :] or 0 in states[: self.wanted]:
            return
        prefix = text if text in self.prefixes else None
        key = states, prefix, min(len(text), self.least)
        if key in self.seen:
            return
        if len(self.seen) == MOST_CASES:
            raise UnansweredError
        if len(self.seen) % 20 == 0:
            self.budget.spend()
        self.seen.add(key)
        queue.append((states, text))

    def _is_wanted(self, states: tuple[int, ...], text: str) -> bool:
        if len(text) < self.least or text in self.excluded or (self.most is not None and len(text) > self.most):
            return False
        if text == "":
            matched = [pattern.takes_empty for pattern in self.patterns]
        else:
            matched = [pattern.accepts(held) for pattern, held in zip(self.patterns, states, strict=True)]
        return all(matched[: self.wanted]) and not any(matched[self.wanted :])


def _characters(patterns: list[Pattern], excluded: frozenset[str]) -> list[tuple[str, frozenset[Symbols]]]:
    """Choose characters that stand for all others, each with the sets of the patterns that it is in."""
    sets = {symbols for pattern in patterns for symbols in pattern.letters if symbols is not None}
    singles = {one(character) for word in excluded for character in word}
    # A class that is left out of a set has edges, too: they must stand among the chosen characters.
    edges = {Symbols(((item[0], False),)) for symbols in sets for item in symbols.items if isinstance(item[0], str)}
    points = alphabet(sets | singles | edges)
    masks = [(symbols, mask(symbols, points)) for symbols in sets | singles]
    found: dict[tuple[bool, ...], int] = {}
    for index in sorted(range(len(points)), key=lambda index: _rank(points[index])):
        if points[index] not in _SURROGATES:
            found.setdefault(tuple(bool(bits >> index & 1) for _, bits in masks), points[index])
    return [
        (chr(point), frozenset(symbols for (symbols, _), held in zip(masks, kind, strict=True) if held))
        for kind, point in found.items()
    ]


def _rank(point: int) -> tuple[int, int]:
    place = _NICE.find(chr(point))
    if place >= 0:
        return 0, place
    return (1 if 0x20 < point < 0x7F else 2 if point > 0xA0 else 3), point


def _bits(states: int) -> Iterator[int]:
    while states:
        low = states & -states
        yield low.bit_length() - 1
        states ^= low
