"""F22: what is said to replace a thing is an ID of its kind that is there, and says so at the place of the value."""

from pathlib import Path

import pytest

from tests.fieldcases.checking import write
from tests.fieldcases.revisions import ZONE, ZONE_TEXT, commit, deprecated, judged, sow_contracts

_AREA, _SITE = "semantic-ids/work-permit/area.yaml", "semantic-ids/work-permit/site.yaml"


@pytest.fixture
def registry(tmp_path: Path) -> Path:
    (tmp_path / "registry").mkdir()
    root = sow_contracts(tmp_path / "registry")
    write(root, _AREA, ZONE_TEXT.replace("zone", "area").replace("Zone", "Area"))
    commit(root)
    return root


def _replaced(by: str) -> str:
    return deprecated("2026-12-01", reason=None, replacedBy=by)


_COLUMN = _replaced("").split("\n")[5].index("replacedBy: ") + len("replacedBy: ") + 1


@pytest.mark.parametrize(
    ("by", "rule"),
    [
        ('"Use workPermit.area instead."', "successor-not-an-id"),
        ("workPermit.nope", "unknown-successor"),
        ("workPermit.updateValidity", "unknown-successor"),
        ("workPermit.high", "unknown-successor"),
        ("workPermit.zone", "unknown-successor"),
        ("docs/work-permit", "successor-not-an-id"),
    ],
)
def test_successor_that_is_none_is_said_at_its_place(registry: Path, by: str, rule: str) -> None:
    write(registry, ZONE, _replaced(by))

    done = judged(registry)

    assert (done.code, done.briefly) == (1, [(rule, f"{ZONE}:6:{_COLUMN}")])


@pytest.mark.parametrize("by", ["workPermit.area", "workPermit.validUntil", "workPermit.expiryDate"])
def test_successor_that_is_there_under_any_of_its_names_is_fine(registry: Path, by: str) -> None:
    write(registry, ZONE, _replaced(by))

    assert judged(registry).briefly == []


def test_successor_on_its_way_out_is_a_warning(registry: Path) -> None:
    write(registry, ZONE, _replaced("workPermit.area"))
    write(registry, _AREA, _replaced("workPermit.validUntil").replace("zone", "area").replace("Zone", "Area"))

    done = judged(registry)

    assert (done.code, done.briefly) == (0, [("successor-deprecated", f"{ZONE}:6:{_COLUMN}")])


def test_successor_of_what_is_not_deprecated_is_said(registry: Path) -> None:
    write(registry, ZONE, _replaced("workPermit.area").replace("status: deprecated", "status: active"))

    done = judged(registry)

    assert (done.code, done.briefly) == (1, [("deprecation-without-status", f"{ZONE}:6:{_COLUMN}")])


def test_successor_that_is_removed_in_the_same_change_is_said_once_where_it_stood(registry: Path) -> None:
    write(registry, ZONE, _replaced("workPermit.area"))
    commit(registry)
    (registry / _AREA).unlink()

    assert [rule for rule, _ in judged(registry).briefly] == ["removed-without-tombstone"]


@pytest.mark.parametrize(
    ("named", "expected"),
    [
        ("workPermit.area", []),
        ("workPermit.validUntil", ["successor-retargeted"]),
        ("workPermit.site", []),
    ],
    ids=["kept", "another", "the successor's successor"],
)
def test_successor_that_was_announced_is_kept(registry: Path, named: str, expected: list[str]) -> None:
    ended = _replaced("workPermit.site").replace("zone", "area").replace("Zone", "Area")
    write(registry, _SITE, ZONE_TEXT.replace("zone", "site").replace("Zone", "Site"))
    write(registry, _AREA, ended)
    write(registry, ZONE, _replaced("workPermit.area"))
    commit(registry)
    write(registry, ZONE, _replaced(named))

    found = [(rule, place) for rule, place in judged(registry).briefly if rule != "successor-deprecated"]

    assert found == [(rule, f"{ZONE}:6:{_COLUMN}") for rule in expected]


def test_sentence_may_become_the_id_that_it_names(registry: Path) -> None:
    write(registry, ZONE, _replaced('"Use workPermit.area instead."'))
    commit(registry)
    write(registry, ZONE, _replaced("workPermit.area"))

    assert judged(registry).briefly == []
