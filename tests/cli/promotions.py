"""Moments and files that tests of `alvara promote` share, and the first step of an end."""

from pathlib import Path

from tests.cli.conftest import Run

TODAY = ("--now", "2026-09-01T12:00:00Z")
LATER = ("--now", "2027-09-01T12:00:00Z")
ENDING = """\
    status: deprecated
    deprecation: {since: "2026-01-01", removeAfter: "2026-09-01", reason: Not needed any more.}
"""
POSTPONE = Path("capabilities/order/postpone.yaml")
ORDER = Path("semantic-ids/order.yaml")


def files_of(folder: Path) -> dict[str, bytes]:
    """Give all files below a folder."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def announce(run: Run, id: str, *options: str) -> None:
    """Announce an end that was promised long enough ago."""
    assert run("promote", id, "deprecated", *options, "--since", "2026-01-01", *TODAY).code == 0
