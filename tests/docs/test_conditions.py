"""What the page on conditions says an expression comes to is what it comes to."""

import re
from datetime import UTC, datetime
from json import loads
from typing import Any

import pytest

from alvara.conditions import canonical, cost, engine, group, matching
from alvara.conditions.engine import Program, Scope
from alvara.conditions.failures import CODES
from alvara.conditions.group import Group
from alvara.documents.load import load_text
from tests.docs.generate import ROOT

PAGE = (ROOT / "docs/conditions.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(\w+)\n(.*?)```", PAGE, re.DOTALL)
EXAMPLES = [
    tuple(re.split(r" +// ", line)) for kind, text in BLOCKS if kind == "cel" for line in text.splitlines() if line
]
NOW = datetime(2026, 5, 1, 9, tzinfo=UTC)


def values() -> Any:
    """Read the values that the page shows."""
    return loads(next(text for kind, text in BLOCKS if kind == "json"))


def test_there_are_examples_of_everything() -> None:
    assert len(EXAMPLES) >= 50
    assert {"true", "false", "missing_key", "wrong_type"} <= {expected for _, expected in EXAMPLES}


@pytest.mark.parametrize(("expr", "expected"), EXAMPLES)
def test_an_example_comes_to_what_the_page_says(expr: str, expected: str) -> None:
    result = Program(expr).judge(Scope(values(), NOW))
    assert (result.code or result.truth.value.lower()) == expected


def test_the_condition_of_the_page_holds() -> None:
    (text,) = [text for kind, text in BLOCKS if kind == "yaml" and text.startswith("when:")]
    truth, atoms = Group.of(load_text("page.yaml", text).value["when"]).judge(Scope(values(), NOW))
    assert (truth.value, [id for id, _, _ in atoms]) == ("TRUE", ["approved", "long"])


def test_every_code_is_explained() -> None:
    assert set(re.findall(r"^\| `(\w+)` \| ", PAGE, re.MULTILINE)) >= CODES
    table = PAGE.partition("| code | what it was |")[2].partition("## ")[0]
    assert set(re.findall(r"^\| `(\w+)` \| ", table, re.MULTILINE)) == CODES


def test_every_root_is_listed() -> None:
    table = PAGE.partition("## What can be read")[2].partition("```")[0]
    first = " ".join(line.split("|")[1] for line in table.splitlines() if line.startswith("| `"))
    assert set(re.findall(r"`(\w+)`", first)) == {*engine.ROOTS, "now"}


def test_the_limits_are_those_of_the_code() -> None:
    table = PAGE.partition("## Limits")[2].partition("## ")[0]
    for limit in (
        f"{engine.MOST_SOURCE} bytes",
        f"groups within each other | {group.MOST_GROUPS} |",
        f"loops within each other | {engine.MOST_NESTING} |",
        f"{engine.MOST_WALKED // 1024} KiB, {engine.MOST_ITEMS} items",
        f"some {cost.MOST_STEPS // 10**6} million characters",
        f"counts out | {matching.MOST_REPEATED} |",
        f"{canonical.MOST_BYTES >> 20} MiB, {canonical.MOST_DEPTH} levels",
        f"beyond {canonical.MOST_EXACT}",
    ):
        assert limit in table


def _traps() -> tuple[list[str], str]:
    section = PAGE.partition("## In YAML")[2]
    wrong, right, block = re.findall(r"```yaml\n(.*?)```", section, re.DOTALL)[:3]
    return wrong.splitlines(), right + block


def test_every_trap_of_yaml_is_found_and_its_remedy_is_sound() -> None:
    wrong, right = _traps()
    assert len(wrong) == 5
    for line in wrong:
        assert load_text("page.yaml", line + "\n").problems, line
    document = load_text("page.yaml", right)
    assert document.problems == ()
    for item in document.value:
        Program(item["expr"])
