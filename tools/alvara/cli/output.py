"""Text to the terminal: results to standard output, everything else to standard error."""

from alvara.cli.streams import put_error, put_out
from alvara.report.escape import one_line


def put(text: str) -> None:
    """Print a result whose hidden characters are escaped already."""
    put_out(text)


def say(text: str) -> None:
    """Print a line of our own about the run."""
    put_error(f"alvara: {one_line(text)}\n")


def refusal(word: str) -> str:
    """Say in a line what could not be opened. However long the path is, the reason behind it is shown."""
    path, _, reason = word.rpartition(": ")
    return f"alvara: could not open {one_line(path)}: {one_line(reason)}\n"
