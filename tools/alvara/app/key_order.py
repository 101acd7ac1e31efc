"""The order of a definition's keys: that of the published schemas, which is the order in which they are explained."""

from collections.abc import Callable
from json import loads


class KeyOrder:
    """The canonical key order of each kind of file."""

    def __init__(self, read: Callable[[str], bytes]) -> None:
        """Take the function that reads a published schema by its name."""
        self._read = read
        self._known: dict[tuple[str, ...], tuple[str, ...]] = {}

    def of(self, kind: str, *parts: str) -> tuple[str, ...]:
        """Give the keys of a kind of file, or of these parts of it, as its schema names them."""
        if kind == "resource":
            parts = parts or ("resource",)
        if (kind, *parts) not in self._known:
            schema = loads(self._read(kind))
            described = [schema["$defs"][part] for part in parts] or [schema]
            self._known[kind, *parts] = tuple(key for part in described for key in part["properties"])
        return self._known[kind, *parts]
