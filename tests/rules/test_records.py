"""The approvals of case folders are those that `python -m tests.rules.records` writes."""

from pathlib import Path

import pytest

from tests.rules.records import HERE, SIDES, cases, records_of


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.relative_to(HERE).as_posix())
def test_records_are_about_what_the_case_says(case: Path) -> None:
    there = {
        path.relative_to(case).as_posix(): path.read_text(encoding="utf-8")
        for side in SIDES
        for path in (case / side).glob("approvals/**/*.yaml")
    }

    assert there == records_of(case), "run `python -m tests.rules.records`"
