"""Bad input, each with its closed outcome: by a call, and by files."""

import json
import shutil
import time
from pathlib import Path
from typing import Any

import pytest

from alvara.decisions.deciding import decide
from alvara.decisions.following import follow
from tests.cli.conftest import Run
from tests.decisions.conftest import PERMIT, SUPERVISOR, THIRTY, Decide
from tests.decisions.permits import CLERK, OPEN, charter, policy, request


def nested(depth: int) -> Any:
    value: Any = "x"
    for _ in range(depth):
        value = [value]
    return value


def ring() -> Any:
    value: dict[str, Any] = {"permit": "P-1", "days": 30}
    value["note"] = value
    return value


BAD: list[Any] = [
    float("nan"), float("inf"), 2**64, -(2**63) - 1, 2**53, "\ud800", {"\udfff": 1}, {1: 2}, (1, 2), {1}, b"x",
    "x" * (10 << 20), nested(2000), nested(65), object(),
]  # fmt: skip
ANYTHING = {"type": "object"}


@pytest.mark.parametrize("bad", BAD, ids=lambda bad: type(bad).__name__)
def test_what_is_no_canonical_json_closes_the_door(bad: Any) -> None:
    body = charter(policy("p.let", "allow", "true"), inputSchema=ANYTHING, record=None)
    began = time.perf_counter()
    blocked = decide(body, request({"permit": "P-1", "days": 30, "note": bad}))
    denied = [
        decide(body, request(**{root: {**whole, "more": bad}}))
        for root, whole in (("principal", CLERK), ("resource", OPEN), ("context", {}))
    ]
    assert (blocked.outcome, [r.code for r in blocked.reasons]) == ("blocked", ["input.invalid"])
    assert [decision.outcome for decision in denied] == ["deny"] * 3
    codes = [decision.reasons[0].code for decision in denied]
    assert codes == ["request.principal_invalid", "request.resource_invalid", "request.context_invalid"]
    for decision in (blocked, *denied):
        assert len(json.dumps(decision.trace)) < 20_000
    assert time.perf_counter() - began < 20


def test_a_value_in_itself_is_refused() -> None:
    assert decide(charter(inputSchema=ANYTHING), request(ring())).outcome == "blocked"


def test_a_policy_that_matches_nothing_changes_nothing() -> None:
    never = policy("p.never", "deny", 'resource.status == "OPEN" && resource.status == "DONE"')
    assert decide(charter(never), request()).outcome == "allow"
    assert decide(charter(policy("p.never", "allow", "false")), request()).outcome == "deny"


@pytest.mark.parametrize(
    ("expr", "outcome"),
    [("resource.days == 10", "deny"), ('resource.days == "10"', "allow"), ('resource.days > "9"', "deny"),
     ("resource.gone > 9", "deny"), ("resource.days", "deny"), ("!resource.days", "deny"), ("null", "deny"),
     ("input.days > 1 ? resource.gone : true", "deny")],
)  # fmt: skip
def test_a_wrong_type_or_a_missing_value_denies_where_it_could(expr: str, outcome: str) -> None:
    assert decide(charter(policy("p.deny", "deny", expr)), request()).outcome == outcome


def test_a_bomb_ends_closed_and_soon() -> None:
    bomb = policy("p.bomb", "deny", "input.many.all(a, input.many.all(b, a + b > 0))")
    body = charter(bomb, policy("p.bomb2", "allow", "input.many.exists(a, a < 0)"), inputSchema=ANYTHING)
    began = time.perf_counter()
    decision = decide(body, request({"permit": "P-1", "days": 30, "many": list(range(1, 5000))}))
    assert decision.outcome == "deny"
    assert time.perf_counter() - began < 2


def test_what_does_not_compile_denies() -> None:
    for expr in ("resource.", "resource.days = 10", "x" * 3000, "(" * 1000 + ")" * 1000, "nobody.knows"):
        decision = decide(charter(policy("p.typo", "deny", expr)), request())
        assert [reason.code for reason in decision.reasons] == ["policy.evaluation_error"]


