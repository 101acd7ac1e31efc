"""What a run is asked to compare with."""

from typing import NamedTuple


class Asked(NamedTuple):
    """A revision to compare with (None: where this work left the branch), and whether the last release must be, too.

    `but` is a release that does not count: the one that is being made.
    """

    base: str | None = None
    against_release: bool = False
    but: str = ""

    @property
    def nothing(self) -> bool:
        """Whether nothing is to be compared."""
        return self.base == "none" and not self.against_release
