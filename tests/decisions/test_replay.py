"""A record is decided again: the same, or told what differs; never taken on trust."""

import json
from pathlib import Path
from typing import Any

import pytest

from alvara.app.charters import Decidable, charter_for, find_capability
from alvara.cli.decidable import open_decidable
from alvara.decisions.deciding import decide, refuse_unknown
from alvara.decisions.replaying import differences, replay, replay_unknown
from alvara.decisions.request import Request
from alvara.identity.digests import canonical
from tests.cli.conftest import Run
from tests.decisions.conftest import NOW, PERMIT, SUPERVISOR, THIRTY, Decide

JSON = ("--format", "json")
SECRETIVE = {**THIRTY, "reason": "canary-4711"}


@pytest.fixture
def record(decide: Decide, tmp_path: Path) -> Any:
    """Decide, and write the answer to a file."""

    def write(*options: str, **changed: Any) -> str:
        given = {"capability": "workPermit.updateValidity", "input": THIRTY, "principal": SUPERVISOR}
        ran = decide(*{**given, "resource": PERMIT, **changed}.values(), *options, *JSON)
        path = tmp_path / "record.json"
        path.write_text(ran.out, encoding="utf-8")
        return str(path)

    return write


def edit(path: str, change: Any) -> dict[str, Any]:
    document = json.loads(Path(path).read_text(encoding="utf-8"))
    change(document)
    Path(path).write_text(json.dumps(document), encoding="utf-8")
    return document


CASES: list[dict[str, Any]] = [
    {},
    {"resource": {**PERMIT, "status": "APPROVED"}},
    {"resource": None},
    {"resource": {**PERMIT, "id": "WP-2"}},
    {"principal": {**SUPERVISOR, "roles": []}},
    {"principal": []},
    {"input": {**THIRTY, "validityDays": "thirty"}},
    {"input": {**THIRTY, "validityDays": 20}},
    {"input": SECRETIVE},
    {"input": {**SECRETIVE, "resaon": "canary-4711"}},
    {"capability": "workPermit.approve", "input": {"workPermitId": "WP-1"}},
    {"capability": "workPermit.delete", "input": {"workPermitId": "WP-1"}},
    {"capability": "workPermit.search", "input": {}, "resource": None},
    {"capability": "workPermit.unknown"},
    {"input": float("nan")},
    {"input": {**THIRTY, "validityDays": 2**60}, "context": {"channel": "voice"}},
    {"context": {"channel": 7}},
]


@pytest.fixture(scope="module")
def registry(pilot_folder: Path) -> Decidable:
    return open_decidable(str(pilot_folder), "")


@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_kind_of_answer_is_reproduced(registry: Decidable, case: dict[str, Any]) -> None:
    found = find_capability(registry, case.get("capability", "workPermit.updateValidity"))
    asked = {"input": THIRTY, "principal": SUPERVISOR, "resource": PERMIT, "now": NOW, **case}
    asked.pop("capability", None)
    request = Request(**asked)
    if found is None:
        trace = json.loads(json.dumps(refuse_unknown("workPermit.unknown", registry.source, request).trace))
        assert replay_unknown("workPermit.unknown", registry.source, trace).trace == trace
        return
    charter = charter_for(registry, found)
    trace = json.loads(json.dumps(decide(charter, request).trace))
    again, _ = replay(charter, trace, {})
    assert canonical(again.trace) == canonical(trace)
    assert canonical(decide(charter, request).trace) == canonical(trace)
    assert differences(trace, again.trace) == []
    bare = {root: asked[root] for root in ("input", "principal", "resource") if trace["digests"][root] is not None}
    again, standing = replay(charter, trace, bare)
    assert canonical(again.trace) == canonical(trace)
    assert standing == () or None in trace["digests"].values()


def test_a_trace_is_reproduced_as_the_answer_is(pilot: Path, run: Run, record: Any) -> None:
    for case in ({}, {"capability": "workPermit.unknown"}):
        path = record(**case)
        again = run("replay", path)
        assert (again.code, again.out[:9]) == (0, "the same:"), (case, again)
        Path(path).write_text(json.dumps(edit(path, lambda document: None)["trace"]))
        assert run("replay", path, *JSON).json == {
            "format": "alvara.replay/1", "same": True, "differences": [], "standing": [],
        }  # fmt: skip


