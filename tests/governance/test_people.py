"""What somebody may let another do in their place."""

import pytest

from alvara.model.governance import Delegation, Person, Role, Window

HELD = (Role("technical", ("workPermit",)),)


def _lending(start: str, end: str, to: str = "bea", scope: str = "workPermit") -> Person:
    grant = Role("technical", (scope,), Window(start, end))
    return Person("ana", "governance/people/ana.yaml", "Ana", roles=HELD, delegations=(Delegation(to, grant),))


@pytest.mark.parametrize(
    ("person", "to", "counts"),
    [
        (_lending("2026-07-01", "2026-07-30"), "bea", True),
        (_lending("2026-07-01", "2026-07-31"), "bea", False),
        (_lending("2026-07-01", ""), "bea", False),
        (_lending("", "2026-07-30"), "bea", False),
        (_lending("0000-01-01", "2026-07-30"), "bea", False),
        (_lending("2026-07-01", "2026-07-30"), "caio", False),
        (_lending("2026-07-01", "2026-07-30", to="ana"), "ana", False),
        (_lending("2026-07-01", "2026-07-30", scope="*"), "bea", True),
        (_lending("2026-07-01", "2026-07-30", scope="workPermitArchive"), "bea", False),
    ],
)
def test_a_delegation_counts_for_an_absence(person: Person, to: str, *, counts: bool) -> None:
    assert person.lets(to, "technical", "workPermit.close", "2026-07-01") is counts


def test_nobody_lends_what_they_do_not_hold() -> None:
    assert not _lending("2026-07-01", "2026-07-30", scope="*").lets("bea", "technical", "vehicle.sell", "2026-07-01")
    assert not _lending("2026-07-01", "2026-07-30").lets("bea", "business", "workPermit.close", "2026-07-01")
