"""What `check --fix` mends: after it the finding is gone, and nothing is wrong that was not before."""

import re
import shutil
from collections import Counter
from pathlib import Path

import pytest

from alvara.app.fixing import FIXES
from alvara.rules import all_rules
from tests.bundle.repository import commit
from tests.case import DEFAULT_CONFIG, NOW
from tests.cli.conftest import Run
from tests.cli.conftest import run as run
from tests.rules.test_rules import HERE

CASES = sorted(path for rule in FIXES for path in HERE.glob(f"{rule}/bad/*"))
UNCERTAIN = {
    "integer-beside-number/bad/of-two-fields",
    "version-not-a-string/bad/exponent",
    "version-not-semver/bad/four-parts",
    "version-not-semver/bad/underscore-is-no-digit",
    "version-not-semver/bad/words",
}
"""Cases in which nobody can tell what was meant, or for which no literal could be written otherwise."""


def _name(case: Path) -> str:
    return case.relative_to(HERE).as_posix()


@pytest.fixture
def registry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for who in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{who}_NAME", "Ana")
        monkeypatch.setenv(f"GIT_{who}_EMAIL", "ana@example.com")
    root = tmp_path / "registry"
    root.mkdir()
    (root / "alvara.yaml").write_bytes(DEFAULT_CONFIG)
    return root


def _lay_out(case: Path, registry: Path) -> None:
    """Commit the base of a case, where it has one, and put its present files in its place."""
    for side in ("base", "current"):
        if (case / side).is_dir():
            for entry in registry.iterdir():
                if entry.is_dir() and entry.name != ".git":
                    shutil.rmtree(entry)
            shutil.copytree(case / side, registry, dirs_exist_ok=True)
        if side == "base":
            commit(registry)


def _files(registry: Path) -> dict[str, bytes]:
    return {
        str(path): path.read_bytes() for path in registry.rglob("*.*") if path.is_file() and ".git" not in path.parts
    }


def _hidden_by_the_shape(registry: Path, files: dict[str, bytes], run: Run, at: tuple[str, ...]) -> Counter[str]:
    """Count what else a case has to say for itself once its version is a text, by another hand than ours."""
    left = _files(registry)
    for path, data in files.items():
        Path(path).write_bytes(re.sub(rb"(?m)^version: [0-9.]+", b'version: "7.0.0"', data))
    found = Counter(finding["rule"] for finding in run(*at).json["findings"])
    for path, data in left.items():
        Path(path).write_bytes(data)
    return found


def test_the_rules_say_what_is_mended() -> None:
    assert {rule.name for rule in all_rules() if rule.fixable} == set(FIXES)


def test_no_uncertain_case_is_gone() -> None:
    assert {_name(case) for case in CASES} > UNCERTAIN


@pytest.mark.parametrize("case", CASES, ids=_name)
def test_what_is_mended_is_found_no_more(case: Path, registry: Path, run: Run) -> None:
    _lay_out(case, registry)
    rule, at = case.relative_to(HERE).parts[0], ("-C", str(registry), "check", "--now", NOW, "--format", "json")
    files = _files(registry)
    before = Counter(finding["rule"] for finding in run(*at).json["findings"])

    fixed = run(*at, "--fix", "--only", rule)
    left = _files(registry)
    after = Counter(finding["rule"] for finding in run(*at).json["findings"])
    again = run(*at, "--fix", "--only", rule)

    assert before[rule] > 0
    if _name(case) in UNCERTAIN:
        assert (fixed.err, left) == ("", files)
    else:
        assert (fixed.code, fixed.json["findings"], after[rule]) == (0, [], 0)
        assert (rule in fixed.err, left != files) == (True, True)
        assert not after - before - _hidden_by_the_shape(registry, files, run, at)
    assert (again.err, _files(registry)) == ("", left)
