"""F12: a version without quotes is never a number on the quiet."""

from pathlib import Path

import pytest

from tests.fieldcases.checking import CAPABILITY, POLICY, change, check, sow


@pytest.fixture
def seed(tmp_path: Path) -> Path:
    return sow(tmp_path / "seed")


WRITTEN = [(CAPABILITY, '"1.4.0"', 2), (POLICY, '"1.0.0"', 2)]
FILES = pytest.mark.parametrize(("path", "old", "line"), WRITTEN, ids=["capability", "policy"])


def test_seed_is_clean(seed: Path) -> None:
    found = check(seed)

    assert (found.code, found.findings) == (0, [])


@FILES
@pytest.mark.parametrize(
    "written", ["1.10", "1.4", "2", "1e3", "0x1F", "0o7", "-1", ".5", "1.", "007", "1.10   # soon 1.11"]
)
def test_number_is_shown_as_written(seed: Path, path: str, old: str, line: int, written: str) -> None:
    change(seed, path, old, written)
    found = check(seed)
    number = written.partition(" ")[0]

    assert (1, [("version-not-a-string", f"{path}:{line}:10")]) == (found.code, found.briefly)
    assert f"`{number}`" in found.only["message"]
    assert f'"{number}"' in found.only["help"]
    assert 10 + len(number) == found.only["endColumn"]


@FILES
@pytest.mark.parametrize(
    "written",
    ['"1.10"', "v1.10.0", "1_0", "01.4.0", "1.2.3.4", "latest", "1.10.x", '"1e3"', '" 1.0.0"', "2026-09-01", "1.0.0-"],
)
def test_text_that_is_no_version_is_told_at_its_place(seed: Path, path: str, old: str, line: int, written: str) -> None:
    change(seed, path, old, written)
    found = check(seed)

    assert (1, [("version-not-semver", f"{path}:{line}:10")]) == (found.code, found.briefly)
    assert f"`{written.strip(chr(34))}`" in found.only["message"]


@FILES
@pytest.mark.parametrize("written", ["1.10.0", '"1.10.0"', "'1.10.0'", "1.10.0-rc.10", "1.10.0+build.7"])
def test_version_is_a_version_with_or_without_quotes(seed: Path, path: str, old: str, line: int, written: str) -> None:
    change(seed, path, old, written)
    found = check(seed)

    assert (found.code, found.findings) == (0, [])


@FILES
@pytest.mark.parametrize("written", ["", "null", "true", "[1, 2]", "{major: 1}"])
def test_what_is_neither_a_number_nor_a_text_has_the_wrong_shape(
    seed: Path, path: str, old: str, line: int, written: str
) -> None:
    change(seed, path, old, written)
    found = check(seed)

    assert found.code == 1
    assert [("wrong-shape", line)] == [(finding["rule"], finding["line"]) for finding in found.findings]
