"""What came of comparing; a run that compares nothing imports no more of it than this."""

from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from alvara.compare.bases import Base
    from alvara.compare.comparison import Comparison
    from alvara.diagnostics.finding import Diagnostic, Spot


class Compared(NamedTuple):
    """What came of the comparisons: findings, the bases in the order they are named, notes, and the facts.

    `echoes` are the findings of others that merely repeat one of these. `homes` tells of the files of a bundle in which
    file of the registry the definition would stand.
    """

    diagnostics: "tuple[Diagnostic, ...]" = ()
    bases: "tuple[Base, ...]" = ()
    notes: tuple[str, ...] = ()
    comparisons: "tuple[Comparison, ...]" = ()
    echoes: "frozenset[Spot]" = frozenset()
    homes: "Mapping[str, str]" = MappingProxyType({})

    def without_echoes(self, diagnostics: "Iterable[Diagnostic]") -> "list[Diagnostic]":
        """Leave out what merely repeats that something is gone: that is told once, where it stood."""
        return [d for d in diagnostics if d.spot not in self.echoes]
