"""Standard output and standard error as a run finds them: closed, full, or with nobody at the other end.

What is printed here is whole or said to be lost; a stream that failed once is led into nothing, so that the interpreter
does not stumble over it at the end.
"""

import os
import sys

from alvara.cli.errors import CannotLook


def open_closed() -> None:
    """Let streams that were closed before we started swallow what is written to them.

    Their numbers are taken first, so that no file of ours gets one of them.
    """
    while (number := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass
    os.close(number)
    if sys.stdout is None:
        sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115 - open to the end
    if sys.stderr is None:
        sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115


def put(text: str) -> None:
    """Print a result, whose hidden characters are escaped already. Raises `CannotLook` where it is lost.

    A reader that left early changes nothing.
    """
    try:
        sys.stdout.flush()
        sys.stdout.buffer.write(text.encode("utf-8", "backslashreplace"))
        sys.stdout.flush()
    except BrokenPipeError:
        give_up(1)
    except OSError as error:
        give_up(1)
        raise CannotLook(f"standard output: {error.strerror}") from error


def put_error(text: str) -> None:
    """Write to standard error. Where that is impossible there is nobody to tell, and nothing else changes."""
    try:
        sys.stderr.write(text)
        sys.stderr.flush()
    except OSError:
        give_up(2)


def give_up(number: int) -> None:
    """Lead the stream of this number into nothing."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, number)
    os.close(null)
