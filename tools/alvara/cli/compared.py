"""What came of comparing; a run that compares nothing imports no more of it than this."""

from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from alvara.app.agreeing import Seen
    from alvara.app.past import Past
    from alvara.approvals.agreements import Agreements
    from alvara.compare.bases import Base
    from alvara.compare.comparison import Comparison
    from alvara.diagnostics.finding import Diagnostic, Spot


class Compared(NamedTuple):
    """What came of the comparisons: findings, the bases in the order they are named, notes, and the facts.

    `echoes` are the findings of others that merely repeat one of these. `homes` tells of the files of a bundle in which
    file of the registry the definition would stand. `pasts` are the revisions of git that were compared with. `agreed`
    is what people have agreed on, where that was judged.
    """

    diagnostics: "tuple[Diagnostic, ...]" = ()
    bases: "tuple[Base, ...]" = ()
    notes: tuple[str, ...] = ()
    comparisons: "tuple[Comparison, ...]" = ()
    echoes: "frozenset[Spot]" = frozenset()
    homes: "Mapping[str, str]" = MappingProxyType({})
    pasts: "tuple[Past, ...]" = ()
    agreed: "tuple[Seen, Agreements] | None" = None

    def without_echoes(self, diagnostics: "Iterable[Diagnostic]") -> "list[Diagnostic]":
        """Leave out what merely repeats that something is gone; say of a missing page where it stands now."""
        left = [d for d in diagnostics if d.spot not in self.echoes]
        moved = {old: new for comparison in self.comparisons for old, new in comparison.moved.items()}
        if not moved:
            return left
        from alvara.app.echoes import pointed_on  # most runs have no page that moved

        return pointed_on(left, moved)
