"""The files of a tree, read once and only when something asks."""

from collections.abc import Container

from alvara.documents.document import Document
from alvara.documents.front_matter import load_page
from alvara.documents.load import load
from alvara.files.tree import FileTree, Unreadable
from alvara.model.config import Config
from alvara.model.filekind import kind_of

_GONE = "not there any more"


class Library:
    """Documents by path, for showing where something stands."""

    def __init__(self, tree: FileTree, config: Config, listed: Container[str] = ()) -> None:
        """Read from a tree, of which these paths were listed as files."""
        self._tree, self._config, self._listed = tree, config, listed
        self._documents: dict[str, Document | None] = {}

    def read(self, path: str) -> bytes | None:
        """Give a file's bytes, None where the tree has no such file. Raises `Unreadable`.

        A file that was listed, or looked at a moment ago, and is gone, was changed while we looked: that is no answer.
        """
        entry = self._tree.entry(path)
        if entry is not None and entry.kind == "file":
            try:
                return self._tree.read(path)
            except KeyError:
                raise Unreadable(0, _GONE, path) from None
        if path in self._listed:
            raise Unreadable(0, _GONE, path)
        return None

    def document(self, path: str) -> Document | None:
        """Give a document, a page's front matter among them; None where there is none to be had."""
        if path not in self._documents:
            try:
                data = self.read(path)
            except Unreadable:
                data = None
            if data is None:
                self._documents[path] = None
            elif kind_of(path, self._config) == "page":
                self._documents[path] = load_page(path, data).head
            else:
                self._documents[path] = load(path, data)
        return self._documents[path]
