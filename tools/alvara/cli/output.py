"""What is said beside the result of a run: lines of our own, to standard error."""

from alvara.cli.streams import put_error
from alvara.report.escape import one_line


def say(text: str) -> None:
    """Print a line of our own about the run."""
    put_error(f"alvara: {one_line(text)}\n")


def refusal(word: str) -> str:
    """Say in a line what could not be opened. However long the path is, the reason behind it is shown."""
    path, _, reason = word.rpartition(": ")
    return f"alvara: could not open {one_line(path)}: {one_line(reason)}\n"
