"""The results of `test` for programs: `alvara.test/1`, described by `schemas/output/test-1.schema.json`."""

import json
from collections.abc import Iterable
from typing import Any

from alvara.report.escape import in_json, shorten
from alvara.report.json_v1 import finding_value
from alvara.scenarios.results import Because, Failure, Measure, Results, ScenarioResult, UtteranceResult, members
from alvara.scenarios.running import Difference


def render(results: Results) -> str:
    """Write the results; two runs on the same files write the same bytes."""
    document = {
        "format": "alvara.test/1",
        "passed": results.count("passed"),
        "failed": results.count("failed"),
        "notRun": results.count("not-run"),
        "coverage": _coverage(results.measure),
        "scenarios": [_scenario(result) for result in results.scenarios],
        "utterances": [_utterance(result) for result in results.utterances],
        "findings": [finding_value(finding) for finding in results.findings],
        "notes": [shorten(note) for note in results.notes],
    }
    return in_json(json.dumps(document, ensure_ascii=False, indent=2)) + "\n"


def _coverage(measure: Measure) -> dict[str, Any]:
    missing = [
        {
            "kind": one.kind, "subject": one.subject, "atom": one.atom, "lacks": list(one.lacks), "file": one.file,
            "line": one.line,
        }
        for one in measure.missing
    ]  # fmt: skip
    alone = [{"policy": one.policy, "file": one.file, "line": one.line} for one in measure.unproven]
    return {
        "partial": measure.partial,
        "atoms": {"covered": measure.covered, "total": measure.atoms, "missing": missing},
        "denies": {"covered": measure.proven, "total": measure.denies, "missing": alone},
    }


def _scenario(result: ScenarioResult) -> dict[str, Any]:
    return {
        "suite": result.suite,
        "capability": result.capability,
        "id": result.id,
        "line": result.line,
        "column": result.column,
        "outcome": result.state,
        "requests": result.number,
        "failures": [_failure(failure) for failure in result.failures],
    }


def _failure(failure: Failure) -> dict[str, Any]:
    return {
        "combination": dict(failure.combination),
        "line": failure.line,
        "column": failure.column,
        "differences": [_difference(difference) for difference in failure.differences],
        "because": _because(failure.because),
    }


def _utterance(result: UtteranceResult) -> dict[str, Any]:
    return {
        "file": result.file,
        "id": result.id,
        "say": result.say,
        "line": result.line,
        "column": result.column,
        "outcome": result.state,
        "differences": [_difference(difference) for difference in result.differences],
        "because": _because(result.because),
    }


def _because(because: Iterable[Because]) -> list[dict[str, Any]]:
    return [{"message": shorten(one.message), "file": one.file or None, "line": one.line or None} for one in because]


def _difference(difference: Difference) -> dict[str, Any]:
    split = members(difference)
    expected, got = (list(v) if isinstance(v, tuple) else v for v in (difference.expected, difference.got))
    said = {"aspect": difference.aspect, "expected": expected, "got": got}
    return said if split is None else {**said, "missing": split[0], "unexpected": split[1]}