def test_after_the_call_what_cannot_be_told_has_failed() -> None:
    expect = [{"id": "stored", "expr": "after.days == input.days"}, {"id": "more", "expr": "after.days > before.days"}]
    body = charter(postconditions=[{"id": "set", "expr": "output.days == input.days"}], verification={"expect": expect})
    kept = {"days": 30}
    told = {one.owner: one.truth.value for one in follow(body, request(), kept, kept)}
    assert told == {"set": "TRUE", "stored": "TRUE", "more": "TRUE"}
    told = {one.owner: one.truth.value for one in follow(body, request(), {"days": 9}, None)}
    assert told == {"set": "FALSE", "stored": "ERROR", "more": "ERROR"}
    told = {one.owner: one.truth.value for one in follow(body, request(), float("nan"), kept)}
    assert told["set"] == "ERROR"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"", "input.json:1:1: the file holds no value"),
        (b'{"workPermitId": "WP-1",', "input.json:1:25: "),
        (b'{"validityDays": 1, "validityDays": 2}', "input.json:1:21: "),
        (b'{"x": "\xff"}', "input.json:1:8: "),
    ],
)
def test_a_file_that_cannot_be_read_is_named_with_the_place(
    pilot: Path, decide: Decide, text: bytes, words: str
) -> None:
    ran = decide("workPermit.updateValidity", text)
    assert (ran.code, ran.out) == (2, "")
    assert words in ran.err
    assert len(ran.err) < 1000


UNREAD = {
    "not a number": (b'{"validityDays": NaN}', "1:18: `NaN` is no JSON", "a number is none that JSON holds exactly"),
    "not finite": (b'{"validityDays": 1e400}', "1:18: `1e400` is a", "a number is none that JSON holds exactly"),
    "beyond 64 bits": (
        b'{"validityDays": 36893488147419103232}', "1:18: `36893488147419103232` is a",
        "a number is none that JSON holds exactly",
    ),
    "nested": (b'{"x": ' + b"[" * 3000 + b"]" * 3000 + b"}", "1:", "it is nested deeper than 64 levels"),
    "10 MB": (b'{"x": "' + b"x" * (10 << 20) + b'"}', " it has more than 1,048", "it is larger than 1024 KiB"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "place", "reason"), UNREAD.values(), ids=UNREAD)
def test_a_value_that_is_none_to_decide_on_is_refused_by_the_decision(
    pilot: Path, decide: Decide, run: Run, tmp_path: Path, text: bytes, place: str, reason: str
) -> None:
    """What an agent puts into a call is answered as a call, and on record, whatever it is."""
    stranger = {**SUPERVISOR, "roles": []}
    for given, root, outcome, code in (
        ((text, SUPERVISOR, PERMIT), "input", "blocked", "input.invalid"),
        ((text, stranger, {**PERMIT, "id": "WP-2"}), "input", "deny", "authz.role_missing"),
        ((THIRTY, text, PERMIT), "principal", "deny", "request.principal_invalid"),
        ((THIRTY, SUPERVISOR, text), "resource", "deny", "request.resource_invalid"),
    ):
        ran = decide("workPermit.updateValidity", *given, "--format", "json")
        first = ran.json["reasons"][0]
        assert (ran.code, ran.json["decision"], first["code"]) == (1, outcome, code)
        assert (ran.json["trace"]["request"][root], ran.json["trace"]["digests"].get(root)) == (None, None)
        assert f"{root}.json:{place}" in ran.err
        assert ran.json["trace"]["objections"][root] == reason
        assert first["message"].endswith(f" cannot be taken: {reason}") is (outcome == "blocked" or root != "input")
    asked = decide("workPermit.updateValidity", text, SUPERVISOR, PERMIT, "--format", "json").out
    (tmp_path / "answer.json").write_text(asked)
    again = run("replay", str(tmp_path / "answer.json"))
    assert (again.code, again.out.startswith("the same: blocked, sha256:")) == (0, True)
    assert run("replay", str(tmp_path / "answer.json"), "--input", str(tmp_path / "input.json")).code == 2


def test_files_that_are_not_there(pilot: Path, decide: Decide, tmp_path: Path) -> None:
    for option in ("--context", "--spent", "--confirmed"):
        ran = decide("workPermit.updateValidity", {}, CLERK, PERMIT, option, str(tmp_path / "no.json"))
        assert (ran.code, ran.out) == (2, "")
        assert ran.err == f"alvara: {option} {tmp_path}/no.json: No such file or directory\n"
    ran = decide("workPermit.updateValidity", {}, CLERK, PERMIT, "--context", str(tmp_path))
    assert (ran.code, "it is a folder" in ran.err) == (2, True)


@pytest.mark.parametrize(
    ("text", "line"),
    [('["sha256:%s"]', 1), ("\n\nsha256:%s, \n", 3), ("SHA256:%s", 1), ("%s", 1), ("sha256:%s sha256:%s", 1)],
)
def test_a_list_of_used_digests_that_is_none_is_refused(
    pilot: Path, decide: Decide, tmp_path: Path, text: str, line: int
) -> None:
    """What is not understood would be passed over, and a yes be used twice."""
    used = tmp_path / "used.txt"
    used.write_text(text.replace("%s", "0" * 64), encoding="ascii")
    ran = decide("workPermit.updateValidity", {}, CLERK, PERMIT, "--spent", str(used))
    assert (ran.code, ran.out) == (2, "")
    assert f"--spent {used}:{line}: it is not a list of digests, one a line" in ran.err
    used.write_text(f"\r\n sha256:{'0' * 64} \r\n", encoding="ascii")
    assert decide("workPermit.updateValidity", {}, CLERK, PERMIT, "--spent", str(used)).code == 1


