"""F27: what is announced to end ends on that day in UTC and not before, wherever the machine stands."""

from pathlib import Path

import pytest

from tests.fieldcases.checking import write
from tests.fieldcases.revisions import ZONE, ZONE_TEXT, bury, commit, deprecated, judged, sow_contracts
from tests.fieldcases.surroundings import alvara, git

_ZONES = ("Etc/GMT+11", "Pacific/Kiritimati")


@pytest.fixture
def registry(tmp_path: Path) -> Path:
    (tmp_path / "registry").mkdir()
    return sow_contracts(tmp_path / "registry")


def _announce(root: Path, text: str) -> None:
    write(root, ZONE, text)
    commit(root)


def _remove(root: Path) -> None:
    (root / ZONE).unlink()
    bury(root)


@pytest.mark.parametrize("zone", _ZONES)
@pytest.mark.parametrize(
    ("now", "expected"),
    [
        ("2026-11-30T23:59:59Z", 1),
        ("2026-12-01T00:00:00Z", 0),
        ("2026-12-01T13:00:00+14:00", 1),
        ("2026-11-30T13:00:00-11:00", 0),
    ],
)
def test_day_of_the_end_is_a_day_in_utc_wherever_the_machine_stands(
    registry: Path, now: str, expected: int, zone: str
) -> None:
    _announce(registry, deprecated("2026-12-01"))
    _remove(registry)

    done = alvara(registry, "check", "--base", "HEAD", "--now", now, TZ=zone)

    assert (done.returncode, done.stderr) == (expected, "")
    assert ("error[removed-before-window]" in done.stdout) == bool(expected)
    if expected:
        assert f"base:{ZONE}:6:49:" in done.stdout
        assert "2026-12-01" in done.stdout


@pytest.mark.parametrize("zone", _ZONES)
@pytest.mark.parametrize(("day", "expected"), [("2026-11-30T23:30:00Z", 1), ("2026-12-01T00:30:00Z", 0)])
def test_day_is_that_of_the_commit_where_none_is_given(registry: Path, day: str, expected: int, zone: str) -> None:
    _announce(registry, deprecated("2026-12-01"))
    git(registry, "checkout", "-q", "-b", "work")
    _remove(registry)
    git(registry, "add", "-A")
    git(registry, "commit", "-q", "-m", "gone", GIT_COMMITTER_DATE=day, GIT_AUTHOR_DATE="2020-01-01T00:00:00Z")

    assert alvara(registry, "check", TZ=zone).returncode == expected


def test_end_without_a_day_cannot_come(registry: Path) -> None:
    _announce(registry, deprecated("2026-12-01", removeAfter=None))
    _remove(registry)

    assert judged(registry).briefly == [("removed-before-window", f"{ZONE}:4:9")]


def test_end_that_is_brought_forward_is_said_where_it_stands(registry: Path) -> None:
    _announce(registry, deprecated("2026-12-01"))
    write(registry, ZONE, deprecated("2026-11-01"))

    found = judged(registry).only

    assert (found["rule"], found["line"], found["column"]) == ("deprecation-shortened", 6, 49)
    assert "2026-12-01" in found["message"]


def test_end_that_is_put_off_is_fine(registry: Path) -> None:
    _announce(registry, deprecated("2026-12-01"))
    write(registry, ZONE, deprecated("2027-12-01"))

    assert judged(registry).briefly == []


def test_end_that_is_taken_out_of_the_announcement_is_one_finding(registry: Path) -> None:
    _announce(registry, deprecated("2026-12-01"))
    write(registry, ZONE, deprecated("2026-12-01", removeAfter=None))

    assert [rule for rule, _ in judged(registry).briefly] == ["deprecation-missing"]


@pytest.mark.parametrize("way", ["by a tombstone", "in its file"])
def test_active_thing_is_not_removed_in_one_step(registry: Path, way: str) -> None:
    if way == "by a tombstone":
        _remove(registry)
    else:
        write(registry, ZONE, ZONE_TEXT.replace("active", "removed"))

    found = [(rule, place) for rule, place in judged(registry).briefly if rule != "status-removed-in-file"]

    assert found == [("lifecycle-step-skipped", f"{ZONE}:4:9")]


def test_deprecated_thing_does_not_become_active_again(registry: Path) -> None:
    _announce(registry, deprecated("2026-12-01"))
    write(registry, ZONE, ZONE_TEXT)

    assert judged(registry).briefly == [("lifecycle-went-back", f"{ZONE}:4:9")]


@pytest.mark.parametrize("day", ["31/12/2026", "2026-12-1", "2026-02-30", "tomorrow", "2026-12-01T00:00:00Z"])
def test_day_that_is_none_is_said_where_it_stands(registry: Path, day: str) -> None:
    write(registry, ZONE, deprecated(day))

    assert judged(registry).briefly == [("wrong-shape", f"{ZONE}:6:49")]


def test_end_in_the_past_at_the_announcement_is_said(registry: Path) -> None:
    write(registry, ZONE, deprecated("2026-05-01"))

    assert judged(registry).briefly == [("deprecation-too-short", f"{ZONE}:6:49")]


@pytest.mark.parametrize(
    ("days", "end", "expected"),
    [
        (None, "2026-08-29", ["deprecation-too-short"]), (None, "2026-08-30", []),
        (30, "2026-06-30", ["deprecation-too-short"]), (30, "2026-07-01", []), (0, "2026-06-01", []),
    ],
)  # fmt: skip
def test_waiting_time_is_that_of_the_settings(registry: Path, days: int | None, end: str, expected: list[str]) -> None:
    if days is not None:
        with (registry / "alvara.yaml").open("a") as settings:
            settings.write(f"deprecation: {{minimumDays: {days}}}\n")
    write(registry, ZONE, deprecated(end))

    assert [rule for rule, _ in judged(registry, now="2026-06-01T12:00:00Z").briefly] == expected


def test_window_that_was_over_before_it_was_announced_is_said(registry: Path) -> None:
    write(registry, ZONE, deprecated("2026-08-31"))

    assert judged(registry, now="2026-08-31T23:59:59Z").briefly == []
    assert judged(registry, now="2026-09-01T00:00:00Z").briefly == [("deprecation-backdated", f"{ZONE}:6:49")]


def test_end_cannot_be_announced_and_come_in_one_change(registry: Path) -> None:
    write(registry, ZONE, deprecated("2026-09-01").replace("deprecated", "removed"))

    assert "lifecycle-step-skipped" in {rule for rule, _ in judged(registry).briefly}
