"""An utterance against what was understood: the answer compared with what is expected."""

from collections.abc import Iterator, Sequence
from json import loads
from typing import Protocol

from alvara.decode.utterances import utterances
from alvara.model.utterance import Understanding, Utterance
from alvara.scenarios.running import Difference
from alvara.workspace.entity import Entity


class Match(Protocol):
    """What an utterance may be about."""

    @property
    def id(self) -> str:
        """The ID of a resource or a capability."""


class Answer(Protocol):
    """What was understood."""

    @property
    def outcome(self) -> str:
        """Whether it is clear what is meant."""

    @property
    def intent(self) -> str:
        """What it is: asked, or to be done."""

    @property
    def matches(self) -> Sequence[Match]:
        """What may be meant, the best first."""

    @property
    def capabilities(self) -> Sequence[str]:
        """The IDs of the capabilities that fit."""


def utterances_of(entity: Entity) -> tuple[Utterance, ...]:
    """Read utterances out of the facts of their file."""
    return utterances(loads(entity.released[0]))


def differences(expected: Understanding, answer: Answer) -> Iterator[Difference]:
    """Yield what was not understood as expected. Of the matches, as many of the first are asked for as are expected."""
    if expected.outcome != answer.outcome:
        yield Difference("outcome", expected.outcome, answer.outcome)
    if expected.intent not in (None, answer.intent):
        yield Difference("intent", expected.intent, answer.intent)
    if expected.matches is not None:
        wanted, first = set(expected.matches), [match.id for match in answer.matches[: len(expected.matches)]]
        if not wanted.issubset(first):
            yield Difference("matches", tuple(sorted(wanted)), tuple(sorted(first)))
    if expected.capabilities is not None and set(expected.capabilities) != set(answer.capabilities):
        yield Difference("capabilities", tuple(sorted(set(expected.capabilities))), tuple(sorted(answer.capabilities)))