def test_a_bundle_reproduces_what_it_decided_and_a_tree_is_another_source(pilot: Path, run: Run, record: Any) -> None:
    path = record("--bundle", "dist/bundle")
    assert run("replay", path, "--bundle", "dist/bundle.tar").code == 0
    other = run("replay", path)
    assert other.code == 1
    assert other.out.startswith("/trace/source/digest: was ")


def test_a_yes_that_was_given_and_used_is_reproduced(pilot: Path, run: Run, record: Any, tmp_path: Path) -> None:
    answer = tmp_path / "answer.json"
    answer.write_bytes(Path(record()).read_bytes())
    used = tmp_path / "used.txt"
    used.write_text(json.loads(answer.read_text())["confirmation"]["digest"])
    for options in ([], ["--spent", str(used)]):
        assert run("replay", record("--confirmed", str(answer), *options)).code == 0


def test_a_record_that_was_changed_is_found_out(pilot: Path, run: Run, record: Any) -> None:
    path = record(resource={**PERMIT, "status": "APPROVED"})
    edit(path, lambda d: d["trace"]["request"]["resource"].update(status="PENDING"))
    changed = run("replay", path)
    assert (changed.code, changed.err) == (
        2, "alvara: /request/resource does not have the digest that is recorded of it: it was changed\n",
    )  # fmt: skip

    path = record(resource={**PERMIT, "status": "APPROVED"})
    edit(path, lambda d: d.update(decision="allow"))
    assert run("replay", path).out == '/decision: was "allow", is "deny"\n'

    path = record()
    edit(path, lambda d: d["trace"]["phases"]["deny"].clear())
    assert run("replay", path).out.startswith("/trace/phases/deny: was [], is [{")

    path = record()
    edit(path, lambda d: d["confirmation"]["message"].update(en="Fine?"))
    assert run("replay", path).out.startswith('/confirmation/message/en: was "Fine?"')


def test_masked_values_stand_or_are_given(changed_pilot: Path, run: Run, record: Any, tmp_path: Path) -> None:
    path = record(input=SECRETIVE)
    assert "canary" not in Path(path).read_text()
    stands = run("replay", path)
    assert stands.code == 0
    told = "its digest is not checked, and what was recorded of its validity stands"
    assert stands.err == f"alvara: the input is masked in part: {told}\n"
    original = tmp_path / "input.json"
    original.write_text(json.dumps(SECRETIVE))
    given = run("replay", path, "--input", str(original))
    assert (given.code, given.err) == (0, "")
    original.write_text(json.dumps({**SECRETIVE, "reason": "other"}))
    wrong = run("replay", path, "--input", str(original))
    assert (wrong.code, wrong.out) == (2, "")
    assert "their digests differ" in wrong.err

    policy = changed_pilot / "policies/work-permit/voice/read-back.yaml"
    policy.write_text(policy.read_text().replace("expr: has(context.channel)", "expr: has(input.reason)"))
    path = record(input=SECRETIVE)
    assert "canary" not in Path(path).read_text()
    needed = run("replay", path)
    assert needed.code == 2
    assert "/input/reason is masked, and `workPermit.voice.readBack` reads it; give the original with --input" in (
        needed.err
    )
    original.write_text(json.dumps(SECRETIVE))
    assert run("replay", path, "--input", str(original)).code == 0


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", ":1:1: the file holds no value"),
        ("{}", "this is no record of a decision: it lacks"),
        ("[1]", "this is no record of a decision"),
        ("{", ":1:2: "),
        ('{"a": 1, "a": 2}', "`a`"),
    ],
)
def test_what_is_no_record_is_not_replayed(pilot: Path, run: Run, tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "no.json"
    path.write_text(text)
    ran = run("replay", str(path))
    assert (ran.code, ran.out) == (2, "")
    assert words in ran.err


def test_an_agents_view_is_no_record(pilot: Path, run: Run, record: Any) -> None:
    ran = run("replay", record("--view", "agent"))
    assert (ran.code, ran.out) == (2, "")
    assert "an agent's view has no `trace`" in ran.err


@pytest.mark.parametrize("root", ["input", "principal", "resource", "context"])
def test_a_record_that_lacks_a_digest_is_no_record(pilot: Path, record: Any, run: Run, root: str) -> None:
    path = record()
    edit(path, lambda document: document["trace"]["digests"].pop(root))
    ran = run("replay", path)
    assert (ran.code, ran.out) == (2, "")
    assert f"/digests/{root} is missing" in ran.err
