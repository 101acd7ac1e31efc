"""Decisions by one bundle: what decides on a capability is compiled when it is first asked about, and kept."""

from functools import cached_property
from threading import Lock
from typing import TYPE_CHECKING

from alvara.bundle.wire import DamagedBundle, Malformed
from alvara.registry.holdings import Holdings

if TYPE_CHECKING:
    from alvara.app.charters import Decidable
    from alvara.decisions.charter import Charter
    from alvara.decisions.decision import Decision
    from alvara.decisions.request import Request


class Decider:
    """Threads may share it: one at a time compiles, and all decide by what was compiled."""

    def __init__(self, holdings: Holdings) -> None:
        """Decide by what a bundle holds; nothing of it is read yet, and nothing that evaluates conditions imported."""
        self._holdings = holdings
        self._compiling = Lock()
        self._charters: dict[str, Charter] = {}
        self._by_file: dict[str, Charter] = {}

    def decide(self, capability: str, request: "Request") -> "Decision":
        """Answer a request. Raises `DamagedBundle` where what decides cannot be told, `ValueError` for no moment."""
        from alvara.decisions.deciding import decide, refuse_unknown

        charter = self._charters.get(capability)
        if charter is None:
            with self._compiling:
                charter = self._compiled(capability)
        if charter is None:
            return refuse_unknown(capability, self._registry.source, request)
        return decide(charter, request)

    def _compiled(self, name: str) -> "Charter | None":
        """Compile what decides on a capability, once under all its names; one that nobody knows is not kept."""
        from alvara.app.charters import Undecidable, charter_for, find_capability

        try:
            found = find_capability(self._registry, name)
            if found is None:
                return None
            if found.path not in self._by_file:
                self._by_file[found.path] = _sound(charter_for(self._registry, found))
        except Malformed:
            raise
        except Undecidable as error:
            raise DamagedBundle(f"{error}; nothing is decided on half a registry") from error
        except (LookupError, TypeError, ValueError, AttributeError, RecursionError) as error:
            raise DamagedBundle(f"what decides on `{name}` is not what a bundle holds: {error}") from error
        return self._charters.setdefault(name, self._by_file[found.path])

    @cached_property
    def _registry(self) -> "Decidable":
        from alvara.app.decidable_holdings import decidable_holdings

        return decidable_holdings(self._holdings)


def _sound(charter: "Charter") -> "Charter":
    """Give a charter whose schemas can judge. Raises `ValueError`: what judges nothing would let everything pass."""
    for root, judge in charter.judges.items():
        if judge is not None and not judge.usable:
            raise ValueError(f"the schema of its `{root}` is no JSON Schema")
    return charter
