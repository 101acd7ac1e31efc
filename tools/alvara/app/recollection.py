"""What files define, by git's names for their bytes: what was read once need not be read again to be compared."""

import marshal
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple


class Written(NamedTuple):
    """The definitions of a file that holds its shape, each as `spell` writes it. `listed` tells that it lists them."""

    listed: bool
    items: tuple[bytes, ...]


def spell(value: Any) -> bytes:
    """Write a value in the interpreter's own format: the same bytes for what is written in the same words.

    Its later versions would also tell what is one object in memory from what merely looks alike.
    """
    return marshal.dumps(value, 2)


def thaw(item: bytes) -> Any:
    """Reverse `spell`."""
    return marshal.loads(item)


def _nothing(key: str) -> bytes | None:
    return None


class Recollection:
    """What is remembered of files, and what a run adds to it. The bytes of a name never change, nor what they say."""

    def __init__(self, recall: Callable[[str], bytes | None] = _nothing, known: Iterable[str] = ()) -> None:
        """Take what gives the bytes that are remembered under a key, and all keys."""
        self._recall, self._known = recall, known
        self._used: dict[str, bytes] = {}
        self.has_grown = False

    def find(self, kind: str, blob: str) -> Written | None:
        """Give what a file of this kind defines, None where that is not remembered."""
        key = f"{kind} {blob}"
        frozen = self._used.get(key) or self._recall(key)
        if frozen is None:
            return None
        self._used[key] = frozen
        listed, items = marshal.loads(frozen)
        return Written(listed, items)

    def learn(self, kind: str, blob: str, written: Written) -> None:
        """Add what a file of this kind defines."""
        self._used[f"{kind} {blob}"] = marshal.dumps(tuple(written))
        self.has_grown = True

    def all(self) -> Iterator[tuple[str, bytes]]:
        """Yield what is worth remembering, by key: what this run asked for or added, then what is older."""
        yield from self._used.items()
        for key in self._known:
            if key not in self._used and (frozen := self._recall(key)) is not None:
                yield key, frozen
