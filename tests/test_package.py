"""The wheel works where nothing but the wheel is: an empty venv, an empty folder."""

import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def _run(*command: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "VIRTUAL_ENV"))}
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, env=environment, timeout=600, check=False)


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("wheel")
    made = _run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", out, ROOT, cwd=out)
    assert made.returncode == 0, made.stderr
    return next(out.glob("alvara-*.whl"))


@pytest.fixture(scope="session")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The `bin` folder of a venv that holds the wheel and what it asks for."""
    home = tmp_path_factory.mktemp("venv")
    venv.create(home, with_pip=True)
    done = _run(
        home / "bin/python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--constraint",
        ROOT / "constraints.txt", wheel, cwd=home,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return home / "bin"


def test_wheel_holds_the_schemas_the_rule_pages_and_the_type_marker(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())

    assert {
        "alvara/py.typed", "alvara/schemas/capability.schema.json", "alvara/schemas/output/check-1.schema.json",
        "alvara/pages/broken-binding.md",
    } <= names  # fmt: skip
    assert not [name for name in names if name.startswith(("tests/", "benchmarks/")) or "__pycache__" in name]


def test_new_registry_is_clean(installed: Path, tmp_path: Path) -> None:
    made = _run(installed / "alvara", "init", "demo", cwd=tmp_path)
    checked = _run(installed / "alvara", "-C", "demo", "check", cwd=tmp_path)

    assert (made.returncode, made.stderr) == (0, "")
    assert (checked.returncode, checked.stderr) == (0, "")
    assert "checked 0 documents" in checked.stdout


def test_first_definitions_of_a_new_registry_pass(installed: Path, tmp_path: Path) -> None:
    _run(installed / "alvara", "init", "demo", cwd=tmp_path)
    for kind, id in (("resource", "order"), ("capability", "order.cancel"), ("policy", "order.cancel.own")):
        made = _run(installed / "alvara", "-C", "demo", "new", kind, id, cwd=tmp_path)

        assert made.returncode == 0, made.stderr
    checked = _run(installed / "alvara", "-C", "demo", "check", cwd=tmp_path)

    assert checked.returncode == 0, checked.stdout


def test_rule_page_is_shown_without_the_repository(installed: Path, tmp_path: Path) -> None:
    shown = _run(installed / "alvara", "explain", "broken-binding", cwd=tmp_path)

    assert shown.returncode == 0, shown.stderr
    assert "## How to fix" in shown.stdout


def test_version_is_answered(installed: Path, tmp_path: Path) -> None:
    assert "alvara 0." in _run(installed / "alvara", "--version", cwd=tmp_path).stdout
