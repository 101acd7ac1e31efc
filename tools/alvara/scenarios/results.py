"""What came of running suites, ready to be shown: every place has its line."""

from typing import Any, Literal, NamedTuple

from alvara.diagnostics.finding import Diagnostic
from alvara.scenarios.matrix import Combination
from alvara.scenarios.running import Difference

State = Literal["passed", "failed", "not-run"]


class Because(NamedTuple):
    """Why a decision is what it is, or is not what was expected. `line` is 0 where no file says it."""

    message: str
    file: str = ""
    line: int = 0


class Failure(NamedTuple):
    """One case that did not come out as expected. The place is that of the expectation."""

    combination: Combination
    line: int
    column: int
    differences: tuple[Difference, ...]
    because: tuple[Because, ...]


class ScenarioResult(NamedTuple):
    """What came of one scenario; `number` is that of its cases. One that has a finding is not run."""

    suite: str
    capability: str
    id: str
    line: int
    column: int
    state: State
    number: int
    failures: tuple[Failure, ...] = ()


class UtteranceResult(NamedTuple):
    """What came of one utterance. The place is that of the sentence; one that has a finding is not run."""

    file: str
    id: str
    say: str
    line: int
    column: int
    state: State
    differences: tuple[Difference, ...] = ()
    because: tuple[Because, ...] = ()


class Missing(NamedTuple):
    """An atom that was not seen to be all that it can be. `subject` is whose it is."""

    kind: str
    subject: str
    atom: str
    lacks: tuple[str, ...]
    file: str
    line: int


class Unproven(NamedTuple):
    """A policy that was never the only reason to deny: without it, something else would always have denied."""

    policy: str
    file: str
    line: int


class Measure(NamedTuple):
    """How much was tried. A `partial` one is of some suites only, and says nothing of what is missing."""

    atoms: int
    covered: int
    missing: tuple[Missing, ...]
    denies: int
    proven: int
    unproven: tuple[Unproven, ...]
    partial: bool = False


class Results(NamedTuple):
    """A whole run. Findings are those of the files in `scenarios/`, as `check` has them."""

    scenarios: tuple[ScenarioResult, ...]
    findings: tuple[Diagnostic, ...]
    measure: Measure
    notes: tuple[str, ...] = ()
    utterances: tuple[UtteranceResult, ...] = ()

    def count(self, state: State) -> int:
        """Count the scenarios and utterances that came to something."""
        return self._states.count(state)

    @property
    def complete(self) -> bool:
        """Whether every scenario was run that there is: else what nothing has tried is what findings have kept back."""
        beside = {scenario.suite for scenario in self.scenarios} | {utterance.file for utterance in self.utterances}
        kept_back = any(f.severity == "error" and f.file not in beside for f in self.findings)
        return not kept_back and all(scenario.state != "not-run" for scenario in self.scenarios)

    @property
    def failed(self) -> bool:
        """Whether a scenario or an utterance failed, could not be run, or a file has an error."""
        passed = self.count("passed") == len(self._states)
        return not passed or any(finding.severity == "error" for finding in self.findings)

    @property
    def _states(self) -> list[State]:
        return [scenario.state for scenario in self.scenarios] + [utterance.state for utterance in self.utterances]


def members(difference: Difference) -> tuple[list[Any], list[Any]] | None:
    """Split a difference of sets into what is missing and what is too much; None for anything else."""
    expected, got = difference.expected, difference.got
    if not isinstance(expected, tuple) or not isinstance(got, tuple):
        return None
    return [one for one in expected if one not in got], [one for one in got if one not in expected]