def test_a_lone_surrogate_in_a_file_is_blocked(pilot: Path, decide: Decide) -> None:
    ran = decide("workPermit.updateValidity", b'{"workPermitId": "\\ud800", "validityDays": 30}')
    assert (ran.code, ran.out.splitlines()[1:3]) == (
        1, ["  input.invalid", "    the input cannot be taken: a text has half a character (a lone surrogate)"],
    )  # fmt: skip


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("policies/work-permit/new.yaml", "id: [\n"),
        ("policies/work-permit/new.yaml", "id: workPermit.new\neffect: dney\n"),
        ("semantic-ids/new.yaml", "id: x\ntype: nothing\nname: x\n"),
        ("capabilities/work-permit/update-validity.yaml", "id: workPermit.updateValidity\n"),
        ("capabilities/work-permit/update-validity.v2.yaml", "id: workPermit.updateValidity\nversion: x\n"),
        ("capabilities/work-permit/domain.yaml", "owner: [1\n"),
        ("schemas/records/principal.json", "{"),
        ("schemas/records/work-permit.json", "{"),
    ],
)
def test_nothing_is_decided_on_half_a_registry(changed_pilot: Path, decide: Decide, path: str, text: str) -> None:
    (changed_pilot / path).write_text(text, encoding="utf-8")
    ran = decide()
    assert (ran.code, ran.out) == (2, "")
    assert path.removesuffix(".json").rpartition("/")[2] in ran.err or "principal" in ran.err
    assert "nothing is decided on half a registry" in ran.err


RECORD = "semantic-ids/work-permit.yaml"


def test_a_name_that_stands_for_two_things_decides_nothing(changed_pilot: Path, decide: Decide) -> None:
    """Of two definitions of one version either could be the weaker: what a policy is narrowed to may pass it by."""
    home = "capabilities/work-permit/update-validity"
    text = (changed_pilot / f"{home}.yaml").read_text(encoding="utf-8")
    weaker = {f"{home}.v1.yaml": text.replace("risk: medium", "risk: low")}
    aliased = {
        f"capabilities/other/{name}.yaml": text.replace(
            "id: workPermit.updateValidity", f"id: other.{name}\naliases: [x.y]"
        )
        for name in ("one", "two")
    }
    record = {"semantic-ids/work-permit/copy.yaml": (changed_pilot / RECORD).read_text(encoding="utf-8")}
    for rivals, name in (
        (weaker, "workPermit.updateValidity"),
        (aliased, "x.y"),
        (record, "workPermit.updateValidity"),
    ):
        for path, said in rivals.items():
            (changed_pilot / path).parent.mkdir(exist_ok=True)
            (changed_pilot / path).write_text(said, encoding="utf-8")
        ran = decide(name)
        for path in rivals:
            (changed_pilot / path).unlink()
        assert (ran.code, ran.out) == (2, ""), name
        assert "stands for something else in" in ran.err
        assert "nothing is decided on half a registry" in ran.err
    assert decide().code == 0


def test_a_broken_file_that_decides_nothing_here_does_not_matter(changed_pilot: Path, decide: Decide) -> None:
    (changed_pilot / "capabilities/work-permit/cancel.yaml").write_text("id: [\n", encoding="utf-8")
    (changed_pilot / "docs/broken.md").write_text("---\nsemanticId: [\n---\n", encoding="utf-8")
    assert decide().code == 0
    unknown = decide("workPermit.cancle")
    assert (unknown.code, unknown.out) == (2, "")
    assert "capabilities/work-permit/cancel.yaml" in unknown.err


def test_a_damaged_bundle_decides_nothing(changed_pilot: Path, pilot: Path, decide: Decide, tmp_path: Path) -> None:
    shutil.copytree(pilot / "dist/bundle", tmp_path / "bundle")
    target = tmp_path / "bundle/private/policies/workPermit.validity.update.json"
    target.write_text(target.read_text().replace('"deny"', '"allow"'))
    ran = decide("workPermit.updateValidity", {}, CLERK, PERMIT, "--bundle", str(tmp_path / "bundle"))
    assert (ran.code, ran.out) == (2, "")
    assert "is damaged" in ran.err
