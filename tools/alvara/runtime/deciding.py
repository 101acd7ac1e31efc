"""Decisions by one bundle: what decides on a capability is compiled when it is first asked about, and kept."""

from threading import Lock
from typing import TYPE_CHECKING

from alvara.bundle.wire import DamagedBundle, Malformed
from alvara.registry.holdings import Holdings
from alvara.registry.recent import Recent

if TYPE_CHECKING:
    from alvara.app.charters import Decidable
    from alvara.decisions.charter import Charter
    from alvara.decisions.decision import Decision
    from alvara.decisions.request import Request


_MOST_KEPT = 64
"""Charters. Each takes about a tenth of a megabyte, and a few milliseconds to compile."""

_MOST_GATHERED = 128
"""Charters for which definitions are gathered before all but what is kept of them is let go."""


class Decider:
    """Threads may share it: one at a time compiles, and all decide by what was compiled."""

    def __init__(self, holdings: Holdings) -> None:
        """Decide by what a bundle holds; nothing of it is read yet, and nothing that evaluates conditions imported."""
        self._holdings = holdings
        self._compiling = Lock()
        self._charters: Recent[str, Charter] = Recent(_MOST_KEPT)
        self._by_file: Recent[str, Charter] = Recent(_MOST_KEPT)
        self._registry: Decidable | None = None
        self._gathered = 0

    def decide(self, capability: str, request: "Request") -> "Decision":
        """Answer a request. Raises `DamagedBundle` where what decides cannot be told, `ValueError` for no moment."""
        from alvara.decisions.deciding import decide, refuse_unknown

        charter = self._charters[capability]
        if charter is None:
            with self._compiling:
                charter = self._compiled(capability)
        if charter is None:
            assert self._registry is not None, "that is where it was looked for"
            return refuse_unknown(capability, self._registry.source, request)
        return decide(charter, request)

    def _compiled(self, name: str) -> "Charter | None":
        """Compile what decides on a capability, once under all its names; one that nobody knows is not kept."""
        from alvara.app.charters import Undecidable, charter_for, find_capability

        try:
            registry = self._gather()
            found = find_capability(registry, name)
            if found is None:
                return None
            charter = self._by_file[found.path]
            if charter is None:
                charter = self._by_file.keep(found.path, _sound(charter_for(registry, found)))
        except Malformed:
            raise
        except Undecidable as error:
            raise DamagedBundle(f"{error}; nothing is decided on half a registry") from error
        except (LookupError, TypeError, ValueError, AttributeError, RecursionError) as error:
            raise DamagedBundle(f"what decides on `{name}` is not what a bundle holds: {error}") from error
        return self._charters.keep(name, charter)

    def _gather(self) -> "Decidable":
        """Give what charters are compiled from: it remembers what they led to, and begins anew now and then."""
        from alvara.app.decidable_holdings import decidable_holdings

        if self._registry is None or self._gathered >= _MOST_GATHERED:
            self._registry, self._gathered = decidable_holdings(self._holdings), 0
        self._gathered += 1
        return self._registry


def _sound(charter: "Charter") -> "Charter":
    """Give a charter whose schemas can judge. Raises `ValueError`: what judges nothing would let everything pass."""
    for root, judge in charter.judges.items():
        if judge is not None and not judge.usable:
            raise ValueError(f"the schema of its `{root}` is no JSON Schema")
    return charter
