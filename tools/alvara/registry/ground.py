"""What questions to a registry are answered from."""

from collections.abc import Sequence

from alvara.registry.atlas import Atlas
from alvara.registry.holdings import Holdings
from alvara.registry.surroundings import Surroundings, look_around
from alvara.registry.ways import Ways


class Ground:
    """All that a registry holds, surveyed. Each part is worked out once, and threads may share it."""

    def __init__(self, holdings: Holdings) -> None:
        """Take what a registry holds."""
        self.holdings = holdings
        self.atlas = Atlas(holdings)
        self.ways = Ways(holdings, self.atlas)
        self._around: dict[str, Surroundings] = {}

    @property
    def locales(self) -> Sequence[str]:
        """The languages of the registry, the first preferred."""
        return self.holdings.about.locales

    def around(self, place: str) -> Surroundings:
        """Give what is around a resource."""
        found = self._around.get(place)
        if found is None:
            found = self._around[place] = look_around(self.atlas, place)
        return found
