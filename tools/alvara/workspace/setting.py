"""What surrounds one file while its own rules judge it: the settings and the files it refers to."""

from collections.abc import Callable, Hashable
from typing import Any, Literal, NamedTuple, TypeVar

from alvara.diagnostics.finding import Cause
from alvara.diagnostics.site import Site
from alvara.documents.document import Document
from alvara.model.config import Config

Answer = TypeVar("Answer")
Subject = TypeVar("Subject", bound=Hashable)


class Catalogue(NamedTuple):
    """The words that the principal's schema allows; None where there is no such schema, or it does not say."""

    roles: frozenset[str] | None = None
    permissions: frozenset[str] | None = None


class Setting:
    """Settings and neighbouring files, as one file sees them. It remembers which files were read."""

    def __init__(
        self, config: Config, catalogue: Catalogue, read: Callable[[str], Document | None],
        lasting: dict[object, Any] | None = None,
    ) -> None:  # fmt: skip
        """Take the function that reads a file by path, None where the tree has none.

        `lasting` keeps what is true for every file of the tree.
        """
        self.config = config
        self.catalogue = catalogue
        self._read = read
        self.used: set[str] = set()
        self._subject: object = None
        self._answers: dict[object, Any] = {}
        self._lasting = {} if lasting is None else lasting

    def document(self, path: str) -> Document | None:
        """Read a file of the tree and remember that it was used."""
        self.used.add(path)
        return self._read(path)

    def value(self, path: str) -> Any:
        """Give the value of a file, None where it is absent or not readable."""
        document = self.document(path)
        return None if document is None else document.value

    def once(self, question: Callable[[Any, "Setting"], Answer], subject: object) -> Answer:
        """Answer what several rules ask of one definition, working the answer out the first time only."""
        if self._subject is not subject:  # the answers about the last one are let go: they may be large
            self._subject, self._answers = subject, {}
        if question not in self._answers:
            self._answers[question] = question(subject, self)
        answer: Answer = self._answers[question]
        return answer

    def unlisted(self, key: Literal["roles", "permissions"], word: str) -> Cause:
        """Give the list of the principal's schema that lacks a word, for the case that more than one place needs it."""
        known = self.catalogue.roles if key == "roles" else self.catalogue.permissions
        path = self.config.principal_schema
        lack = f"`{word}` is not listed here" if known else "nothing is listed here"
        return Cause(Site(path, ("properties", key, "items", "enum")), lack, path, "places demand it")

    def always(self, question: Callable[[Subject, "Setting"], Answer], subject: Subject) -> Answer:
        """Answer what is the same for every file of the tree, working the answer out for the first one only."""
        key = question, subject
        if key not in self._lasting:
            self._lasting[key] = question(subject, self)
        answer: Answer = self._lasting[key]
        return answer


def catalogue_of(schema: Any) -> Catalogue:
    """Read the allowed roles and permissions out of the principal's schema."""
    properties = schema.get("properties") if isinstance(schema, dict) else None
    if not isinstance(properties, dict):
        return Catalogue()
    return Catalogue(_words(properties.get("roles")), _words(properties.get("permissions")))


def _words(block: Any) -> frozenset[str] | None:
    items = block.get("items") if isinstance(block, dict) else None
    words = items.get("enum") if isinstance(items, dict) else None
    return frozenset(w for w in words if isinstance(w, str)) if isinstance(words, list) else None
