"""The recipes for CI: they are what they say, and they judge a change as they should."""

import hashlib
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.approvals.office import CANCEL, make_office, signing
from tests.bundle.repository import commit, git, write
from tests.ci.running import GITHUB, GITLAB, MOMENT, on_github, on_gitlab
from tests.docs.commands import accept, commands_in
from tests.fieldcases.surroundings import ROOT

PINS = "alvara==0.1.0 --hash=sha256:" + "0" * 64 + "\n"
SCRIPTS = {
    **{f"github {name}": "\n".join(s.get("run", "") for s in job["steps"]) for name, job in GITHUB["jobs"].items()},
    **{f"gitlab {name}": "\n".join(job["script"]) for name, job in GITLAB.items() if "script" in job},
}
ON = dict(zip(map(str, GITHUB), GITHUB.values(), strict=True))["True"]  # which is what `on` is to PyYAML
SIGNED = "2026-09-01T11:00:00Z"  # before it is committed: a commit of these tests has one date
ACTIVE = "status: active\n"
SUITE = "scenarios/order/cancel.yaml"
SCENARIOS = """\
capability: order.cancel
scenarios:
  - id: closed
    principal: {id: u1, tenant: t1, roles: [], permissions: [order.cancel]}
    resource: {id: O-1, tenant: t1, closed: true}
    input: {orderId: O-1}
    expect: {decision: deny, reasons: [ORDER_CLOSED], decidedBy: [order.closed]}
"""


@pytest.mark.parametrize("script", SCRIPTS.values(), ids=SCRIPTS)
def test_every_command_is_one(script: str) -> None:
    commands = commands_in(script)

    assert commands
    for words in commands:
        accept(words)


@pytest.mark.parametrize("script", SCRIPTS.values(), ids=SCRIPTS)
def test_every_check_has_a_clock_and_a_root(script: str) -> None:
    checks = [words for words in commands_in(script) if words[0] in ("check", "approvals")]

    assert checks
    assert all(words[words.index("--now") + 1] == "$NOW" for words in checks)
    assert all(words[words.index("--root") + 1] == "$ALVARA_ROOT" for words in checks)


def test_workflow_may_read_and_nothing_else() -> None:
    text = (ROOT / "ci/github.yml").read_text(encoding="utf-8")

    assert set(ON) == {"pull_request", "push", "schedule"}
    assert GITHUB["permissions"] == {}
    assert {str(job["permissions"]) for job in GITHUB["jobs"].values()} == {str({"contents": "read"})}
    assert "secrets" not in text
    assert "pull_request_target" not in text


def test_actions_are_pinned_and_scripts_hold_no_expressions() -> None:
    steps = [step for job in GITHUB["jobs"].values() for step in job["steps"]]
    used = [step["uses"] for step in steps if "uses" in step]

    assert used
    assert [action for action in used if not re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40}", action)] == []
    assert [step["run"] for step in steps if "${{" in step.get("run", "")] == []


def _alvara(folder: Path, *arguments: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "alvara", *arguments], cwd=folder, capture_output=True, text=True, check=False,
        env={"PYTHONPATH": str(ROOT / "tools"), "PATH": "/usr/bin:/bin", "XDG_CACHE_HOME": str(folder.parent / "own")},
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A registry with a root of trust and pinned tools, and a branch for a change."""
    root = make_office(tmp_path_factory.mktemp("office") / "upstream")
    _alvara(root, "root", "prepare", "--key-holder", "ana", "--key-holder", "bia", "--key-holder", "tom")
    for person in ("ana", "bia", "tom"):
        _alvara(root, "root", "sign", "--as", person, "--key", f"keys/{person}")
    commit(write(root, {"ci/requirements.txt": PINS}))
    git(root, "checkout", "-q", "-b", "change")
    return root


@pytest.fixture
def upstream(office: Path, tmp_path: Path) -> Path:
    """A copy of it for one test."""
    return Path(shutil.copytree(office, tmp_path / "upstream"))


def _agreed(root: Path, *people: str) -> None:
    """Let people sign, and put the capability into use."""
    for person, role in zip(people, ("technical", "business"), strict=False):
        _alvara(root, "approve", *signing(person, "--role", role, "--now", SIGNED))
    text = (root / CANCEL).read_text()
    commit(write(root, {CANCEL: text.replace("status: review\n", ACTIVE)}))


@pytest.fixture(scope="module")
def settled(office: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The registry with a change that both have agreed to who have to."""
    root = Path(shutil.copytree(office, tmp_path_factory.mktemp("settled") / "upstream"))
    _agreed(root, "tom", "bia")
    return root


