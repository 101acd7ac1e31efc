"""What a server says of its work while it runs: a line each, without the insides of any library."""

import logging
import traceback
from collections.abc import Callable

_GONE = "ClientDisconnect"
"""What the web library raises where a client goes away in the middle of what it sends: nobody has to be told."""


class _Lines(logging.Handler):
    """Hands each record over as one text."""

    def __init__(self, say: Callable[[str], None]) -> None:
        super().__init__(logging.WARNING)
        self._say = say

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        if error is None:
            self._say(record.getMessage())
        elif any(type(each).__name__ != _GONE for each in _single(error)):
            self._say(f"{record.getMessage()}: {_told(error)}")


def tell_by(say: Callable[[str], None]) -> None:
    """Have all that this process logs said by a function, from warnings on."""
    logging.getLogger().handlers = [_Lines(say)]


def _single(error: BaseException) -> list[BaseException]:
    """List the errors in a group, or the one that there is."""
    if isinstance(error, BaseExceptionGroup):
        return [single for each in error.exceptions for single in _single(each)]
    return [error]


def _told(error: BaseException) -> str:
    """Say what went wrong, and in which line of which file."""
    first = _single(error)[0]
    frames = traceback.extract_tb(first.__traceback__)
    place = f" in {frames[-1].filename}, line {frames[-1].lineno}" if frames else ""
    return f"{type(first).__name__}: {first}{place}"
