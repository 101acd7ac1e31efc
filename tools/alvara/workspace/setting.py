"""What surrounds one file while its own rules judge it: the settings and the files it refers to."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from alvara.documents.document import Document
from alvara.model.config import Config


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The words that the principal's schema allows; None where there is no such schema, or it does not say."""

    roles: frozenset[str] | None = None
    permissions: frozenset[str] | None = None


class Setting:
    """Settings and neighbouring files, as one file sees them. It remembers which files were read."""

    def __init__(self, config: Config, catalogue: Catalogue, read: Callable[[str], Document | None]) -> None:
        """Take the function that reads a file by path, None where the tree has none."""
        self.config = config
        self.catalogue = catalogue
        self._read = read
        self.used: set[str] = set()

    def document(self, path: str) -> Document | None:
        """Read a file of the tree and remember that it was used."""
        self.used.add(path)
        return self._read(path)

    def value(self, path: str) -> Any:
        """Give the value of a file, None where it is absent or not readable."""
        document = self.document(path)
        return None if document is None else document.value


def catalogue_of(schema: Any) -> Catalogue:
    """Read the allowed roles and permissions out of the principal's schema."""
    properties: Mapping[str, Any] = schema.get("properties", {}) if isinstance(schema, dict) else {}
    return Catalogue(_words(properties.get("roles")), _words(properties.get("permissions")))


def _words(block: Any) -> frozenset[str] | None:
    items = block.get("items") if isinstance(block, dict) else None
    words = items.get("enum") if isinstance(items, dict) else None
    return frozenset(w for w in words if isinstance(w, str)) if isinstance(words, list) else None