@pytest.fixture
def agreed(settled: Path, tmp_path: Path) -> Path:
    """A copy of it for one test."""
    return Path(shutil.copytree(settled, tmp_path / "upstream"))


def _pin(root: Path) -> str:
    return hashlib.sha256((root / "governance/root/1.json").read_bytes()).hexdigest()


def _pulled(upstream: Path) -> Path:
    """Check out the merge of a pull request, as GitHub does."""
    git(upstream, "checkout", "-q", "-b", "merged", "main")
    git(upstream, "merge", "-q", "--no-ff", "-m", "Merge", "change")
    git(upstream, "update-ref", "refs/pull/1/merge", "HEAD")
    git(upstream, "checkout", "-q", "change")
    git(upstream, "branch", "-q", "-D", "merged")
    return _checked_out(upstream, "+refs/pull/1/merge:refs/remotes/pull/1/merge", "refs/remotes/pull/1/merge")


def _checked_out(upstream: Path, refspec: str, revision: str) -> Path:
    root = upstream.parent / "runner"
    root.mkdir()
    git(root, "init", "-q")
    git(root, "remote", "add", "origin", f"file://{upstream}")
    git(root, "fetch", "-q", "--no-tags", "origin", "+refs/heads/*:refs/remotes/origin/*", refspec)
    git(root, "checkout", "-q", "--detach", revision)
    return root


def _event(upstream: Path, **more: str) -> dict[str, str]:
    return {
        "vars.ALVARA_ROOT": _pin(upstream), "github.base_ref": "main", "github.event.repository.default_branch": "main",
        **more,
    }  # fmt: skip


def test_change_that_people_agreed_to_passes_on_github(agreed: Path) -> None:
    steps = on_github("change", _pulled(agreed), _event(agreed))

    assert [(step.name, step.code, step.said if step.code else "") for step in steps][-3:] == [
        ("Check", 0, ""), ("Approvals", 0, ""), ("Test", 0, "")
    ]  # fmt: skip
    assert steps[-1].said == ""


def test_change_that_nobody_agreed_to_is_annotated_on_github(upstream: Path) -> None:
    _agreed(upstream, "tom")

    last = on_github("change", _pulled(upstream), _event(upstream))[-1]

    assert (last.name, last.code) == ("Check", 1)
    assert f"::error file={CANCEL}" in last.said
    assert "nobody has agreed as business" in last.said


def test_change_does_not_choose_what_judges_it(upstream: Path) -> None:
    write(upstream, {"ci/requirements.txt": "alvara-of-my-own==1.0\n"})
    _agreed(upstream, "tom", "bia")

    assert on_github("change", _pulled(upstream), _event(upstream))[-1].code == 0
    assert (upstream.parent / "installed").read_text() == PINS
    assert (upstream.parent / "asked").read_text().startswith("-I -m pip install ")


def test_variable_that_is_not_set_is_noticed(agreed: Path) -> None:
    last = on_github("change", _pulled(agreed), _event(agreed) | {"vars.ALVARA_ROOT": ""})[-1]

    assert (last.name, last.code) == ("Approvals", 2)
    assert "no pinned root" in last.said


def _tested(upstream: Path) -> None:
    """Give the main branch a suite, and the change with it."""
    git(upstream, "checkout", "-q", "main")
    commit(write(upstream, {SUITE: SCENARIOS}))
    git(upstream, "checkout", "-q", "change")
    git(upstream, "merge", "-q", "--no-edit", "main")


@pytest.mark.parametrize(("said", "code"), [(SCENARIOS, 0), (SCENARIOS.replace("deny", "blocked"), 1), ("", 2)])
def test_suites_of_a_change_and_of_its_base_are_run(upstream: Path, said: str, code: int) -> None:
    """A change may not take out the last suite and pass for want of any."""
    _tested(upstream)
    write(upstream, {SUITE: said})
    if not said:
        (upstream / SUITE).unlink()
    _agreed(upstream, "tom", "bia")
    runner = _pulled(upstream)
    variables = {
        "ALVARA_ROOT": _pin(upstream), "CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "main",
        "CI_COMMIT_SHA": git(runner, "rev-parse", "HEAD"),
    }  # fmt: skip

    last = on_github("change", runner, _event(upstream))[-1]

    assert (last.name, last.code) == ("Test", code)
    assert (f"::error file={SUITE}" in last.said) == (code == 1)
    assert on_gitlab("alvara-change", runner, variables).code == code


