"""`alvara bump`: the smallest version that will do, and why."""

from pathlib import Path

import pytest

from tests.bundle.repository import commit, git
from tests.cli.conftest import Run
from tests.cli.releases import READ, change, make_repository, on_branch


@pytest.fixture
def registry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return make_repository(tmp_path, monkeypatch)


def _release(registry: Path, run: Run, version: str) -> None:
    assert run("release", "prepare", version).code == 0
    commit(registry)
    assert run("release", version).code == 0


def _version() -> str:
    return next(line for line in READ.read_text().splitlines() if line.startswith("version"))


@pytest.mark.parametrize(
    ("swap", "version", "reason"),
    [
        (("integer", "string"), "2.0.0", "major: in `inputSchema`"),
        (("{days: {type: integer}}", "{days: {type: integer}, hours: {type: integer}}"), "1.1.0", "minor: "),
        (("Reads an", "Gives an"), "1.0.1", "patch: `description`"),
        (("path: /orders", "path: /order"), "1.0.1", "patch: "),
    ],
)
def test_writes_the_smallest_version(
    registry: Path, run: Run, swap: tuple[str, str], version: str, reason: str
) -> None:  # fmt: skip
    change(READ, swap, ('version: "1.0.0"', "version:  '1.0.0'  # as released"))
    expected = READ.read_bytes().replace(b"'1.0.0'", f"'{version}'".encode())

    done = run("bump", "order.read")

    assert done.code == 0
    assert f"`order.read` is {version} now: it was 1.0.0 in main, and 1.0.0 here\n  {reason}" in done.out
    assert READ.read_bytes() == expected
    assert run("check").code == 0


@pytest.mark.parametrize("written", ["|-\n  {}\n", ">-  # as released\n  {}\n\n", "\n  {}\n", '"{}"\n'])
def test_only_the_number_changes_in_whatever_style_it_has(registry: Path, run: Run, written: str) -> None:
    change(READ, ("Reads an", "Gives an"), ('version: "1.0.0"\n', f"version: {written.format('1.0.0')}"))
    expected = READ.read_text().replace(written.format("1.0.0"), written.format("1.0.1"))

    assert run("bump", "order.read").code == 0
    assert READ.read_text() == expected
    assert run("check").code == 0


@pytest.mark.parametrize(
    ("swaps", "words"),
    [
        ((), "it is new since main, or as it was"),
        ((("status: active", "status: deprecated"),), "nothing asks for more"),
        ((("Reads", "Gives"), ('"1.0.0"', '"1.0.1"')), "what has changed asks for no more"),
        ((("Reads", "Gives"), ('"1.0.0"', '"3.0.0"')), "what has changed asks for no more"),
    ],
)
def test_nothing_to_do_is_said(
    registry: Path, run: Run, swaps: tuple[tuple[str, str], ...], words: str
) -> None:  # fmt: skip
    change(READ, *swaps)
    before = READ.read_bytes()

    done = run("bump", "order.read")

    assert done.code == 0
    assert words in done.out
    assert READ.read_bytes() == before


def test_a_version_that_went_back_comes_forward_again(registry: Path, run: Run) -> None:
    change(READ, ('"1.0.0"', '"0.9.0"'))

    run("bump", "order.read")

    assert _version() == 'version: "1.0.0"'


def test_what_was_released_decides_and_not_the_branch(registry: Path, run: Run) -> None:
    _release(registry, run, "1")
    change(READ, ("days: {type: integer}", "days: {type: integer}, a: {type: integer}"))
    run("bump", "order.read")
    commit(registry)
    on_branch(registry, "more")
    change(READ, ("a: {type: integer}", "a: {type: integer}, b: {type: integer}"))

    done = run("bump", "order.read")

    assert "1.1.0 will do: it was 1.0.0 in v1" in done.out
    assert run("check").code == 0


def test_what_was_a_draft_takes_any_version(registry: Path, run: Run) -> None:
    change(READ, ("status: active", "status: draft"))
    commit(registry)
    change(READ, ("integer", "string"))

    done = run("bump", "order.read", "--base", "HEAD")

    assert (done.code, "will do: it was draft in HEAD" in done.out) == (0, True)


def test_without_the_tag_nobody_can_tell(registry: Path, run: Run) -> None:
    _release(registry, run, "1")
    git(registry, "tag", "-d", "v1")
    change(READ, ("integer", "string"))
    before = READ.read_bytes()

    done = run("bump", "order.read")

    assert done.code == 2
    assert "git fetch origin tag v1" in done.err
    assert READ.read_bytes() == before


def test_dry_run_changes_nothing(registry: Path, run: Run) -> None:
    change(READ, ("integer", "string"))
    before = READ.read_bytes()

    done = run("bump", "order.read", "--dry-run")

    assert done.code == 0
    assert '-version: "1.0.0"\n+version: "2.0.0"\n' in done.out
    assert READ.read_bytes() == before


def test_file_of_a_major_is_to_be_moved(registry: Path, run: Run) -> None:
    READ.rename(READ.with_suffix(".v1.yaml"))
    commit(registry)
    change(READ.with_suffix(".v1.yaml"), ("integer", "string"))

    done = run("bump", "order.read", "--base", "HEAD")

    assert "move it to capabilities/order/read.v2.yaml" in done.out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("order",), "those have no version"),
        (("order.raed",), "did you mean `order.read`?"),
        (("order.read", "--base", "nowhere"), "`nowhere` cannot be the base"),
        (("order.read", "--base", "none"), "nothing to compare with"),
    ],
)
def test_refuses(registry: Path, run: Run, arguments: tuple[str, ...], said: str) -> None:
    done = run("bump", *arguments)

    assert (done.code, done.out) == (2, "")
    assert said in done.err
