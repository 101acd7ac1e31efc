"""What a condition comes to: it holds, it does not, or it could not be told, which is neither."""

from collections.abc import Iterable
from enum import Enum
from typing import NamedTuple


class Truth(Enum):
    """A closed result. There is no fourth, and `ERROR` is never to be taken for one of the others."""

    TRUE = "TRUE"
    FALSE = "FALSE"
    ERROR = "ERROR"

    def __bool__(self) -> bool:
        """Refuse to be taken for a yes or no: `if truth:` would let an error pass."""
        raise TypeError("compare a truth with Truth.TRUE, Truth.FALSE or Truth.ERROR")


TRUE, FALSE, ERROR = Truth.TRUE, Truth.FALSE, Truth.ERROR


class Result(NamedTuple):
    """What one expression came to. `code` and `message` say why it could not be told; else they are empty."""

    truth: Truth
    code: str = ""
    message: str = ""


HOLDS, FAILS = Result(TRUE), Result(FALSE)


def all_of(truths: Iterable[Truth]) -> Truth:
    """Join as CEL's `&&` does, in any order: one that does not hold settles it, an error else does."""
    held = truths if isinstance(truths, list) else list(truths)
    return FALSE if FALSE in held else ERROR if ERROR in held else TRUE


def any_of(truths: Iterable[Truth]) -> Truth:
    """Join as CEL's `||` does, in any order: one that holds settles it, an error else does."""
    held = truths if isinstance(truths, list) else list(truths)
    return TRUE if TRUE in held else ERROR if ERROR in held else FALSE


def none_of(truths: Iterable[Truth]) -> Truth:
    """Join the items of a `not`: it holds where none of them does."""
    return opposite(any_of(truths))


def opposite(truth: Truth) -> Truth:
    """Negate; what could not be told stays so."""
    if truth is ERROR:
        return ERROR
    return FALSE if truth is TRUE else TRUE


JOINTS = {"all": all_of, "any": any_of, "not": none_of}
"""How the items of a group are joined, by its key."""
