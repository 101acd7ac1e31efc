"""Text to the terminal: results to standard output, everything else to standard error."""

import sys

from alvara.report.escape import one_line


def put(text: str) -> None:
    """Print a result whose hidden characters are escaped already."""
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode("utf-8", "backslashreplace"))
    sys.stdout.buffer.flush()


def say(text: str) -> None:
    """Print a line of our own about the run."""
    sys.stderr.write(f"alvara: {one_line(text)}\n")
