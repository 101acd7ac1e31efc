"""Values that were asked for lately: of very many, what nobody asks for again goes."""

from typing import Generic, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class Recent(dict[Key, Value], Generic[Key, Value]):
    """At least the `most` values that were asked for last, and at most twice as many.

    To look up one of those costs what a dict does: they are in two halves, and when the newer one is full, it becomes
    the older one. Threads may share it; what they lose of each other's is worked out again.
    """

    def __init__(self, most: int) -> None:
        """Begin without any."""
        super().__init__()
        self._most = most
        self._older: dict[Key, Value] = {}

    def __missing__(self, key: Key) -> Value | None:
        """Give what was asked for less lately; None where nothing is kept."""
        value = self._older.get(key)
        if value is not None:
            self.keep(key, value)
        return value

    def keep(self, key: Key, value: Value) -> Value:
        """Keep a value, and give it."""
        if len(self) >= self._most:
            self._older = dict(self)
            self.clear()
        self[key] = value
        return value
