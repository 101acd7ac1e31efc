"""A file before and after, as the edits that lie between: all other characters stay what they are."""

from typing import NamedTuple

from alvara.documents.edit import Edit, apply


class FileChange(NamedTuple):
    """What becomes of one file. `before` is its whole text, a byte order mark included; None where there is no file.

    `path` is where it lies, `target` where it will; `gone` marks one that there will not be any more.
    """

    path: str
    target: str
    before: str | None
    edits: tuple[Edit, ...]
    gone: bool = False

    @property
    def data(self) -> bytes:
        """The bytes that the file is to hold."""
        return apply(self.before or "", self.edits).encode()
