"""The moment that a run judges as of: what a calendar knows is taken, all else refused with a way out."""

import hashlib
import zlib
from pathlib import Path

import pytest

from alvara.adapters.clock import commit_moment, parse_moment
from tests.cli.conftest import Run
from tests.fieldcases.surroundings import git

OUTSIDE = "the commit has no date within the years 1 to 9999; give a moment with --now"


@pytest.mark.parametrize(
    ("given", "written"),
    [
        ("2026-09-01T00:00:00Z", "2026-09-01T00:00:00Z"),
        ("2026-09-01t02:00:00.999999999+02:00", "2026-09-01T00:00:00Z"),
        ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z"),
        ("0001-01-01T14:00:00+14:00", "0001-01-01T00:00:00Z"),
        ("0999-12-31T23:59:59z", "0999-12-31T23:59:59Z"),
        ("9999-12-31T23:59:59Z", "9999-12-31T23:59:59Z"),
    ],
)
def test_moment_is_written_in_utc_with_a_year_of_four_digits(given: str, written: str) -> None:
    assert parse_moment(given) == written


@pytest.mark.parametrize(
    "given",
    [
        "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", "0000-01-01T00:00:00Z", "10000-01-01T00:00:00Z",
        "2026-13-01T00:00:00Z", "2026-02-29T00:00:00Z", "2026-01-01T24:00:01Z", "2026-01-01T00:00:61Z",
        "2026-01-01T00:00:00+99:99", "２０２６-01-01T00:00:00Z", "2026-01-01T00:00:00", "2026-01-01", "-1", " ",
    ],
)  # fmt: skip
@pytest.mark.parametrize("verb", ["check", "bundle build", "bundle verify dist"])
def test_moment_that_no_calendar_knows_is_exit_2_in_a_line(shop: Path, run: Run, verb: str, given: str) -> None:
    done = run(*verb.split(), f"--now={given}")

    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"alvara: `{given}` is ")
    assert done.err.count("\n") == 1


def _commit(root: Path, committer: str) -> str:
    """Make a commit that git itself would not write, and let HEAD be it."""
    git(root, "init", "-q")
    git(root, "add", "-A")
    tree = git(root, "write-tree").strip()
    text = f"tree {tree}\nauthor A <a@b.c> 0 +0000\n{committer}\n\ncommitter X <x@y.z> 1700000000 +0000\n".encode()
    data = b"commit %d\0" % len(text) + text
    name = hashlib.sha1(data, usedforsecurity=False).hexdigest()
    (root / ".git/objects" / name[:2]).mkdir(exist_ok=True)
    (root / ".git/objects" / name[:2] / name[2:]).write_bytes(zlib.compress(data))
    head = (root / ".git/HEAD").read_text().removeprefix("ref: ").strip()
    (root / ".git" / head).write_text(f"{name}\n")
    return name


DATES = {
    "in year 10000": "committer A <a@b.c> 253402300800 +0000",
    "beyond what the system's clock counts": "committer A <a@b.c> 9223372036854775808 +0000",
    "of a thousand digits": f"committer A <a@b.c> {'9' * 5000} +0000",
    "before year 1": "committer A <a@b.c> -99999999999999 +0000",
    "that is no number": "committer A <a@b.c> today",
    "that is missing": "encoding UTF-8",
}


@pytest.mark.parametrize("committer", DATES.values(), ids=DATES)
def test_commit_without_a_date_is_exit_2_and_now_helps(shop: Path, run: Run, committer: str) -> None:
    _commit(shop, committer)

    for command in (["check"], ["bundle", "build"], ["bundle", "build", "--rev", "HEAD"]):
        done = run(*command)

        assert (done.code, done.out) == (2, "")
        assert done.err == f"alvara: {OUTSIDE}\n"
    assert "as of 2026-09-01T00:00:00Z" in run("check", "--now", "2026-09-01T00:00:00Z").out


@pytest.mark.parametrize(
    ("seconds", "written"),
    [
        ("-62135596800", "0001-01-01T00:00:00Z"),
        ("0", "1970-01-01T00:00:00Z"),
        ("253402300799", "9999-12-31T23:59:59Z"),
    ],
)
def test_commit_at_the_edge_of_the_calendar_is_taken(seconds: str, written: str) -> None:
    commit = f"tree x\ncommitter A <a@b.c> {seconds} -1400\n\ncommitter B <a@b.c> 1 +0000\n"

    assert commit_moment(commit.encode()) == written
