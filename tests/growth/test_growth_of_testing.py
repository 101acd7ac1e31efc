"""Judging and running suites takes time in proportion to what is written, whatever is misspelt in them."""

from collections.abc import Callable
from typing import Any

import pytest

from alvara.app.decidable_tree import decidable_tree
from alvara.app.library import Library
from alvara.app.settings import read_settings
from alvara.app.survey import survey
from alvara.app.testing import Ground, run_suites, selected_files
from alvara.files.tree import DictTree
from alvara.scenarios.results import Results
from tests.case import NOW, VALIDATORS, extract_all
from tests.growth.measuring import MOST, growth
from tests.scenarios.conftest import FILES, SUITE

HEAD = FILES[SUITE].partition("scenarios:\n")[0]
SCENARIO = "  - {{id: n{i}, principal: {principal}, resource: {resource}, input: {{orderId: o1, days: 3}}, {rest}}}\n"
DENIED = "expect: {decision: deny, reasons: [ORDER_CLOSED]}"
ALLOWED = "expect: {decision: allow}"
LEFT_OUT = f"{{$from: open, $unset: [{', '.join(f'x{i}' for i in range(150))}]}}"


def _scenarios(n: int, **parts: str) -> str:
    said = {"principal": "clerk", "resource": "open", "rest": ALLOWED, **parts}
    return "".join(
        SCENARIO.format(i=i, **{key: text.replace("#", str(i)) for key, text in said.items()}) for i in range(n)
    )


def _fixtures(n: int, text: str) -> str:
    return HEAD + "".join(f"    f{i}: {text.replace('#', str(i + 1))}\n" for i in range(n))


SUITES: dict[str, Callable[[int], str]] = {
    "scenarios that pass": lambda n: f"{HEAD}scenarios:\n{_scenarios(n)}",
    "scenarios that fail": lambda n: f"{HEAD}scenarios:\n{_scenarios(n, rest=DENIED)}",
    "fixtures that are not there": lambda n: f"{HEAD}scenarios:\n{_scenarios(n, resource='opne#')}",
    "fixtures that nobody names": lambda n: f"{_fixtures(n, '{$from: open}')}scenarios:\n{_scenarios(3)}",
    "fixtures that begin as the next": lambda n: f"{_fixtures(n, '{$from: f#}')}scenarios:\n{_scenarios(3)}",
    "fixtures that are misspelt among many": lambda n: (
        f"{_fixtures(n, '{$from: open}')}scenarios:\n{_scenarios(n, resource='g#')}"
    ),
    "codes that nobody declares": lambda n: (
        f"{HEAD}scenarios:\n{_scenarios(n, rest='expect: {decision: deny, reasons: [ORDER_#]}')}"
    ),
    "policies that are not there": lambda n: (
        f"{HEAD}scenarios:\n{_scenarios(n, rest='expect: {decision: deny, decidedBy: [order.close#]}')}"
    ),
    "paths that are left out": lambda n: f"{HEAD}scenarios:\n{_scenarios(n, resource='{$from: open, $unset: [x#]}')}",
    "combinations": lambda n: (
        f"{HEAD}scenarios:\n{_scenarios(1, rest=f'matrix: {{resource.days: {list(range(n))}}}, {ALLOWED}')}"
    ),
    "many paths that are left out": lambda n: f"{HEAD}scenarios:\n{_scenarios(n, resource=LEFT_OUT)}",
}  # fmt: skip


def _nothing_said(_: object) -> Any:
    raise AssertionError("these suites have no utterances")


def _run(files: dict[str, str]) -> Results:
    tree = DictTree(files)
    settings = read_settings(tree, VALIDATORS)
    assert settings.config is not None
    found = survey(tree, settings, VALIDATORS, NOW[:10], extract_all)
    document = Library(tree, settings.config).document
    ground = Ground(found, decidable_tree(found, tree), NOW[:10], document, _nothing_said)
    return run_suites(ground, selected_files(found, lambda path: True), partial=False)


@pytest.mark.parametrize("make", SUITES.values(), ids=SUITES)
def test_time_grows_with_the_size_of_a_suite(make: Callable[[int], str]) -> None:
    assert growth(lambda n: {**FILES, SUITE: make(n)}, _run, 150) < MOST
