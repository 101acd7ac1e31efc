"""Whatever becomes of conditions and scenarios, the verbs that read them end, and nothing fails open.

Conditions are mutated as texts of CEL in sound YAML, scenarios as bytes.
"""

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from alvara.cli.main import main
from alvara.conditions.truth import FALSE, TRUE
from alvara.decisions.deciding import decide
from alvara.decisions.decision import OUTCOMES
from tests.case import NOW
from tests.decisions.permits import charter, policy, request
from tests.test_fuzzing_check import BITS, Mutation, mutate, thorough
from tests.test_memory import Files, _look, _open, _own_files

FILES = _own_files()
SNAPSHOT = _open(_look(FILES).memory)
_EXPR = re.compile(rb"(?m)^( *(?:- )?(?:id: \S+\n *)?expr: )(?!\|)(.+)$")
CONDITIONED = [path for path in FILES if path.startswith(("capabilities/", "policies/")) and _EXPR.search(FILES[path])]
SCENARIOS = [path for path in FILES if path.startswith("scenarios/")]
SEEDS = [
    "input.days > 90", "resource.days < input.days", 'resource.status == "OPEN"', "has(input.note) && input.note != ''",
    '"clerk" in principal.roles', "timestamp(resource.until) > now", "principal.roles.exists(r, r == 'clerk')",
    "size(principal.permissions) > 0", "!has(resource.days) || resource.days >= 10", "input.days / 2 == 15",
    'resource.status in ["OPEN", "DONE"]', "input.days == 30 ? true : false", "{'a': 1}.a == 1", "context.x",
]  # fmt: skip
PARTS = [
    "&&", "||", "!", "==", "(", ")", "[", "]", "{", "}", ".", ",", "?", ":", "'", '"', "\\", "`", "in", "has(", "size(",
    "timestamp(", "duration('1h')", "input", "resource", "now", "true", "null", "1.0", "9223372036854775808", "-1",
    "0u", "b'x'", "'\\ud800'", "🚧", "\x00", "\n", " ", "//", "/*", "%", ".all(x, ", ".map(x, ", ".exists(x, x == ",
    "(" * 300, "!" * 300, "a" * 2000, "[1,2,3].all(x, " * 5, "@", "type(", "dyn(", "x.matches('(a+)+$')",
]  # fmt: skip


@st.composite
def expressions(draw: st.DrawFn) -> str:
    """Something that is nearly an expression."""
    text = draw(st.sampled_from(SEEDS))
    for _ in range(draw(st.integers(0, 4))):
        at, cut = draw(st.integers(0, len(text))), draw(st.sampled_from([0, 0, 1, 3, 9]))
        text = text[:at] + draw(st.sampled_from(PARTS) | st.text(max_size=2)) + text[at + cut :]
    return text


VALUES = st.sampled_from([30, 10, 0, -1, 30.0, 2**53 - 1, "30", None, True, [], {}])


@thorough(200)
@given(expressions(), expressions(), expressions(), VALUES, VALUES)
def test_what_cannot_be_told_never_opens(denies: str, allows: str, must: str, days: object, was: object) -> None:
    registry = charter(
        policy("permit.denied", "deny", denies), policy("permit.granted", "allow", allows),
        preconditions=[{"id": "must", "expr": must, "error": "MUST"}],
        inputSchema={"type": "object"}, record={"type": "object"},
    )  # fmt: skip

    found = decide(
        registry, request({"permit": "P-1", "days": days}, resource={"id": "P-1", "tenant": "t1", "days": was})
    )

    truths = {judged.owner: judged.truth for judged in found.judged}
    assert found.outcome in OUTCOMES
    assert truths.keys() == {"permit.denied", "permit.granted", "must"}
    open_to_all = truths["permit.denied"] is FALSE and truths["permit.granted"] is TRUE
    expected = "deny" if not open_to_all else "allow" if truths["must"] is TRUE else "blocked"
    assert found.outcome == expected
    json.dumps(found.trace, allow_nan=False)


@thorough(50)
@given(st.lists(st.tuples(st.sampled_from(CONDITIONED), st.floats(0, 1), expressions()), min_size=1, max_size=12))
def test_findings_in_mutated_conditions_have_a_place_and_a_way_out(changes: list[tuple[str, float, str]]) -> None:
    files = dict(FILES)
    for path, where, text in changes:
        places = list(_EXPR.finditer(files[path]))
        if places:
            found = places[int(where * (len(places) - 1))]
            written = json.dumps(text, ensure_ascii=True).replace("\\u0000", "")
            files[path] = files[path][: found.start(2)] + written.encode() + files[path][found.end(2) :]

    for diagnostic in _look(files, SNAPSHOT).diagnostics:
        assert diagnostic.line >= 1
        assert diagnostic.column >= 1
        assert diagnostic.file in files
        assert diagnostic.message
        assert diagnostic.help


SCENARIO_BITS = (
    *BITS, b"$from: pending\n", b"$unset: [a.b]\n", b"matrix: {resource.status: []}\n", b"rows: 1\n",
    b"otherwise: {}\n",
    b"expect: {decision: maybe}\n", b"now: 12:30\n", b"fixturesFrom: [../../x.yaml]\n", b"capability: x@9\n", b"$from",
)  # fmt: skip
SCENARIO_MUTATIONS = st.tuples(
    st.sampled_from(SCENARIOS), st.sampled_from(["insert", "delete", "replace", "repeat", "swap", "cut"]),
    st.floats(0, 1), st.floats(0, 1), st.sampled_from(SCENARIO_BITS),
)  # fmt: skip


@thorough(80)
@given(st.lists(SCENARIO_MUTATIONS, min_size=1, max_size=12))
def test_findings_in_mutated_scenarios_have_a_place_and_a_way_out(mutations: list[Mutation]) -> None:
    files = mutated(mutations)

    for diagnostic in _look(files, SNAPSHOT).diagnostics:
        assert diagnostic.line >= 1
        assert diagnostic.column >= 1
        assert diagnostic.file in files
        assert diagnostic.message
        assert diagnostic.help


def mutated(mutations: list[Mutation]) -> Files:
    files = dict(FILES)
    for mutation in mutations:
        mutate(files, mutation)
    return files


@thorough(6)
@given(st.lists(SCENARIO_MUTATIONS, min_size=1, max_size=3))
def test_mutated_scenarios_are_run_or_told(tmp_path_factory: pytest.TempPathFactory, mutations: list[Mutation]) -> None:
    root: Path = tmp_path_factory.mktemp("registry")
    for path, data in mutated(mutations).items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(data)

    assert main(["-C", str(root), "test"]) in (0, 1, 2)
    assert main(["-C", str(root), "check", "--now", NOW]) in (0, 1, 2)