def test_checkout_that_is_no_merge_is_not_judged(upstream: Path) -> None:
    runner = _checked_out(upstream, "+refs/heads/main:refs/remotes/pull/1/merge", "refs/remotes/pull/1/merge")

    (only,) = on_github("change", runner, _event(upstream))

    assert only.code != 0


def test_what_came_past_a_pull_request_is_found_on_the_main_branch(upstream: Path) -> None:
    before = git(upstream, "rev-parse", "main")
    _agreed(upstream)
    git(upstream, "branch", "-q", "-f", "main", "change")
    runner = _checked_out(upstream, "+refs/heads/main:refs/remotes/origin/main", "origin/main")

    last = on_github("main", runner, _event(upstream) | {"github.event.before": before})[-1]

    assert (last.name, last.code) == ("Check", 1)
    assert "nobody has agreed as technical" in last.said


def _disguised(upstream: Path) -> None:
    """Put the capability into use at high risk, in words that a checkout leaves out wherever attributes say so."""
    said = {**yaml.safe_load((upstream / CANCEL).read_text()), "status": "approved"}
    hidden = {key: said.pop(key) for key in ("risk", "action", "outputSchema", "owner", "description")}
    shown = json.dumps(said, separators=(",", ":"))[:-1]
    text = (
        f'{shown},"description":"Cancels $Id: a","risk":"{hidden["risk"]}","action":"{hidden["action"]}",'
        '"outputSchema":{"type":"object","examples":[{"a":"b $","risk":"medium","action":"custom",'
        '"outputSchema":{"type":"object"},"owner":"$Id: c"}]},"owner":"d $"}\n'
    )
    write(upstream, {".git/info/attributes": "* -ident\n"})  # who writes it keeps it as it is
    commit(write(upstream, {CANCEL: text, ".gitattributes": "capabilities/** ident\n"}))


def test_what_attributes_hide_in_a_checkout_is_judged_all_the_same(upstream: Path) -> None:
    _disguised(upstream)
    runner = _pulled(upstream)
    assert '"risk":"medium"' in (runner / CANCEL).read_text()
    assert '"risk":"high"' not in (runner / CANCEL).read_text()

    last = on_github("change", runner, _event(upstream))[-1]
    variables = {"ALVARA_ROOT": _pin(upstream), "CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "main",
                 "CI_COMMIT_SHA": git(runner, "rev-parse", "HEAD")}  # fmt: skip
    (runner / ".git/info/attributes").unlink(missing_ok=True)
    git(runner, "read-tree", "--empty")
    git(runner, "reset", "-q", "--hard")
    done = on_gitlab("alvara-change", runner, variables)

    assert (last.name, last.code, done.code) == ("Check", 1, 1)
    assert "nobody has agreed as technical" in last.said
    assert "nobody has agreed as technical" in done.said


def test_main_branch_whose_past_is_gone_is_not_called_clean(upstream: Path) -> None:
    runner = _checked_out(upstream, "+refs/heads/main:refs/remotes/origin/main", "origin/main")

    last = on_github("main", runner, _event(upstream) | {"github.event.before": "1" * 40})[-1]

    assert (last.name, last.code) == ("Check", 2)


@pytest.mark.parametrize(
    ("moment", "codes"), [("2026-09-20T04:23:00Z", [0, 0, 0, 0, 0]), ("2027-06-01T04:23:00Z", [0, 0, 0, 1])]
)
def test_approval_that_has_ended_is_found_at_night(agreed: Path, moment: str, codes: list[int]) -> None:
    git(agreed, "branch", "-q", "-f", "main", "change")
    runner = _checked_out(agreed, "+refs/heads/main:refs/remotes/origin/main", "origin/main")

    steps = on_github("nightly", runner, _event(agreed), moment)

    assert [step.code for step in steps] == codes, steps[-1].said


@pytest.mark.parametrize(
    ("tagged", "at", "sound"),
    [(("-a", "-m", "x"), "main", True), ((), "main", False), (("-a", "-m", "x"), "change", False)],
    ids=["a tag", "a name and no tag", "a tag beside the main branch"],
)
def test_tag_is_taken_as_it_is(upstream: Path, tagged: tuple[str, ...], at: str, sound: bool) -> None:
    commit(write(upstream, {"docs/order.md": (upstream / "docs/order.md").read_text() + "\nMore.\n"}))
    git(upstream, "tag", *tagged, "v1", at)
    target = git(upstream, "rev-parse", "v1^{commit}")
    runner = _checked_out(upstream, f"+{target}:refs/tags/v1", "refs/tags/v1")  # as some checkouts do it

    steps = on_github("release", runner, _event(upstream) | {"github.ref_name": "v1"})

    assert (steps[0].code == 0) == sound
    assert (git(runner, "cat-file", "-t", "refs/tags/v1") == "tag") == (sound or at == "change")


