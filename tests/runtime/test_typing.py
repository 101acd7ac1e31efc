"""Programs that use the registry are checked by its types."""

import subprocess
import sys
from pathlib import Path

PROGRAM = """
from typing import Literal

from alvara import DamagedBundle, Registry, Store

registry = Registry.open("dist/bundle")
store = Store.open("store")
registry = Registry.from_store("store", version=None)
resource = registry.get_resource("workPermit.validity")
if resource is not None:
    name: str = resource.id
    registry.get_capabilities(resource.id)[0].input_schema
reveal_type(registry.find_resources(text="prazo", type="field"))
decision = registry.decide("x", input={}, principal={}, now="2026-09-01T12:00:00Z", denied=store.denied())
reveal_type(decision.decision)
answers: tuple[Literal["resolved", "ambiguous", "unknown"], tuple[str, ...]] = (
    registry.resolve("altere o prazo desta permissão", locale="pt-BR", focus="workPermit.validity").outcome,
    registry.discover(page="workPermit", tab="components", permissions={"workPermit.update"}, tenant="t1")
    .capabilities[0].knowledge,
)
try:
    Registry.open("x")
except DamagedBundle as error:
    print(error)
"""
WRONG = """
from alvara import Registry

registry = Registry.open(5)
registry.get_resource("workPermit").id
registry.get_capability("workPermit.read").endpoint
registry.decide("x", {}, {})
"""


def check(program: str, folder: Path) -> str:
    """Check a program as its author would, strictly."""
    (folder / "program.py").write_text(program, encoding="utf-8")
    ran = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--no-incremental", "--follow-imports=silent", "program.py"],
        cwd=folder, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    return ran.stdout


def test_a_program_that_is_right_is_found_to_be(tmp_path: Path) -> None:
    said = check(PROGRAM, tmp_path)

    assert 'Revealed type is "tuple[alvara.bundle.public.PublicResource, ...]"' in said.replace("builtins.", "")
    assert "Success: no issues found" in said


def test_mistakes_are_found(tmp_path: Path) -> None:
    said = check(WRONG, tmp_path)

    assert [line.split(":")[1] for line in said.splitlines() if ": error: " in line] == ["4", "5", "6", "6", "7", "7"]
