"""Values that are worked out when they are first asked for."""

from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Kept(dict[str, "T | None"], Generic[T]):
    """Values by every name of a thing, worked out when they are first asked for.

    To ask again costs what a dict does, also where there is nothing to tell of a thing. A name that nobody knows is not
    kept: whoever asks makes those up.
    """

    def __init__(self, make: Callable[[str], T | None], meant: Callable[[str], str | None] = str) -> None:
        """Take what works the value of an ID out, None where there is none, and what gives the ID of a name."""
        super().__init__()
        self._make = make
        self._meant = meant

    def __missing__(self, name: str) -> T | None:
        """Work a value out."""
        id = self._meant(name)
        if id is None:
            return None
        value = self._make(id) if id == name else self[id]
        self[name] = value
        return value
