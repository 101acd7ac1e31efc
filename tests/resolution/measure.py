"""How well language is understood: `python -m tests.resolution.measure` prints figures, and the misses of tuning.yaml.

- resolved, top-1: of the sentences whose expected outcome is `resolved`, how many resolve with the expected first match
  first.
- resolved, capabilities too: of the same, how many also give exactly the expected capabilities, where any are told.
- ambiguous, unknown: of the sentences that are expected to be so, how many are answered so.
- intent: of all sentences for which one is told, how many are answered with it.

Of held_back.yaml nothing but figures is printed, so that what is tuned is not tuned to it.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, Protocol

from tests.resolution.sentences import HELD_BACK, TUNING, Sentence, read, this_registry


class Match(Protocol):
    """What a sentence may be about."""

    @property
    def id(self) -> str: ...


class Answer(Protocol):
    """What came of a sentence."""

    @property
    def outcome(self) -> str: ...
    @property
    def intent(self) -> str: ...
    @property
    def matches(self) -> Sequence[Match]: ...
    @property
    def capabilities(self) -> Sequence[str]: ...


class Share(NamedTuple):
    """So many of so many."""

    of: int
    right: int

    @property
    def rate(self) -> float:
        """From 0 to 1; 1 of nothing."""
        return self.right / self.of if self.of else 1.0


class Asked(NamedTuple):
    """A sentence and its answer."""

    sentence: Sentence
    answer: Answer

    @property
    def same_outcome(self) -> bool:
        """Whether it is as clear as expected."""
        return self.answer.outcome == self.sentence.outcome

    @property
    def first(self) -> bool:
        """Whether the expected best match is the first."""
        expected = self.sentence.matches
        return not expected or [match.id for match in self.answer.matches[:1]] == [expected[0]]

    @property
    def same_capabilities(self) -> bool:
        """Whether exactly the expected capabilities came."""
        expected = self.sentence.capabilities
        return expected is None or set(self.answer.capabilities) == expected

    @property
    def same_intent(self) -> bool:
        """Whether it was taken for what it is."""
        return self.sentence.intent in (None, self.answer.intent)

    @property
    def missed(self) -> bool:
        """Whether anything is not as expected. Of what is ambiguous, the order of the matches says nothing."""
        sound = self.same_outcome and self.same_intent and self.same_capabilities
        return not (sound and (self.first or self.sentence.outcome != "resolved"))


class Figures(NamedTuple):
    """What is measured of one file."""

    top_1: Share
    with_capabilities: Share
    ambiguous: Share
    unknown: Share
    intent: Share


def ask(sentences: Iterable[Sentence]) -> list[Asked]:
    """Put each sentence to this repository's registry."""
    registry = this_registry()
    return [Asked(each, registry.resolve(each.say, **each.where)) for each in sentences]


def figures(asked: Sequence[Asked]) -> Figures:
    """Count what came out as expected."""

    def share(counts: Callable[[Asked], bool], right: Callable[[Asked], bool]) -> Share:
        counted = [each for each in asked if counts(each)]
        return Share(len(counted), sum(map(right, counted)))

    def is_to_be(outcome: str) -> Callable[[Asked], bool]:
        return lambda each: each.sentence.outcome == outcome

    return Figures(
        share(is_to_be("resolved"), lambda each: each.same_outcome and each.first),
        share(is_to_be("resolved"), lambda each: each.same_outcome and each.first and each.same_capabilities),
        share(is_to_be("ambiguous"), lambda each: each.same_outcome),
        share(is_to_be("unknown"), lambda each: each.same_outcome),
        share(lambda each: each.sentence.intent is not None, lambda each: each.same_intent),
    )


def table(name: str, measured: Figures) -> str:
    """Write figures for people."""
    rows = zip(
        ("resolved, top-1", "resolved, capabilities too", "ambiguous", "unknown", "intent"), measured, strict=True
    )
    return "\n".join([name, *(f"  {what:<28}{of.right:>4} of {of.of:<4} {of.rate:.3f}" for what, of in rows)])


def miss(asked: Asked) -> str:
    """Write what was expected of a sentence and what came."""
    expected, got = asked.sentence, asked.answer
    where = ", ".join(f"{key} {value}" for key, value in expected.where.items())
    wanted = [expected.outcome, expected.intent, expected.matches, _in_order(expected.capabilities)]
    came = [got.outcome, got.intent, [match.id for match in got.matches[:3]], _in_order(got.capabilities)]
    return f"{expected.id}: {expected.say}\n  {where}\n  expected {_line(wanted)}\n  came     {_line(came)}"


def _in_order(ids: Iterable[str] | None) -> list[str] | None:
    return None if ids is None else sorted(ids)


def _line(parts: Iterable[object]) -> str:
    return " · ".join("-" if part is None else str(part) for part in parts)


def main() -> None:
    """Print the misses of the sentences that are tuned on, and the figures of both files."""
    tuning = ask(read(TUNING))
    print("\n".join(miss(each) for each in tuning if each.missed))  # noqa: T201
    for path, asked in ((TUNING, tuning), (HELD_BACK, ask(read(HELD_BACK)))):
        print(table(path.name, figures(asked)))  # noqa: T201


if __name__ == "__main__":
    main()
