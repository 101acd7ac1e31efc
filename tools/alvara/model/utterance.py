"""Utterances: sentences of users, and what is to be understood of each, as their files say."""

from typing import NamedTuple

from alvara.diagnostics.site import Pointer


class Understanding(NamedTuple):
    """What is to be understood. What is None is not compared; `pointer` is where it stands.

    Each of the `matches` has to be among the first, as many as there are. `capabilities` are compared as a set.
    """

    pointer: Pointer
    outcome: str
    intent: str | None = None
    matches: tuple[str, ...] | None = None
    capabilities: tuple[str, ...] | None = None


class Utterance(NamedTuple):
    """One sentence, and where it is said: what is None is not known. `selection` is the ID of a record."""

    id: str
    pointer: Pointer
    say: str
    locale: str | None
    page: str | None
    tab: str | None
    focus: str | None
    selection: str | None
    expected: Understanding
