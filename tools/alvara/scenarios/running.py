"""A scenario against what decides: the request is made, and the answer compared with what is expected."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from alvara.conditions.truth import TRUE
from alvara.decisions.charter import Charter
from alvara.decisions.deciding import decide
from alvara.decisions.decision import Decision, Judged, Reason
from alvara.decisions.following import follow
from alvara.decisions.request import Request
from alvara.model.scenario import Expectation
from alvara.scenarios.matrix import Combination
from alvara.scenarios.rehearsal import Act, Case

TIMELESS = "2000-01-01T00:00:00Z"
"""The moment of a request whose answer reads none. A scenario that needs one and has none is not run."""

MOST_COMPARED = 20
"""Members of a set that are shown of what is missing, and of what is too much."""


class Difference(NamedTuple):
    """What is not as expected. Sets are given as sorted tuples; `aspect` is the key of the expectation."""

    aspect: str
    expected: Any
    got: Any


class Ran(NamedTuple):
    """One case, decided. `judged` is every condition that was evaluated, before the call and after it."""

    combination: Combination
    expected: Expectation
    outcome: str
    reasons: tuple[Reason, ...]
    judged: tuple[Judged, ...]
    differences: tuple[Difference, ...]


def run(charter: Charter, act: Act, now: str) -> tuple[Ran, ...]:
    """Run all cases of a scenario as of a moment; an empty text is none."""
    return tuple(_run(charter, case, act.scenario.now or now or TIMELESS) for case in act.cases)


def _run(charter: Charter, case: Case, now: str) -> Ran:
    values = case.values
    request = Request(values["input"], values["principal"], now, values.get("resource"), values.get("context"))
    decision = decide(charter, request)
    followed: tuple[Judged, ...] = ()
    if "output" in values or "after" in values:
        followed = follow(charter, request, values.get("output"), values.get("after"))
    differences = tuple(_differences(case.expected, decision, _failed(followed)))
    judged = (*decision.judged, *followed)
    return Ran(case.combination, case.expected, decision.outcome, tuple(decision.reasons), judged, differences)


def _failed(followed: Iterable[Judged]) -> set[str]:
    return {judged.owner for judged in followed if judged.truth is not TRUE}


def _differences(expected: Expectation, decision: Decision, failed: set[str]) -> Iterable[Difference]:
    if expected.decision != decision.outcome:
        yield Difference("decision", expected.decision, decision.outcome)
    sets = (
        ("reasons", expected.reasons, {reason.code for reason in decision.reasons}),
        ("decidedBy", expected.decided_by, {reason.policy for reason in decision.reasons if reason.policy}),
        ("failed", expected.failed, failed),
    )
    for aspect, wanted, got in sets:
        if wanted is not None and set(wanted) != got:
            yield Difference(aspect, tuple(sorted(set(wanted))), tuple(sorted(got)))
    if expected.message is not None:
        said = None if decision.question is None else decision.question.message
        if not _says(said, expected.message):
            yield Difference("message", expected.message, said)


def _says(said: Any, expected: str | Mapping[str, str]) -> bool:
    """Whether a message has the words that are expected, in each locale that is."""
    if isinstance(expected, str) or not isinstance(said, Mapping):
        return bool(said == expected)
    return all(said.get(locale) == words for locale, words in expected.items())
