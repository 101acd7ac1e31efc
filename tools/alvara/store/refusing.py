"""Why a store does not do, or cannot do, what it is asked to."""

from collections.abc import Iterable

from alvara.bundle.defects import Defect


class Refused(Exception):
    """It was looked at, and must not be: nothing has changed. `defects` says what is wrong with the bundle, if that."""

    def __init__(self, why: str, defects: Iterable[Defect] = ()) -> None:
        """Say why, in a line."""
        super().__init__(why)
        self.defects = tuple(defects)


class BadStore(ValueError):
    """A folder is no store, or something in it is not what belongs there. The message names it; nothing has changed."""


class NotInStore(LookupError):
    """The store does not hold what was asked for."""

    def __str__(self) -> str:
        """Give the message as it is."""
        return str(self.args[0])


class Unrooted(Exception):
    """Who governs the bundle is vouched for by a root of trust, and none was given to start from."""
