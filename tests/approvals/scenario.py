"""What a scenario is: a little story that ends in a change, and what has to be said of that change."""

from collections.abc import Callable
from importlib import import_module
from pkgutil import iter_modules
from typing import NamedTuple

from alvara.approvals.agreements import Agreements
from alvara.rules import rule_named, rules_on
from tests.approvals.registry import CANCEL_FILE
from tests.approvals.world import World

RECORDS = "approvals"
"""The place of a finding in the file of any record."""

MISSING = ("approval-missing", CANCEL_FILE)
INVALID = ("approval-invalid", RECORDS)
PARKED = ("approval-parked", CANCEL_FILE)
"""Records of what the capability does not say: several are told as one, where that stands."""

ONE_PARKED = ("approval-parked", RECORDS)
REWRITTEN = ("approval-rewritten", RECORDS)
UNBUMPED = ("version-not-bumped", CANCEL_FILE)

Verdict = set[tuple[str, str]]
_AGREEING = {rule.name for rule in rules_on(Agreements)}


class Scenario(NamedTuple):
    """`row` is that of the table of attacks, where it is one of them."""

    name: str
    story: Callable[[World], None]
    expected: Verdict
    row: int = 0

    def verdict(self) -> Verdict:
        """Tell the story and give the errors, each with its place; what is wrong with a person alone is left out."""
        world = World()
        self.story(world)
        return {
            (d.rule, RECORDS if d.file.startswith("approvals/") else d.file)
            for d in world.judge()
            if d.severity == "error" and (d.rule in _AGREEING or not d.file.startswith("governance/"))
        }


SCENARIOS: dict[str, Scenario] = {}


def scenario(*expected: tuple[str, str], row: int = 0) -> Callable[[Callable[[World], None]], Callable[[World], None]]:
    """Enter a story under the name of its function; without anything expected the change is fine."""
    for rule, _ in expected:
        assert rule_named(rule)

    def enter(story: Callable[[World], None]) -> Callable[[World], None]:
        name = story.__name__
        assert name not in SCENARIOS, name
        SCENARIOS[name] = Scenario(name, story, set(expected), row)
        return story

    return enter


def all_scenarios() -> dict[str, Scenario]:
    """Give every scenario by its name."""
    package = import_module("tests.approvals.scenarios")
    for module in iter_modules(package.__path__, "tests.approvals.scenarios."):
        import_module(module.name)
    return SCENARIOS
