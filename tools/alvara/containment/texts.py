"""Texts with a length, matching some patterns and not others, of some formats and not others.

Lengths and patterns are decided by automata where these exist (`languages`). A format is a set of texts of which only
its name is known, except that some formats lie within others by their definitions (RFC 3986, RFC 3987, RFC 6531).
"""

from collections.abc import Iterator
from itertools import chain

from alvara.containment.demands import Demand
from alvara.containment.goals import Case, Found, Outcome, Solver, Unsure
from alvara.containment.languages import LONGEST_TEXT, UnansweredError, automaton, shortest_text
from alvara.subschemas.wording import quoted

_WITHIN = {
    "email": {"idn-email"},
    "uri": {"uri-reference", "iri", "iri-reference"},
    "uri-reference": {"iri-reference"},
    "iri": {"iri-reference"},
}
"""The formats that each format lies within."""

_SAMPLES = {
    "date": ("2024-02-29", "2024-01-01"),
    "date-time": ("2024-02-29T12:00:00Z", "2024-01-01T00:00:00.5+01:00"),
    "time": ("12:00:00Z", "00:00:00.5+01:00"),
    "duration": ("P1D", "PT1H"),
    "email": ("a@example.com",),
    "idn-email": ("a@example.com", "ä@example.com"),
    "hostname": ("example.com", "a"),
    "idn-hostname": ("example.com", "ä.example"),
    "ipv4": ("192.0.2.1",),
    "ipv6": ("2001:db8::1", "::"),
    "uri": ("https://example.com/", "urn:a:b"),
    "uri-reference": ("/a", "https://example.com/"),
    "iri": ("https://example.com/ä", "https://example.com/"),
    "iri-reference": ("/ä", "/a"),
    "uuid": ("123e4567-e89b-42d3-a456-426614174000",),
    "uri-template": ("/a/{b}", "/a"),
    "json-pointer": ("/a", ""),
    "relative-json-pointer": ("0/a", "1"),
    "regex": ("a+", "a"),
}
_PLAIN = ("", "a", "-", "0", "1", "A", "a b", "aa", "{", "[", "é", "none of these", "2024-01-01")


class _Wanted:
    """What is wanted of a text."""

    def __init__(self, case: Case, taken: frozenset[str]) -> None:
        self.kept, self.broken, self.taken = case.kept, case.broken, taken
        least = [int(d.limit) for d in case.kept if d.keyword == "minLength"]
        least += [int(d.limit) + 1 for d in case.broken if d.keyword == "maxLength"]
        most = [int(d.limit) for d in case.kept if d.keyword == "maxLength"]
        most += [int(d.limit) - 1 for d in case.broken if d.keyword == "minLength"]
        self.least, self.most = max(least, default=0), min(most, default=None)
        self.matching, self.unmatched = _names(case.kept, "pattern"), _names(case.broken, "pattern")
        self.formats, self.missed = _names(case.kept, "format"), _names(case.broken, "format")
        self.contents = _names(case.kept, "content"), _names(case.broken, "content")

    @property
    def is_contradiction(self) -> bool:
        kept, broken = self.contents
        return (
            (self.most is not None and self.least > self.most)
            or not set(self.matching).isdisjoint(self.unmatched)
            or any({name, *_WITHIN.get(name, ())} & set(self.missed) for name in self.formats)
            or not set(kept).isdisjoint(broken)
        )

    @property
    def is_opaque(self) -> bool:
        """Whether something is wanted that automata know nothing of."""
        return bool(self.formats or self.missed or self.contents[1])


def _names(demands: list[Demand], keyword: str) -> list[str]:
    return [demand.name for demand in demands if demand.keyword == keyword]


def find_text(case: Case, taken: frozenset[str], solver: Solver) -> Outcome:
    """Find a text that is none of those taken."""
    wanted = _Wanted(case, taken)
    if wanted.is_contradiction:
        return None
    if not wanted.matching and not wanted.unmatched and not wanted.is_opaque:
        return _of_length(wanted)
    candidates = _candidates(wanted)
    try:
        bounds = wanted.least, wanted.most, taken
        text = shortest_text(wanted.matching, wanted.unmatched, solver.budget, *bounds)
        if text is None:
            return None
        if not wanted.is_opaque:
            return Found(text)
        candidates = chain((text,), candidates)
    except UnansweredError:
        if _is_contradiction_anyway(wanted, solver):
            return None
    for candidate in candidates:
        if candidate not in taken and _fits(candidate, wanted, solver):
            return Found(candidate)
    return Unsure(_words(wanted), next(iter(case.broken), next(iter(case.kept), None)))


def _is_contradiction_anyway(wanted: _Wanted, solver: Solver) -> bool:
    """Whether what automata can tell is enough to see that there is no such text, other patterns left aside."""
    matching = [pattern for pattern in wanted.matching if automaton(pattern) is not None]
    unmatched = [pattern for pattern in wanted.unmatched if automaton(pattern) is not None]
    if len(matching) == len(wanted.matching) and len(unmatched) == len(wanted.unmatched):
        return False
    try:
        return shortest_text(matching, unmatched, solver.budget, wanted.least, wanted.most, wanted.taken) is None
    except UnansweredError:
        return False


def _of_length(wanted: _Wanted) -> Outcome:
    if wanted.least > LONGEST_TEXT:
        return Unsure("so long a text is not tried")
    text = "a" * wanted.least
    if text not in wanted.taken:
        return Found(text)
    if wanted.most == 0:
        return None
    room = wanted.most is None or wanted.most > wanted.least
    for number in range(len(wanted.taken) + 1):
        tail = str(number)
        fits = len(tail) <= wanted.least or room
        text = (tail if len(tail) > wanted.least else "a" * (wanted.least - len(tail)) + tail) if fits else ""
        if text and text not in wanted.taken and (wanted.most is None or len(text) <= wanted.most):
            return Found(text)
    return Unsure("whether another text is left cannot be told")


def _candidates(wanted: _Wanted) -> Iterator[str]:
    for name in wanted.formats:
        yield from _SAMPLES.get(name, ())
    yield from _PLAIN
    for name in sorted(_SAMPLES):
        yield _SAMPLES[name][0]
    if wanted.least <= LONGEST_TEXT:
        yield "a" * wanted.least
        yield "0" * wanted.least


def _fits(text: str, wanted: _Wanted, solver: Solver) -> bool:
    if len(text) < wanted.least or (wanted.most is not None and len(text) > wanted.most):
        return False
    judge = solver.judge
    return (
        all(judge.matches(pattern, text) is True for pattern in wanted.matching)
        and all(judge.matches(pattern, text) is False for pattern in wanted.unmatched)
        and all(judge.accepts(d, text) is True for d in wanted.kept if d.keyword == "format")
        and all(judge.holds(d, text) is False for d in wanted.broken if d.keyword in ("format", "content"))
    )


def _words(wanted: _Wanted) -> str:
    for broken in (wanted.unmatched, wanted.missed, wanted.contents[1]):
        if broken:
            return f"whether every such text is still {_kind(broken[0], broken is wanted.unmatched)} cannot be told"
    kept = [*wanted.formats, *wanted.matching]
    return f"which texts {quoted(kept[0])} means cannot be told" if kept else "which texts are meant cannot be told"


def _kind(name: str, is_pattern: bool) -> str:
    return f"matched by {quoted(name)}" if is_pattern else f"of the kind {quoted(name)}"
