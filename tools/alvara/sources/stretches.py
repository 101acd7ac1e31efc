"""The parts of a foreign file in which an ID may be written, told from those in which the same letters are code."""

from collections.abc import Iterator
from typing import Literal, NamedTuple

Mode = Literal["whole", "words", "open"]


class Stretch(NamedTuple):
    """Some characters of a file, quotes left out.

    `whole` is a name only as a whole, as the values of data are; `words` may hold names among other words, as
    comments and texts do; `open` is text of which nobody can tell, such as one that is put together when it is used.
    `key` is what it stands under, where that says what is named.
    """

    start: int
    end: int
    mode: Mode
    key: str = ""


Stretches = Iterator[Stretch]
