"""The wire format of SSH: numbers of four bytes, and strings with their length in front."""


class Malformed(ValueError):
    """Bytes that do not say what their format asks for."""


class Reader:
    """Bytes read from the front, each once. Whoever is done says so with `end`, so that nothing can trail."""

    __slots__ = ("_at", "_data")

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def take(self, size: int) -> bytes:
        """Read so many bytes. Raises `Malformed` where fewer are left."""
        end = self._at + size
        if end > len(self._data):
            raise Malformed("it ends too early")
        taken = self._data[self._at : end]
        self._at = end
        return taken

    def number(self) -> int:
        """Read a number of four bytes."""
        return int.from_bytes(self.take(4), "big")

    def string(self) -> bytes:
        """Read a string: its length, and so many bytes."""
        start = self._at + 4
        end = start + int.from_bytes(self._data[self._at : start], "big")
        if end > len(self._data):
            raise Malformed("it ends too early")
        self._at = end
        return self._data[start:end]

    def end(self) -> None:
        """Say that all was read. Raises `Malformed` where something is left."""
        if self._at != len(self._data):
            raise Malformed("something follows where it should end")


def string(data: bytes) -> bytes:
    """Write a string: its length, and its bytes."""
    return len(data).to_bytes(4, "big") + data
