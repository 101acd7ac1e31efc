"""The files of a tree, read once and only when something asks."""

from alvara.documents.document import Document
from alvara.documents.front_matter import load_page
from alvara.documents.load import load
from alvara.files.tree import FileTree
from alvara.model.config import Config
from alvara.model.filekind import kind_of


class Library:
    """Documents by path, for showing where something stands."""

    def __init__(self, tree: FileTree, config: Config) -> None:
        """Read from a tree."""
        self._tree, self._config = tree, config
        self._documents: dict[str, Document | None] = {}

    def read(self, path: str) -> bytes | None:
        """Give a file's bytes, None where the tree has no such file."""
        entry = self._tree.entry(path)
        return self._tree.read(path) if entry is not None and entry.kind == "file" else None

    def document(self, path: str) -> Document | None:
        """Give a document, a page's front matter among them."""
        if path not in self._documents:
            data = self.read(path)
            if data is None:
                self._documents[path] = None
            elif kind_of(path, self._config) == "page":
                self._documents[path] = load_page(path, data).head
            else:
                self._documents[path] = load(path, data)
        return self._documents[path]
