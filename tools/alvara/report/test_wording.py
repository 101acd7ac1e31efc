"""The words that the formats of `test` share."""

from json import dumps
from typing import Any

from alvara.diagnostics.finding import Related
from alvara.report.escape import one_line
from alvara.report.wording import place
from alvara.scenarios.rehearsal import told
from alvara.scenarios.results import (
    Because,
    Failure,
    Measure,
    Missing,
    Results,
    ScenarioResult,
    UtteranceResult,
    members,
)
from alvara.scenarios.running import Difference

RULE, UTTERANCE_RULE = "scenario-failed", "utterance-failed"
"""What a failure is called where everything has the name of a rule."""

FAILED = "change the definition where the expectation is right, and the expectation where the decision is"
MISUNDERSTOOD = "add a label, a synonym or an example where the expectation is right, and change it where the answer is"


def title_of(result: ScenarioResult, failure: Failure) -> str:
    """Name a case: its scenario, and the combination of the matrix that it is of."""
    return f"`{one_line(result.id)}`" + (f" with {one_line(told(failure.combination))}" if failure.combination else "")


def utterance_of(result: UtteranceResult) -> str:
    """Name an utterance: its ID, and what is said."""
    return f"`{one_line(result.id)}`, “{one_line(result.say)}”"


def difference_of(difference: Difference) -> str:
    """Say in a line what was expected and what came; of sets, what is missing (-) and what is too much (+)."""
    split = members(difference)
    if split is None:
        return f"{difference.aspect}: expected {written(difference.expected)}, got {written(difference.got)}"
    missing, extra = split
    signs = [*(f"- {one_line(str(one))}" for one in missing), *(f"+ {one_line(str(one))}" for one in extra)]
    same = len(difference.expected) - len(missing)
    return f"{difference.aspect}: {'  '.join(signs)}" + (f"  (and {same} as expected)" if same else "")


def because_of(because: Because) -> str:
    """Say in a line what decided, and where that is written."""
    words = one_line(because.message)
    return f"{line_of(because.file, because.line)}: {words}" if because.file else words


def line_of(file: str, line: int) -> str:
    """Write the line of a file as a place."""
    return spot_of(file, line, 1).rpartition(":")[0]


def spot_of(file: str, line: int, column: int) -> str:
    """Write a place."""
    return place(Related(file, line, column, ""))


def written(value: Any) -> str:
    """Write a value that was compared."""
    return one_line(value if isinstance(value, str) else dumps(value, ensure_ascii=False, sort_keys=True))


def missing_of(missing: Missing) -> str:
    """Say what was never seen of an atom."""
    policy = missing.kind == "policy"
    whose = f"of the policy `{missing.subject}`" if policy else f"{missing.kind} of `{missing.subject}`"
    lacks = "neither TRUE nor FALSE" if len(missing.lacks) > 1 else f"never {missing.lacks[0]}"
    after = missing.kind in ("postcondition", "verification") and len(missing.lacks) > 1
    how = "; it is judged where a scenario has an `output` (or `after`)" if after else ""
    return f"`{one_line(missing.atom)}`, {one_line(whose)}, was {lacks}{how}"


def counts_of(results: Results) -> str:
    """Say in a line what was run and what came of it."""
    suites = len({result.suite for result in results.scenarios})
    requests = sum(result.number for result in results.scenarios if result.state != "not-run")
    parts = [f"{results.count('passed')} passed", f"{results.count('failed')} failed"]
    if results.count("not-run"):
        parts.append(f"{results.count('not-run')} not run")
    errors = sum(finding.number for finding in results.findings if finding.severity == "error")
    if errors:
        parts.append(_number(errors, "finding"))
    ran = []
    if results.scenarios or not results.utterances:
        scenarios = _number(len(results.scenarios), "scenario")
        ran.append(f"{scenarios} in {_number(suites, 'suite')} ({_number(requests, 'request')})")
    if results.utterances:
        ran.append(_number(len(results.utterances), "utterance"))
    return f"{', '.join(ran)}: {', '.join(parts)}"


def summary_of(results: Results) -> list[str]:
    """Say how much was tried, where scenarios were to try it, and what came of everything."""
    only_language = results.measure.partial and results.utterances and not results.scenarios
    return [*(() if only_language else (measure_of(results.measure),)), counts_of(results)]


def measure_of(measure: Measure) -> str:
    """Say in a line how much was tried. Counts, since a percentage that is rounded says 100 before all is."""
    of = " of what these suites are about" if measure.partial else ""
    atoms = f"{measure.covered} of {_number(measure.atoms, 'condition')} seen TRUE and FALSE"
    denies = f"{measure.proven} of {_number(measure.denies, 'denying policy', 'denying policies')} seen to deny alone"
    return f"coverage{of}: {atoms}; {denies}"


def _number(number: int, one: str, many: str = "") -> str:
    return f"{number:,} {one if number == 1 else many or one + 's'}"
