"""What a check loads: nothing of approvals, keys and signatures where nobody governs any, nor of CEL without it."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.bundle.repository import commit, write
from tests.cli.releases import READ, make_repository

REHEARSING = ("alvara.scenarios", "alvara.rules.scenario", "alvara.decode.scenario", "alvara.decisions")
ASKING = ("alvara.conditions", "alvara.rules.condition", "alvara.workspace.conditioned", "cel_expr_python")
HEAVY = (
    *REHEARSING, *ASKING,
    "alvara.approvals", "alvara.signatures", "alvara.app.agreeing", "alvara.decode.governance", "cryptography",
)  # fmt: skip
POLICY = {"governance/policy.yaml": "levels: {high: {slots: [technical], assurance: signed}}\n"}
ASK = f"""
import sys
from alvara.cli.main import main
sys.argv = ["alvara", "check"]
try:
    main()
except SystemExit:
    pass
print("loaded:", *(name for name in {HEAVY} if name in sys.modules))
"""


def _loaded(folder: Path) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-c", ASK], cwd=folder, capture_output=True, text=True, timeout=60, check=True
    )
    assert "checked" in done.stdout, done.stderr
    return set(done.stdout.rpartition("loaded:")[2].split())


def test_registry_that_nobody_governs_loads_nothing_of_approvals(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert _loaded(make_repository(tmp_path, monkeypatch)) == set()


def test_registry_that_is_governed_loads_what_judges_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    registry = make_repository(tmp_path, monkeypatch)
    write(registry, POLICY)
    commit(registry)

    assert _loaded(registry) >= {"alvara.approvals", "alvara.app.agreeing", "alvara.decode.governance"}


def test_registry_that_asks_something_loads_what_judges_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    registry = make_repository(tmp_path, monkeypatch)
    condition = "confirmation: {when: {all: [{id: long, expr: 'has(input.days) && input.days > 9', text: Long.}]}}\n"
    write(registry, {str(READ): READ.read_text() + condition})
    commit(registry)

    assert _loaded(registry) == {*ASKING, "alvara.decisions"}


def test_the_version_is_told_without_a_library() -> None:
    ask = "import sys; from alvara.cli.main import main; main(['--version']); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-S", "-c", ask], capture_output=True, text=True, timeout=60, check=True,
                          env={"PYTHONPATH": str(Path(__file__).parents[2] / "tools")})  # fmt: skip

    assert {"typing", "re", "click", "dataclasses", "importlib.util"} & set(done.stdout.split()) == set()
