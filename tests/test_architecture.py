"""What import contracts cannot see."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "tools/alvara"
MODULES = sorted(PACKAGE.rglob("*.py"))
SHELL = {"adapters", "runtime", "mcp", "cli", "__main__.py"}
CORE = [p for p in MODULES if p.relative_to(PACKAGE).parts[0] not in SHELL]
DRAWERS = {"utils.py", "util.py", "helpers.py", "common.py", "misc.py", "base.py", "tools.py"}
CLOCKS = {"now", "today", "utcnow", "time", "time_ns"}


def _name(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


@pytest.mark.parametrize("module", CORE, ids=_name)
def test_core_neither_opens_nor_prints_nor_reads_a_clock(module: Path) -> None:
    calls = [node for node in ast.walk(ast.parse(module.read_text())) if isinstance(node, ast.Call)]
    names = {call.func.id for call in calls if isinstance(call.func, ast.Name)}
    methods = {
        call.func.attr
        for call in calls
        if isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Name)
        if call.func.value.id in {"datetime", "date", "time"}
    }

    assert not names & {"open", "print", "input", "exec", "eval"}
    assert not methods & CLOCKS


@pytest.mark.parametrize("module", CORE, ids=_name)
def test_core_keeps_no_global_state(module: Path) -> None:
    tree = ast.parse(module.read_text())

    assert not [node for node in ast.walk(tree) if isinstance(node, ast.Global)]


def test_there_is_no_drawer_module() -> None:
    assert [_name(p) for p in MODULES if p.name in DRAWERS] == []


def test_no_class_is_a_manager_a_mixin_or_a_helper() -> None:
    classes = {
        f"{_name(module)}: {node.name}"
        for module in MODULES
        for node in ast.walk(ast.parse(module.read_text()))
        if isinstance(node, ast.ClassDef) and re.search(r"Manager|Mixin|Helper|^Base[A-Z]|Impl$", node.name)
    }

    assert set() == classes


def test_modules_stay_small() -> None:
    files = [*MODULES, *(ROOT / "tests").rglob("*.py"), *(ROOT / "benchmarks").rglob("*.py")]

    assert [p.relative_to(ROOT).as_posix() for p in files if len(p.read_text().splitlines()) > 400] == []


@pytest.mark.parametrize("module", MODULES, ids=_name)
def test_module_docstring_is_one_line(module: Path) -> None:
    docstring = ast.get_docstring(ast.parse(module.read_text()), clean=False)

    assert docstring
    assert "\n\n" in docstring or "\n" not in docstring


def test_architecture_page_uses_the_packages_own_words() -> None:
    page = (ROOT / "ARCHITECTURE.md").read_text()
    folders = [p for p in sorted(PACKAGE.iterdir()) if (p / "__init__.py").exists()]
    missing = [
        folder.name
        for folder in folders
        if f"`{folder.name}/` | {ast.get_docstring(ast.parse((folder / '__init__.py').read_text()))}" not in page
    ]

    assert missing == []


@pytest.mark.parametrize("page", ["ARCHITECTURE.md", "README.md"])
def test_modules_that_a_page_names_are_there(page: str) -> None:
    named = re.findall(r"`((?:[a-z_]+/)+[a-z_]+\.py)`", (ROOT / page).read_text())

    assert [path for path in named if not (PACKAGE / path).exists() and not (ROOT / path).exists()] == []
