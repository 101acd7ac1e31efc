"""A line that says how far a long run is: on a terminal only, after a second only, gone when it is over."""

import sys
import time

from alvara.cli.streams import put_error

_PATIENCE = 1.0
_EVERY = 0.1


class Progress:
    """Counts files. Written to standard error, so that standard output stays what it is."""

    def __init__(self) -> None:
        """Start the clock."""
        self._shown = False
        self._next = time.monotonic() + _PATIENCE if sys.stderr.isatty() else float("inf")

    def __enter__(self) -> "Progress":
        """Count from here."""
        return self

    def __exit__(self, *_: object) -> None:
        """Take the line away."""
        if self._shown:
            put_error("\r\x1b[K")

    def tick(self, done: int, total: int) -> None:
        """Say that so many files of so many are done."""
        now = time.monotonic()
        if now >= self._next:
            self._next, self._shown = now + _EVERY, True
            put_error(f"\r{done:,} of {total:,} files")
