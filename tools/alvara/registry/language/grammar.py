"""What a language contributes: its small words, its verbs with all their forms, and the sentences to ask back with."""

from collections.abc import Callable, Iterable, Mapping, Set
from typing import NamedTuple

Deed = str
"""What kind of thing a verb asks for: change, add, remove, create, copy, delete, approve, reject, cancel, close,
submit, show,
open, list, search, go, explain, know; `do` is a verb that says nothing of what is to be done."""


class Phrases(NamedTuple):
    """Sentences to ask back with; `{…}` is filled with labels and numbers of the registry and of the screen."""

    change: str
    deed: str
    choose: str
    meant: str
    nothing: str
    one_at_a_time: str
    too_long: str
    empty: str
    last: str
    of: Callable[[str, str], str]
    the: Callable[[str], str]


class Grammar(NamedTuple):
    """The words of one language, folded and without accents.

    `function` carry no meaning of their own and stand between those that do. `asking` begin a question, and so do
    `helping` verbs, which are none of a command; a `plea` of several words stands before a wish. `pointing` stand for
    a thing, `showing` before one. `units` follow a number, `times` are dates by themselves. `becoming` stand before
    what something is changed to, `reasons` before why it is wanted. `fresh` say that there is to be a new one; `vague`
    words stand for no thing in particular.
    """

    function: Set[str]
    asking: Set[str]
    helping: Set[str]
    pleas: Set[tuple[str, ...]]
    fillers: Set[str]
    pointing: Set[str]
    showing: Set[str]
    negations: Set[str]
    reasons: Set[tuple[str, ...]]
    joining: Set[str]
    becoming: Set[str]
    numbers: Set[str]
    units: Set[str]
    times: Set[str]
    fresh: Set[str]
    vague: Set[str]
    deeds: Mapping[Deed, str]
    inflect: Callable[[str], Iterable[str]]
    nouns: Callable[[str], Iterable[str]]
    is_infinitive: Callable[[str], bool]
    phrases: Phrases


def listed(words: str) -> frozenset[str]:
    """Read a table of words."""
    return frozenset(words.split())


def sequences(lines: str) -> frozenset[tuple[str, ...]]:
    """Read a table of phrases, separated by commas."""
    return frozenset(tuple(line.split()) for line in lines.split(",") if line.strip())
