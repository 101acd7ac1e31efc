"""What reading one file brought to light, sorted by the rule that reports it."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from alvara.diagnostics.finding import Finding


class Reading(NamedTuple):
    """The findings of the loader, the shape check and the tree itself about one file, by rule name."""

    path: str
    found: Mapping[str, Sequence[Finding]] = MappingProxyType({})

    def of(self, rule: str) -> Iterator[Finding]:
        """Yield what one rule has to say."""
        yield from self.found.get(rule, ())
