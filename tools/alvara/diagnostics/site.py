"""Where something is: symbolic (`Site`) until the last moment, then concrete (`Span`)."""

from typing import Literal, NamedTuple

Pointer = tuple[str | int, ...]
"""The route from a document's root to a value: keys and list positions, outermost first."""

Revision = Literal["current", "base"]


class Span(NamedTuple):
    """A stretch of a text file. Lines and columns start at 1, columns count characters, the end is exclusive."""

    line: int
    column: int
    end_line: int
    end_column: int


START = Span(1, 1, 1, 1)
"""The place of what concerns a whole file, an empty one above all."""


class Site(NamedTuple):
    """A place in a document, named the way its author thinks of it.

    `part` tells the key of an entry from its value. `within` narrows a scalar to some of its characters (start, end).
    Where the text cannot be parsed there are no pointers: then `span` says the place outright.
    """

    path: str
    pointer: Pointer = ()
    part: Literal["key", "value"] = "value"
    within: tuple[int, int] | None = None
    span: Span | None = None
    revision: Revision = "current"


NOWHERE = Site("")
"""The place of what ought to be somewhere, and no file can be named for it."""


def json_pointer(pointer: Pointer) -> str:
    """Write a pointer as RFC 6901 text: `("a", 0)` is `/a/0`."""
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in pointer)


def steps_of(text: str) -> tuple[str, ...]:
    """Read a pointer that is written as RFC 6901 text. Positions in lists stay text, since nothing tells them apart."""
    return tuple([step.replace("~1", "/").replace("~0", "~") for step in text.split("/")[1:]])