@pytest.mark.parametrize(("people", "code"), [(("tom", "bia"), 0), (("tom",), 1)])
@pytest.mark.parametrize("merged", [False, True], ids=["the branch", "the merged result"])
def test_change_is_judged_on_gitlab(upstream: Path, people: tuple[str, ...], code: int, merged: bool) -> None:
    _agreed(upstream, *people)
    runner = _pulled(upstream) if merged else _checked_out(upstream, "+refs/heads/change:refs/heads/mine", "mine")
    variables = {
        "ALVARA_ROOT": _pin(upstream), "CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "main",
        "CI_COMMIT_SHA": git(runner, "rev-parse", "HEAD"),
    }  # fmt: skip
    if merged:
        variables["CI_MERGE_REQUEST_SOURCE_BRANCH_SHA"] = git(upstream, "rev-parse", "change")

    done = on_gitlab("alvara-change", runner, variables)

    assert done.code == code, done.said
    assert ("nobody has agreed as business" in (runner / "gl-code-quality-report.json").read_text()) == bool(code)


def test_main_branch_is_judged_on_gitlab(agreed: Path) -> None:
    before = git(agreed, "rev-parse", "main")
    git(agreed, "branch", "-q", "-f", "main", "change")
    runner = _checked_out(agreed, "+refs/heads/main:refs/remotes/origin/main", "origin/main")
    variables = {"ALVARA_ROOT": _pin(agreed), "CI_COMMIT_BEFORE_SHA": before}

    assert on_gitlab("alvara-main", runner, variables).code == 0
    assert on_gitlab("alvara-nightly", runner, variables, "2027-06-01T04:23:00Z").code == 1


@pytest.fixture(scope="module")
def tagged(office: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The registry with a release that Tina has signed."""
    upstream = Path(shutil.copytree(office, tmp_path_factory.mktemp("tagged") / "upstream"))
    git(upstream, "checkout", "-q", "main")
    tina = (upstream / "governance/people/tina.yaml").read_text()
    held = '{role: release, scope: ["*"], from: "2026-01-01"}'
    commit(write(upstream, {"governance/people/tina.yaml": tina.replace("roles: [", f"roles: [{held}, ")}))
    _alvara(upstream, "root", "prepare")
    for person in ("ana", "bia"):
        _alvara(upstream, "root", "sign", "--as", person, "--key", f"keys/{person}")
    commit(upstream)
    _agreed(upstream, "tom", "bia")
    _alvara(upstream, "release", "prepare", "2026.09", "--now", MOMENT)
    commit(upstream)
    _alvara(
        upstream, "release", "2026.09", "--as", "tina", "--key", "keys/tina", "--root", _pin(upstream), "--now", MOMENT
    )  # fmt: skip
    return upstream


@pytest.fixture
def released(tagged: Path, tmp_path: Path) -> Path:
    """A copy of it for one test."""
    return Path(shutil.copytree(tagged, tmp_path / "upstream"))


def test_release_passes_on_both(released: Path) -> None:
    target = git(released, "rev-parse", "v2026.09^{commit}")
    runner = _checked_out(released, f"+{target}:refs/tags/v2026.09", "refs/tags/v2026.09")
    variables = {"ALVARA_ROOT": _pin(released), "CI_COMMIT_TAG": "v2026.09", "CI_DEFAULT_BRANCH": "main"}

    steps = on_github("release", runner, _event(released) | {"github.ref_name": "v2026.09"})
    done = on_gitlab("alvara-release", runner, variables)

    assert [step.code for step in steps] == [0] * 7, steps[-1].said
    assert done.code == 0, done.said


def test_tag_that_somebody_made_anew_is_refused(released: Path) -> None:
    git(released, "tag", "-f", "-a", "-m", "anew", "v2026.09", "v2026.09^{commit}")
    runner = _checked_out(released, "+refs/tags/v2026.09:refs/tags/v2026.09", "refs/tags/v2026.09")

    last = on_github("release", runner, _event(released) | {"github.ref_name": "v2026.09"})[-1]

    assert (last.name, last.code) == ("Check", 2), last.said
