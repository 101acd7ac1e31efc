"""A verifier that is broken in one place is noticed: by the scenarios that are named with the breakage."""

import pytest

from tests.approvals.mutants import MUTANTS, Mutant, applied
from tests.approvals.scenario import all_scenarios

_ALL = all_scenarios()


@pytest.mark.parametrize("mutant", MUTANTS, ids=[mutant.name.replace(" ", "-") for mutant in MUTANTS])
def test_a_breakage_is_noticed(mutant: Mutant) -> None:
    assert mutant.noticed_by
    for name in mutant.noticed_by:
        with applied(mutant):
            found = _ALL[name].verdict()

        assert found != _ALL[name].expected, f"{name} does not notice that {mutant.name}"


def test_there_are_enough_of_them() -> None:
    assert len(MUTANTS) == len({mutant.name for mutant in MUTANTS})
    assert len(MUTANTS) >= 30
