"""Attacks on what people agree on, each with what has to be said of it, and beside them what is honest."""

import pytest

from tests.approvals.scenario import Scenario, all_scenarios

_ALL = all_scenarios()


@pytest.mark.parametrize("scenario", _ALL.values(), ids=list(_ALL))
def test_the_verdict_is_as_expected(scenario: Scenario) -> None:
    assert scenario.verdict() == scenario.expected


def test_every_row_of_the_table_that_is_about_checking_has_its_story() -> None:
    assert {scenario.row for scenario in _ALL.values()} - {0} == set(range(1, 34))
