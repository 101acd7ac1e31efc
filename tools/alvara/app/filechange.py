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


def new_file(path: str, text: str) -> FileChange:
    """Make a file that there was not."""
    return FileChange(path, path, None, (Edit(0, 0, text),))


def deleted_file(path: str, before: str) -> FileChange:
    """Take a file away."""
    return FileChange(path, path, before, (), gone=True)
