"""What speaks against a regular expression, told without running it."""

from typing import NamedTuple

from alvara.patterns.ambiguity import Ambiguity, UndecidedError, ambiguity
from alvara.patterns.automaton import WRITTEN_OUT, TooLargeError, build
from alvara.patterns.syntax import MalformedError, parse

LONGEST = 4000


class Objection(NamedTuple):
    """What is true of a pattern, and of which of its characters."""

    words: str
    start: int
    end: int


def objection(pattern: str) -> Objection | None:
    """Say why a pattern is no pattern, or one that can keep a backtracking matcher busy; None where all is well."""
    if len(pattern) > LONGEST:
        return Objection(f"the pattern has {len(pattern)} characters; at most {LONGEST} are judged", 0, len(pattern))
    try:
        tree = parse(pattern)
    except MalformedError as error:
        return Objection(error.words, error.start, error.end)
    for written_out in WRITTEN_OUT:
        try:
            found = ambiguity(build(tree, written_out))
        except (TooLargeError, UndecidedError):
            continue
        return _objection(pattern, found) if found.harmful else None
    return Objection("the pattern is too large to be judged", 0, len(pattern))


def _objection(pattern: str, found: Ambiguity) -> Objection:
    loops = [loop for loop in found.loops if not loop.is_search]
    start, end = loops[0].start, loops[-1].end
    if found.degree is None:
        what = f"{_quoted(pattern[start:end])} can match one text in several ways"
        return Objection(f"{what}: the work can double with every character", start, end)
    if loops[0].start == loops[-1].start and len(loops) > 1:
        start, end = 0, len(pattern)
    what = f"{len(loops)} repetitions compete for the same characters in {_quoted(pattern[start:end])}"
    if len(loops) < len(found.loops):
        what = f"{what}, which no `^` ties to the beginning"
    return Objection(f"{what}: the work grows as the text's length to the power of {found.degree + 1}", start, end)


def _quoted(text: str) -> str:
    return f"`{text}`" if len(text) <= 60 else f"`{text[:57]}...`"
