"""The order of a definition's keys: that of the published schemas, which is the order in which they are explained."""

from collections.abc import Callable
from json import loads


class KeyOrder:
    """The canonical key order of each kind of file."""

    def __init__(self, read: Callable[[str], bytes]) -> None:
        """Take the function that reads a published schema by its name."""
        self._read = read
        self._known: dict[str, tuple[str, ...]] = {}

    def of(self, kind: str) -> tuple[str, ...]:
        """Give the keys of a kind: config, capability, domain, resource or policy."""
        if kind not in self._known:
            schema = loads(self._read(kind))
            properties = schema["$defs"]["resource"]["properties"] if kind == "resource" else schema["properties"]
            self._known[kind] = tuple(properties)
        return self._known[kind]
