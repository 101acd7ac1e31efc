"""What was probably meant by a name, for as long as looking for it pays."""

from collections.abc import Collection

from alvara.identity.suggestions import did_you_mean
from alvara.workspace.workspace import MOST_COMPARED


class Guesses:
    """Gives tips. A file with very many strange words is told of the first."""

    def __init__(self) -> None:
        """Begin with nothing compared."""
        self._compared = 0

    def tip(self, word: object, known: Collection[str]) -> str:
        """Name the closest of some names, or nothing."""
        self._compared += len(known)
        return did_you_mean(word, known) if isinstance(word, str) and self._compared <= MOST_COMPARED else ""
