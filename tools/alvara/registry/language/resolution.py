"""The answer to "what is meant?"."""

from typing import Literal, NamedTuple

from alvara.registry.language.ranking import Step
from alvara.registry.language.readings import Intent

Outcome = Literal["resolved", "ambiguous", "unknown"]


class Match(NamedTuple):
    """A thing that is meant, or may be. `step` says how it was found, `score` how well it fits, from 0 to 1."""

    id: str
    kind: Literal["resource", "capability", "policy"]
    step: Step
    score: float


class Resolution(NamedTuple):
    """What a sentence is about, the best match first, and what it wants.

    `capabilities` are the IDs of the active ones that do what a command asks for to the best match; a question has
    none. Of what is ambiguous or unknown, `clarification` is what to ask back. Nothing is decided by this: whether
    something may be done is asked of `decide`.
    """

    outcome: Outcome
    intent: Intent
    matches: tuple[Match, ...] = ()
    capabilities: tuple[str, ...] = ()
    clarification: str | None = None
